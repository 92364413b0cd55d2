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

  @Test
  public void testFramesOfAnyPartitionsAndLimits() {
    Random random = new Random(71);
    List<TestDocument> documents = MadeUpTexts.versions(random, 150);
    for (Grouping grouping : Grouping.values()) {
      NearDuplicates near = near(DEFAULTS).grouping(lower(grouping));
      List<String> expected = all(near, frame(documents, 1, random));
      assertTrue("lines: " + expected.size(), expected.size() > 150);
      assertEquals(expected, all(near.limits(ROUNDS), frame(documents, 17, random)));
      RunLimits oneText = new RunLimits(20_000, 5, 1);
      assertEquals(expected, all(near.limits(oneText), frame(documents, 4, random)));
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
    List<String> expected = all(near(DEFAULTS), frame(documents, 1, random));
    assertEquals(4, expected.size() + 1); // a cluster, a pair, a row
    assertEquals(expected, all(near(DEFAULTS).limits(SMALL), frame(documents, 30, random)));
  }

  /** All documents in one partition, and one text that most of them have. */
  @Test
  public void testSkew() {
    Random random = new Random(73);
    List<TestDocument> documents = new ArrayList<>(MadeUpTexts.versions(random, 60));
    String common = MadeUpTexts.text(random, 40, 500);
    for (int i = 0; i < 150; i++) {
      documents.add(new TestDocument("s" + i, common));
    }
    NearDuplicates near = near(DEFAULTS).maxBucket(5);
    Dataset<Row> even = frame(documents, 4, random);
    List<String> expected = all(near, even);
    Dataset<Row> skewed = even.repartition(5, even.col("position").lt(0));
    assertEquals(expected, all(near.limits(SMALL), skewed));
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
