// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;

/** Tasks fail, and some have more to do than others. */
public class TestFailingTasks extends SparkTestCase {
  private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

  /** Each task that reads a partition fails in its midst when it is tried first. */
  @Test
  public void testTasksThatFailAreTriedAgain() throws Exception {
    Random random = new Random(1);
    List<TestDocument> documents = MadeUpTexts.versions(random, 200);
    OneMachine expected =
        OneMachine.run(ClusterConfig.defaults(), OutputFormat.CLUSTERS, documents);
    MapPartitionsFunction<Row, Row> failing = Failing::new;
    Dataset<Row> frame =
        frame(documents, 3, random).mapPartitions(failing, Encoders.row(TestDocument.SCHEMA));
    try (Found found = near(ClusterConfig.defaults()).limits(SMALL).find(frame)) {
      List<Row> clusters = found.clusters().collectAsList();
      assertEquals(expected.lines(), clusters(clusters));
      assertSurvivors(documents, clusters, found);
    }
    assertTrue(FAILED.toString(), FAILED.size() >= 9); // all three readings and more
  }

  /** Rows of a task, of which the tenth fails when the task is tried first. */
  private static final class Failing implements Iterator<Row> {
    private final Iterator<Row> rows;
    private int read;

    Failing(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public Row next() {
      TaskContext task = TaskContext.get();
      if (++read == 10 && task.attemptNumber() == 0) {
        String name = task.stageId() + "/" + task.partitionId();
        FAILED.add(name);
        throw new IllegalStateException("fails on purpose: " + name);
      }
      return rows.next();
    }
  }

  /** Hot buckets are cut into pieces: what tasks read and compare is about the same. */
  @Test
  public void testNoTaskHasMostOfATemplateFlood() {
    Counts counts = evenly(MadeUpTexts.flood(new Random(2), 4_000, 60, 4), "sketch");
    assertEquals(counts.toString(), 0, counts.inDoubt());
  }

  /** Pairs in doubt are counted in the same pieces. */
  @Test
  public void testNoTaskCountsMostOfATemplateFlood() {
    Counts counts = evenly(MadeUpTexts.flood(new Random(3), 2_000, 60, 9), "auto");
    assertTrue(counts.toString(), counts.inDoubt() > 100_000);
  }

  private static Counts evenly(List<TestDocument> documents, String verification) {
    RunLimits limits = new RunLimits(400_000, 1_000_000, 200);
    Records records = new Records();
    spark().sparkContext().addSparkListener(records);
    NearDuplicates near = near(ClusterConfig.defaults()).maxBucket(100).verification(verification);
    try (Found found = near.limits(limits).find(frame(documents, 4, new Random(2)))) {
      assertTrue(found.counts().toString(), found.counts().hotBuckets() > 0);
      return found.counts();
    } finally {
      spark().sparkContext().removeSparkListener(records);
      records.assertEven();
    }
  }

  /** Bytes that tasks read of other tasks, by stage. */
  private static final class Records extends SparkListener {
    private final Map<Integer, List<Long>> bytes = new ConcurrentHashMap<>();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      bytes
          .computeIfAbsent(end.stageId(), stage -> new CopyOnWriteArrayList<>())
          .add(end.taskMetrics().shuffleReadMetrics().totalBytesRead());
    }

    void assertEven() {
      assertTrue(!bytes.isEmpty());
      bytes.forEach(
          (stage, sizes) -> {
            List<Long> sorted = sizes.stream().sorted().toList();
            long median = sorted.get(sorted.size() / 2);
            long most = sorted.getLast();
            assertTrue(stage + ": " + sorted, most < 100_000 || most <= 5 * median);
          });
    }
  }
}
