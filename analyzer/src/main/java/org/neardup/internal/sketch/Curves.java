// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.util.function.DoubleUnaryOperator;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SlotSketcher;

/** Probabilities as functions of the resemblance; for bands, see {@link Bands#matchProbability}. */
public final class Curves {
  private Curves() {}

  /**
   * The probability that at least {@code agree} of {@code slots} slots agree, when each does with
   * probability {@code r}, independently. Accurate to 10 digits far into both tails. For fast
   * similarity sketches, whose slots are not independent, the true curve is steeper.
   *
   * @param slots 1 to {@link SlotSketcher#MAX_SLOTS}
   * @param agree 0 to slots
   * @param r 0 to 1
   */
  public static double atLeast(int slots, int agree, double r) {
    Checks.between("slots", slots, 1, SlotSketcher.MAX_SLOTS);
    Checks.between("agree", agree, 0, slots);
    Checks.between("r", r, 0.0, 1.0);
    if (agree == 0 || r == 1) {
      return 1;
    }
    if (agree > slots * r) {
      return tail(slots, agree, r);
    }
    // Below the mean the other tail is the small one: P(at least) = 1 - P(fewer).
    return 1 - tail(slots, slots - agree + 1, 1 - r);
  }

  /** The sum of the binomial terms from {@code from} up; they decrease from there on. */
  private static double tail(int slots, int from, double r) {
    double term = term(slots, from, r);
    double sum = 0;
    for (int k = from; k <= slots && term > sum * 1e-17; k++) {
      sum += term;
      term *= (slots - k) / (k + 1.0) * (r / (1 - r));
    }
    return sum;
  }

  private static double term(int slots, int agree, double r) {
    double log = agree * Math.log(r) + (slots - agree) * Math.log1p(-r);
    for (int i = 1; i <= agree; i++) {
      log += Math.log((slots - agree + i) / (double) i);
    }
    return Math.exp(log);
  }

  /**
   * The resemblance at which an increasing curve reaches a probability, to 12 digits.
   *
   * @param curve increasing on [0, 1]
   * @return 0 to 1; 1 if the curve does not reach it below that
   */
  public static double reaches(DoubleUnaryOperator curve, double probability) {
    double low = 0;
    double high = 1;
    while (high - low > 1e-12) {
      double middle = (low + high) / 2;
      if (curve.applyAsDouble(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
