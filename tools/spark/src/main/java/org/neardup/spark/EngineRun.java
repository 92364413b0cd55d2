// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterators;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.neardup.tools.cluster.Stages;

/**
 * What the stages of one run share: the session, the frames that are kept until they are dropped,
 * and what is told. For one thread.
 */
final class EngineRun implements AutoCloseable {
  /** Without checkpoints, all rounds are sent with each task of the next one. */
  private static final int MOST_ROUNDS = 10;

  private final SparkSession spark;
  private final RunLimits limits;
  private final Stages stages;
  private final IdentityHashMap<Dataset<Row>, JavaRDD<InternalRow>> kept = new IdentityHashMap<>();
  private final ShuffleMeter meter = new ShuffleMeter();
  private int rounds;

  EngineRun(org.apache.spark.sql.SparkSession spark, RunLimits limits, Consumer<String> progress) {
    this.spark = (SparkSession) spark;
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

  /**
   * Whether there is another round of deciding on groups, which is then told and counted; else one
   * task takes the pairs that are left.
   */
  boolean nextRound(long pairs) {
    boolean isLast = pairs <= limits.lastEdges() || (rounds >= MOST_ROUNDS && !isCheckpointed());
    rounds += isLast ? 0 : 1;
    step("grouping", isLast ? "the last pairs, in one task" : "round " + rounds);
    return !isLast;
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

  /**
   * Keeps the rows in memory or on disk; those of a lost executor are computed again. The plan of
   * the frame begins here, so that planning does not take longer from stage to stage.
   */
  Dataset<Row> keep(Dataset<Row> data) {
    JavaRDD<InternalRow> stored =
        data.queryExecution()
            .toRdd()
            .toJavaRDD()
            .map(InternalRow::copy)
            .persist(StorageLevel.MEMORY_AND_DISK());
    Dataset<Row> leaf = spark.internalCreateDataFrame(stored.rdd(), data.schema(), false);
    kept.put(leaf, stored);
    return leaf;
  }

  /**
   * The same for the outcome of a round. With a checkpoint directory it is written there, so that a
   * lost executor does not bring all rounds back. Otherwise it is shuffled, as tasks are sent all
   * plans since the last shuffle.
   */
  Dataset<Row> keepRound(Dataset<Row> data) {
    return isCheckpointed() ? data.checkpoint() : keep(data.repartition(col(data.columns()[0])));
  }

  private boolean isCheckpointed() {
    return context().getCheckpointDir().isDefined();
  }

  /** Drops what was {@link #keep kept}. */
  void drop(Dataset<Row> data) {
    kept.remove(data).unpersist(false);
  }

  <T> Broadcast<T> broadcast(T value) {
    return JavaSparkContext.fromSparkContext(context()).broadcast(value);
  }

  static <T> Stream<T> stream(Iterator<T> rows) {
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false);
  }

  @Override
  public void close() {
    kept.values().forEach(data -> data.unpersist(false));
    kept.clear();
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
