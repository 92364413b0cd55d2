// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * For figures on a busy machine: the processor time of the measuring threads, per operation, in the
 * best iteration. {@code -prof org.neardup.benchmarks.CpuTimeProfiler}.
 */
public final class CpuTimeProfiler implements InternalProfiler {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "processor time of the measuring threads";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = workerNanos();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = workerNanos() - before;
    double operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult("cpu.min", nanos / operations, "ns/op", AggregationPolicy.MIN));
  }

  private long workerNanos() {
    long nanos = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().contains("jmh-worker")) {
        nanos += Math.max(0, threads.getThreadCpuTime(id));
      }
    }
    return nanos;
  }
}
