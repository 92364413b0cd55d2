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
 * @param rankings by topic, in the order of the topics: scores by document, the best first; each is
 *     less than the one before
 */
record Run(String name, Map<String, Map<String, Float>> rankings) {

  /** Writes the format of TREC: topic, Q0, document, rank from 1, score, name of the run. */
  void write(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (Map.Entry<String, Map<String, Float>> topic : rankings.entrySet()) {
            write(out, topic.getKey(), topic.getValue());
          }
        });
  }

  private void write(BufferedWriter out, String topic, Map<String, Float> ranking)
      throws IOException {
    int rank = 1;
    for (Map.Entry<String, Float> hit : ranking.entrySet()) {
      out.write(topic + " Q0 " + hit.getKey() + ' ' + rank++ + ' ' + hit.getValue() + ' ' + name);
      out.write('\n');
    }
  }

  /** What was found for a topic, best first. */
  List<String> ids(String topic) {
    return List.copyOf(rankings.get(topic).keySet());
  }
}
