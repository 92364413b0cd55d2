// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Time since it was made. */
final class Stopwatch {
  private final long start = System.nanoTime();
  private final long startCpu = cpuNanos();

  /** Of wall-clock time. */
  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Of all threads of the process, so that merges count too, and other processes do not. */
  double cpuSeconds() {
    return (cpuNanos() - startCpu) / 1e9;
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
