// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The results of one way to search.
 *
 * @param name of the way, in lower case
 * @param rankings by topic, in the order of the topics
 */
record Run(String name, Map<String, Ranking> rankings) {

  /** Writes the format of TREC: topic, Q0, document, rank from 1, score, name of the run. */
  void write(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (Map.Entry<String, Ranking> topic : rankings.entrySet()) {
            write(out, topic.getKey(), topic.getValue());
          }
        });
  }

  private void write(BufferedWriter out, String topic, Ranking ranking) throws IOException {
    for (int i = 0; i < ranking.ids().size(); i++) {
      out.write(topic + " Q0 " + ranking.ids().get(i) + ' ' + (i + 1) + ' ');
      out.write(ranking.scores().get(i) + " " + name + '\n');
    }
  }

  /**
   * What a search found for a topic, best first.
   *
   * @param ids documents, each once
   * @param scores as many; each less than the one before
   */
  record Ranking(List<String> ids, List<Float> scores) {}
}
