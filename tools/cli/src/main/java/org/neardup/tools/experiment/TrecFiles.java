// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Writes what trec_eval and ir_measures read. */
final class TrecFiles {
  private TrecFiles() {}

  /** Lines of topic, Q0, document, rank from 1, score, name of the run. */
  static void writeRun(Path file, Run run) throws IOException {
    WholeFile.write(
        file,
        out -> {
          for (Map.Entry<String, Ranking> topic : run.rankings().entrySet()) {
            write(out, topic.getKey(), topic.getValue(), run.name());
          }
        });
  }

  private static void write(BufferedWriter out, String topic, Ranking ranking, String name)
      throws IOException {
    for (int i = 0; i < ranking.ids().size(); i++) {
      out.write(topic + " Q0 " + ranking.ids().get(i) + ' ' + (i + 1) + ' ');
      out.write(ranking.scores().get(i) + " " + name + '\n');
    }
  }

  /** Topics as {@link Topics} reads them. */
  static void writeTopics(Path file, TestCollection collection) throws IOException {
    WholeFile.write(
        file,
        out -> {
          for (Topic topic : collection.topics()) {
            out.write(topic.id() + '\t' + topic.text() + '\n');
          }
        });
  }

  /** Lines of topic, 0, document, grade. */
  static void writeQrels(Path file, Qrels qrels) throws IOException {
    WholeFile.write(
        file,
        out -> {
          for (var topic : qrels.grades().entrySet()) {
            for (var judged : topic.getValue().entrySet()) {
              out.write(topic.getKey() + " 0 " + judged.getKey() + ' ' + judged.getValue() + '\n');
            }
          }
        });
  }
}
