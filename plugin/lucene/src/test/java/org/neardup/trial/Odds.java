// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

/**
 * How likely sketches are to say something of two texts of a known resemblance, at most: bounds by
 * Chernoff for slots that agree independently of each other.
 *
 * @param slots of a sketch
 * @param bits of a slot: those of different texts agree by chance with probability 2^-bits
 */
record Odds(int slots, int bits) {
  /** Less likely things do not happen in all trials taken together. */
  static final double NEVER = 1e-10;

  private double chance() {
    return Math.scalb(1.0, -bits);
  }

  private double agreement(double resemblance) {
    return resemblance + (1 - resemblance) * chance();
  }

  /** The standard error of estimates near the threshold, as the documentation has it. */
  double standardError(double threshold) {
    double p = agreement(Math.min(threshold, Math.max(0.5, 1 - 2.5 / slots)));
    return Math.sqrt(p * (1 - p) / slots) / (1 - chance());
  }

  /**
   * The estimate that is shown as a value: 1 if all slots agree, which is shown as half a slot
   * less.
   */
  double estimate(double shown) {
    return slots * (1 - agreement(shown)) <= 0.5 + 1e-9 ? 1 : shown;
  }

  /** That the estimate is at least so much. */
  double atLeast(double estimate, double resemblance) {
    double share = Math.ceil(slots * agreement(estimate) - 1e-9) / slots;
    double p = agreement(resemblance);
    return share > 1 ? 0 : share <= p ? 1 : tail(share, p);
  }

  /** That the estimate is at most so much. */
  double atMost(double estimate, double resemblance) {
    double share = Math.floor(slots * agreement(estimate) + 1e-9) / slots;
    double p = agreement(resemblance);
    return share < 0 ? 0 : share >= p ? 1 : tail(share, p);
  }

  private double tail(double share, double p) {
    return Math.exp(-slots * (term(share, p) + term(1 - share, 1 - p)));
  }

  private static double term(double share, double p) {
    return share == 0 ? 0 : share * Math.log(share / p);
  }

  /** That no band of {@code rows} slots agrees. */
  double sharesNoBand(int bands, int rows, double resemblance) {
    return Math.pow(1 - Math.pow(agreement(resemblance), rows), bands);
  }
}
