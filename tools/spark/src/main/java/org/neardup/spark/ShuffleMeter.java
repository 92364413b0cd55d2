// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts the bytes that tasks write for others to read, compressed, by all jobs meanwhile. */
final class ShuffleMeter extends SparkListener {
  private final AtomicLong bytes = new AtomicLong();

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null) {
      bytes.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten());
    }
  }

  long bytes() {
    return bytes.get();
  }
}
