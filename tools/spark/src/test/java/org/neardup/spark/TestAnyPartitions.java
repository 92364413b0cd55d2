// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;

/** The same clusters, pairs and rows, whatever the partitions, empty ones too, and their sizes. */
public class TestAnyPartitions extends SparkTestCase {
  private static final ClusterConfig DEFAULTS = ClusterConfig.defaults();

  private static List<String> all(NearDuplicates near, Dataset<Row> frame) {
    try (Found found = near.find(frame)) {
      List<String> all = new ArrayList<>();
      found.clusters().collectAsList().forEach(each -> all.add(each.toString()));
      all.addAll(sorted(pairs(found.pairs())));
      found.oneVersion().collectAsList().stream().map(Row::toString).sorted().forEach(all::add);
      return all;
    }
  }

  /** Pairs, clusters and rows are those of one machine. */
  private static void assertSame(
      NearDuplicates near, RunLimits limits, List<TestDocument> documents, Dataset<Row> frame)
      throws Exception {
    try (Found found = near.limits(limits).find(frame)) {
      assertSurvivors(documents, assertSame(near.config(), documents, found), found);
    }
  }

  @Test
  public void testFramesOfAnyPartitionsAndLimits() throws Exception {
    Random random = new Random(71);
    List<TestDocument> documents = MadeUpTexts.versions(random, 150);
    for (Grouping grouping : Grouping.values()) {
      NearDuplicates near = near(DEFAULTS).grouping(lower(grouping));
      if (IS_NIGHTLY) {
        assertSame(near, RunLimits.DEFAULTS, documents, frame(documents, 1, random));
      }
      assertSame(near, ROUNDS, documents, frame(documents, 17, random));
      RunLimits oneText = new RunLimits(20_000, 5, 1);
      assertSame(near, oneText, documents, frame(documents, 4, random));
    }
  }

  /** More partitions than rows: most have none. */
  @Test
  public void testEmptyPartitions() {
    Random random = new Random(72);
    List<TestDocument> documents =
        List.of(
            new TestDocument("a", "one two three four five six seven"),
            new TestDocument("b", "one two three four five six seven"));
    assertEquals(
        List.of(
            "[a,2,exact,2 documents with the same text,ArraySeq([b,1.0,same_text])]",
            "a\tb\t1.0000\tsame_text\t0.0000",
            "[0,a,one two three four five six seven,null,null,null,null,null,a,ArraySeq(b)]"),
        all(near(DEFAULTS).limits(SMALL), frame(documents, 30, random)));
  }

  /** All documents in one partition, and one text that most of them have. */
  @Test
  public void testSkew() throws Exception {
    Random random = new Random(73);
    List<TestDocument> documents = new ArrayList<>(MadeUpTexts.versions(random, 60));
    String common = MadeUpTexts.text(random, 40, 500);
    for (int i = 0; i < 150; i++) {
      documents.add(new TestDocument("s" + i, common));
    }
    Dataset<Row> even = frame(documents, 4, random);
    Dataset<Row> skewed = even.repartition(5, even.col("position").lt(0));
    assertSame(near(DEFAULTS).maxBucket(5), SMALL, documents, skewed);
  }

  /** Ids that repeat are documents of their own by position, and one row without. */
  @Test
  public void testDuplicateIds() {
    Random random = new Random(74);
    List<TestDocument> documents = new ArrayList<>();
    for (TestDocument each : MadeUpTexts.versions(random, 60)) {
      documents.add(new TestDocument("same", each.text()));
    }
    try (Found found = near(DEFAULTS).find(frame(documents, 3, random))) {
      long left = found.oneVersion().count();
      Counts counts = found.counts();
      assertEquals(60, counts.documents());
      assertEquals(60 - counts.clustered() + counts.clusters(), left);
    }
    NearDuplicates byId = NearDuplicates.of(spark());
    List<String> once = all(byId, frame(documents, 1, random));
    assertEquals(once, all(byId.limits(SMALL), frame(documents, 6, random)));
  }

  /** What is kept for a run is dropped with it, also of one that failed. */
  @Test
  public void testNothingStaysInStorage() {
    Random random = new Random(75);
    Dataset<Row> frame = frame(MadeUpTexts.versions(random, 40), 2, random);
    int before = context().getPersistentRDDs().size();
    try (Found found = near(DEFAULTS).limits(SMALL).find(frame)) {
      found.clusters().count();
      assertTrue(context().getPersistentRDDs().size() > before);
    }
    assertEquals(before, context().getPersistentRDDs().size());
    JavaRDD<Row> failing =
        frame
            .javaRDD()
            .map(
                row -> {
                  throw new IllegalStateException("fails on purpose");
                });
    Dataset<Row> failed = spark().createDataFrame(failing, TestDocument.SCHEMA);
    try (Found found = near(DEFAULTS).find(failed)) {
      throw new AssertionError(found.counts().toString());
    } catch (Exception expected) {
      assertTrue(String.valueOf(expected.getMessage()).contains("fails on purpose"));
    }
    assertEquals(before, context().getPersistentRDDs().size());
  }
}
