// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.ClusterCounts;
import org.neardup.tools.cluster.Clustering;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.sort.Workspace;

/** What {@code neardup cluster} finds, line by line. */
record OneMachine(List<String> lines, ClusterCounts counts) {

  static OneMachine run(ClusterConfig settings, OutputFormat format, List<TestDocument> documents)
      throws IOException, InterruptedException {

    ClusterConfig config =
        new ClusterConfig(
            Relation.RESEMBLANCE,
            settings.candidates(),
            settings.sketch(),
            settings.shingling(),
            settings.content(),
            settings.threshold(),
            settings.verification(),
            settings.grouping(),
            format,
            settings.window(),
            settings.maxBucket(),
            Analyzers.DEFAULT,
            settings.guards());
    Path folder = Files.createTempDirectory("neardup-spark-test");
    try (Directory directory = new MMapDirectory(folder);
        Clustering clustering =
            new Clustering(
                config,
                Analyzers.named(Analyzers.DEFAULT),
                List.of(),
                List.of(),
                Workspace.of(directory))) {
      for (TestDocument document : documents) {
        clustering.add(clustering.prepare(document.input()));
      }
      ClusterCounts counts = clustering.write("output", Map.of(), 2, stage -> {});
      String output = Files.readString(folder.resolve("output"), UTF_8);
      Files.delete(folder.resolve("output"));
      return new OneMachine(
          format == OutputFormat.PAIRS ? output.lines().toList() : clusters(output), counts);
    } finally {
      Files.deleteIfExists(folder.resolve("write.lock"));
      Files.deleteIfExists(folder);
    }
  }

  private static List<String> clusters(String json) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (String line : json.lines().toList()) {
      JsonNode cluster = mapper.readTree(line);
      StringBuilder members = new StringBuilder();
      for (JsonNode member : cluster.get("members")) {
        members.append(
            member(
                member.get("id").asText(),
                member.get("resemblance").asDouble(),
                member.get("by").asText()));
      }
      lines.add(
          cluster(
              cluster.get("representative").asText(),
              cluster.get("documents").asLong(),
              cluster.get("kind").asText(),
              cluster.get("reason").asText(),
              members));
    }
    return lines;
  }

  static String member(String id, double resemblance, String by) {
    return String.format(Locale.ROOT, " %s=%.4f/%s", id, resemblance, by);
  }

  static String cluster(
      String representative, long documents, String kind, String reason, CharSequence members) {
    return representative + " x" + documents + " " + kind + " (" + reason + "):" + members;
  }
}
