// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.TestUtils;

/**
 * How a run compares with another on the same topics. Component names are the keys of the JSON.
 *
 * @param difference of the means, positive if this run has more
 * @param p probability of a difference as large if the runs did not differ: a paired t-test,
 *     two-sided; 1 if no topic differs, null with fewer than two topics
 * @param more topics on which this run has more
 * @param equal topics on which both have the same
 * @param less topics on which this run has less
 */
record RunComparison(double difference, Double p, long more, long equal, long less) {

  /** Compares values by topic. */
  static RunComparison of(double[] values, double[] others) {
    int topics = values.length;
    double[] differences =
        IntStream.range(0, topics).mapToDouble(i -> values[i] - others[i]).toArray();
    long more = IntStream.range(0, topics).filter(i -> differences[i] > 0).count();
    long less = IntStream.range(0, topics).filter(i -> differences[i] < 0).count();
    double mean = IntStream.range(0, topics).mapToDouble(i -> differences[i]).average().orElse(0);
    return new RunComparison(
        mean, p(values, others, more + less), more, topics - more - less, less);
  }

  private static Double p(double[] values, double[] others, long different) {
    if (values.length < 2) {
      return null;
    }
    return different == 0 ? 1 : TestUtils.pairedTTest(values, others);
  }

  /** Whether the difference is larger than chance explains, 19 times of 20. */
  boolean isSignificant() {
    return p != null && p < 0.05;
  }
}
