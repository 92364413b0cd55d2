// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.spark.input.LocalSpark;
import org.neardup.tools.cluster.ClusterCounts;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;

/** Compares what Spark finds with what one machine finds. */
abstract class SparkTestCase {
  /** Whether the long forms run. */
  protected static final boolean IS_NIGHTLY = Boolean.getBoolean("tests.nightly");

  /** A filter that lets most texts through, and pieces of few texts. */
  static final RunLimits SMALL = new RunLimits(20, RunLimits.DEFAULTS.lastEdges(), 3);

  /** The same, and groups are decided in rounds until few pairs are left. */
  static final RunLimits ROUNDS = new RunLimits(20, 10, 3);

  static SparkSession spark() {
    return LocalSpark.session();
  }

  static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark().sparkContext());
  }

  /** The documents, with their places, in any order and in so many partitions. */
  static Dataset<Row> frame(List<TestDocument> documents, int partitions, Random random) {
    List<Row> rows = new ArrayList<>();
    for (TestDocument document : documents) {
      rows.add(document.row(rows.size()));
    }
    Collections.shuffle(rows, random);
    return spark().createDataFrame(context().parallelize(rows, partitions), TestDocument.SCHEMA);
  }

  /** The defaults with other settings. */
  static ClusterConfig config(UnaryOperator<NearDuplicates> settings) {
    return settings.apply(NearDuplicates.of(spark())).config();
  }

  static NearDuplicates near(ClusterConfig settings) {
    return NearDuplicates.of(spark())
        .position("position")
        .url("url")
        .date("date")
        .path("path")
        .mainText("main")
        .config(settings);
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static List<String> pairs(Dataset<Row> pairs) {
    return pairs.collectAsList().stream()
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s\t%s\t%.4f\t%s\t%.4f",
                    row.getString(0),
                    row.getString(1),
                    row.getDouble(2),
                    row.getString(3),
                    row.getDouble(4)))
        .toList();
  }

  static List<String> clusters(List<Row> clusters) {
    return clusters.stream().map(SparkTestCase::cluster).toList();
  }

  private static String cluster(Row row) {
    StringBuilder members = new StringBuilder();
    for (Row member : row.<Row>getList(4)) {
      members.append(
          OneMachine.member(member.getString(0), member.getDouble(1), member.getString(2)));
    }
    return OneMachine.cluster(
        row.getString(0), row.getLong(1), row.getString(2), row.getString(3), members);
  }

  static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  /** What is left is each document that is in no cluster, and the first of each that there is. */
  static void assertSurvivors(List<TestDocument> documents, List<Row> clusters, Found found) {
    Map<String, List<String>> expected = new TreeMap<>();
    documents.forEach(each -> expected.put(each.id() + " " + each.text(), List.of()));
    Map<String, String> keys = new TreeMap<>();
    documents.forEach(each -> keys.put(each.id(), each.id() + " " + each.text()));
    for (Row cluster : clusters) {
      List<String> others =
          cluster.<Row>getList(4).stream().map(member -> member.getString(0)).toList();
      others.forEach(other -> expected.remove(keys.get(other)));
      expected.put(keys.get(cluster.getString(0)), others);
    }
    Map<String, List<String>> left = new TreeMap<>();
    for (Row row : found.oneVersion().collectAsList()) {
      String id = row.getAs("id");
      assertEquals(id, row.getAs("neardup_representative"));
      left.put(id + " " + row.getAs("text"), row.getList(row.fieldIndex("neardup_versions")));
    }
    assertEquals(expected, left);
  }

  /** Pairs, clusters in their order, and counts are those of one machine. */
  static Counts assertSame(
      ClusterConfig settings, RunLimits limits, List<TestDocument> documents, Random random)
      throws Exception {
    Dataset<Row> frame = frame(documents, 1 + random.nextInt(5), random);
    try (Found found = near(settings).limits(limits).find(frame)) {
      assertSame(settings, documents, found);
      return found.counts();
    }
  }

  /** The same; gives the clusters. */
  static List<Row> assertSame(ClusterConfig settings, List<TestDocument> documents, Found found)
      throws Exception {
    OneMachine pairs = OneMachine.run(settings, OutputFormat.PAIRS, documents);
    OneMachine expected = OneMachine.run(settings, OutputFormat.CLUSTERS, documents);
    List<Row> clusters = found.clusters().collectAsList();
    assertEquals(sorted(pairs.lines()), sorted(pairs(found.pairs())));
    assertEquals(expected.lines(), clusters(clusters));
    assertSame(expected.counts(), found.counts());
    return clusters;
  }

  private static void assertSame(ClusterCounts expected, Counts counts) {
    assertEquals(expected.documents(), counts.documents() - counts.withoutText());
    assertEquals(expected.texts(), counts.texts());
    assertEquals(expected.candidates(), counts.candidates());
    assertEquals(expected.nearDuplicates(), counts.nearDuplicates());
    assertEquals(expected.clusters(), counts.clusters());
    assertEquals(expected.clustered(), counts.clustered());
    assertEquals(expected.hotBuckets(), counts.hotBuckets());
    assertEquals(expected.skippedPairs(), counts.skippedPairs());
    TreeMap<String, Long> kinds = new TreeMap<>();
    expected.kinds().forEach((kind, count) -> kinds.put(lower(kind), count));
    assertEquals(kinds, counts.kinds());
  }
}
