// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.PairVerdict;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.input.InputDocument;

/** Runs clusterings of documents in memory. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
abstract class ClusterTestCase extends LuceneTestCase {
  static final Analyzer ANALYZER = new StandardAnalyzer();

  private static final Map<String, String> SETTINGS = Map.of("program", "a \"test\"");
  private static final String SETTINGS_LINE = "{\"settings\":{\"program\":\"a \\\"test\\\"\"}}\n";

  /** What a clustering wrote. */
  record Result(String output, ClusterCounts counts, List<PairVerdict> contradictions) {

    /** Resemblance as written, by "id id", in the order of the lines. */
    Map<String, Double> pairs() {
      Map<String, Double> pairs = new LinkedHashMap<>();
      output
          .lines()
          .forEach(
              line -> {
                String[] parts = line.split("\t", -1);
                assertEquals(line, 5, parts.length);
                assertTrue(line, parts[2].matches("[01]\\.\\d{4}"));
                assertTrue(line, parts[3].matches("same_text|exact|estimate|verdict"));
                assertTrue(line, parts[4].matches("0\\.\\d{4}"));
                assertTrue(line, parts[3].equals("estimate") || parts[4].equals("0.0000"));
                assertNull(
                    line, pairs.put(parts[0] + " " + parts[1], Double.parseDouble(parts[2])));
              });
      return pairs;
    }
  }

  /** Clusters with random threads and little memory, so that sorts go to files. */
  static Result cluster(ClusterConfig config, List<InputDocument> documents) throws Exception {
    return cluster(config, documents, 1 + random().nextInt(4), 64 << random().nextInt(14));
  }

  static Result cluster(
      ClusterConfig config, List<InputDocument> documents, int threads, int maxLongs)
      throws Exception {
    return cluster(config, documents, List.of(), threads, maxLongs);
  }

  static Result cluster(
      ClusterConfig config,
      List<InputDocument> documents,
      List<PairVerdict> verdicts,
      int threads,
      int maxLongs)
      throws Exception {
    try (Directory directory = newDirectory()) {
      try (Clustering clustering =
          new Clustering(
              config, ANALYZER, List.of(), verdicts, new Workspace(directory, maxLongs))) {
        for (InputDocument document : documents) {
          clustering.add(clustering.prepare(document));
        }
        ClusterCounts counts = clustering.write("output", SETTINGS, threads, stage -> {});
        Result result =
            new Result(
                withoutSettings(config, content(directory)), counts, clustering.contradictions());
        directory.deleteFile("output");
        return result;
      } finally {
        assertEquals("temporary files are gone", 0, directory.listAll().length);
      }
    }
  }

  /** Clusters come after the settings, pairs after nothing. */
  private static String withoutSettings(ClusterConfig config, String output) {
    String settings = config.format() == OutputFormat.CLUSTERS ? SETTINGS_LINE : "";
    assertTrue(output, output.startsWith(settings));
    return output.substring(settings.length());
  }

  private static String content(Directory directory) throws IOException {
    try (IndexInput in = directory.openInput("output", IOContext.DEFAULT)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return new String(bytes, UTF_8);
    }
  }
}
