// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/**
 * What stays in the storage of the cluster until it is dropped, and into how many partitions it is
 * divided. For one thread.
 */
final class Kept implements AutoCloseable {
  private final JavaSparkContext context;
  private final RunLimits limits;
  private final List<JavaRDD<?>> kept = new ArrayList<>();

  Kept(JavaSparkContext context, RunLimits limits) {
    this.context = context;
    this.limits = limits;
  }

  RunLimits limits() {
    return limits;
  }

  /** Partitions for so many bytes. */
  int partitions(long bytes) {
    return limits.partitions(bytes, context.defaultParallelism());
  }

  JavaSparkContext context() {
    return context;
  }

  /** Keeps what is computed of it, in memory or on disk. */
  <T> JavaRDD<T> keep(JavaRDD<T> data) {
    kept.add(data);
    return data.persist(StorageLevel.MEMORY_AND_DISK());
  }

  /**
   * The same for the outcome of a round, which is written to the checkpoint directory if there is
   * one: then a lost executor does not bring all rounds back.
   */
  <T> JavaRDD<T> keepRound(JavaRDD<T> data) {
    keep(data);
    if (context.getCheckpointDir().isPresent()) {
      data.checkpoint();
    }
    return data;
  }

  void drop(JavaRDD<?> data) {
    if (kept.remove(data)) {
      data.unpersist(false);
    }
  }

  @Override
  public void close() {
    kept.forEach(data -> data.unpersist(false));
    kept.clear();
  }
}
