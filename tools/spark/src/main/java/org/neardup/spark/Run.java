// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.neardup.tools.cluster.Stages;

/**
 * What the stages of one run share: the session, what is kept in the storage of the cluster until
 * it is dropped, and what is told. For one thread.
 */
final class Run implements AutoCloseable {
  private final SparkSession spark;
  private final RunLimits limits;
  private final Stages stages;
  private final List<Dataset<Row>> stored = new ArrayList<>();
  private final ShuffleMeter meter = new ShuffleMeter();
  private int rounds;

  Run(SparkSession spark, RunLimits limits, Consumer<String> progress) {
    this.spark = spark;
    this.limits = limits;
    stages = new Stages(progress);
    context().addSparkListener(meter);
  }

  private SparkContext context() {
    return spark.sparkContext();
  }

  SparkSession spark() {
    return spark;
  }

  RunLimits limits() {
    return limits;
  }

  /** Begins a stage, under whose name its jobs are shown. */
  void begin(String stage) {
    stages.begin(stage);
    context().setJobDescription("Neardup: " + stage);
  }

  /** Says what the next jobs of the stage do. */
  void step(String stage, String step) {
    context().setJobDescription("Neardup: " + stage + ": " + step);
  }

  void end() {
    stages.end();
    context().setJobDescription(null);
  }

  /** Counts a round of deciding on groups. */
  int nextRound() {
    return ++rounds;
  }

  int rounds() {
    return rounds;
  }

  Map<String, Double> seconds() {
    return stages.seconds();
  }

  /** Bytes that tasks wrote for others to read, compressed, by all jobs meanwhile. */
  long shuffledBytes() {
    return meter.bytes.get();
  }

  /** Keeps what is computed of it, in memory or on disk, where a lost executor's is made again. */
  Dataset<Row> store(Dataset<Row> data) {
    stored.add(data);
    return data.persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** The same rows as a frame whose plan begins here: so plans do not grow from stage to stage. */
  Dataset<Row> leaf(Dataset<Row> data) {
    return spark.createDataFrame(data.javaRDD(), data.schema());
  }

  /** Keeps it, and begins a new plan. */
  Dataset<Row> keep(Dataset<Row> data) {
    return leaf(store(data));
  }

  /**
   * The same for the outcome of a round. With a checkpoint directory it is written there: then a
   * lost executor does not bring all rounds back.
   */
  Dataset<Row> keepRound(Dataset<Row> data) {
    return context().getCheckpointDir().isDefined() ? data.checkpoint() : keep(data);
  }

  /** Drops what was {@link #store stored}. */
  void drop(Dataset<Row> data) {
    if (stored.remove(data)) {
      data.unpersist(false);
    }
  }

  @Override
  public void close() {
    stored.forEach(data -> data.unpersist(false));
    stored.clear();
    context().removeSparkListener(meter);
    context().setJobDescription(null);
  }

  private static final class ShuffleMeter extends SparkListener {
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null) {
        bytes.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
      }
    }
  }
}
