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
record Kept(JavaSparkContext context, RunLimits limits, List<JavaRDD<?>> kept)
    implements AutoCloseable {
  /** Keeps nothing yet. */
  Kept(JavaSparkContext context, RunLimits limits) {
    this(context, limits, new ArrayList<>());
  }

  /** Partitions for so many bytes. */
  int partitions(long bytes) {
    return limits.partitions(bytes, context.defaultParallelism());
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
