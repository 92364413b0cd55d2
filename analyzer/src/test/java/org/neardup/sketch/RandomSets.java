// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.SplittableRandom;

/** Pairs of random element sets of one size and of a wanted resemblance. */
public final class RandomSets {
  public final long[] a;
  public final long[] b;
  private final int common;
  private final SplittableRandom random;

  /**
   * @param size elements of either set
   * @param resemblance wanted; {@link #resemblance()} is the nearest that sets of this size have
   */
  public RandomSets(int size, double resemblance, long seed) {
    this.a = new long[size];
    this.b = new long[size];
    this.common = (int) Math.round(2 * size * resemblance / (1 + resemblance));
    this.random = new SplittableRandom(seed);
    next();
  }

  /** The resemblance that each pair has. */
  public double resemblance() {
    return (double) common / (2 * a.length - common);
  }

  /** Draws the next pair. */
  public void next() {
    for (int i = 0; i < a.length; i++) {
      a[i] = random.nextLong();
      b[i] = i < common ? a[i] : random.nextLong();
    }
  }
}
