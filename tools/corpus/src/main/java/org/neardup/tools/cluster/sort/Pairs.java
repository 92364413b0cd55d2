// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

/**
 * A pair of different texts as one number; in ascending order by the later text, then the other.
 */
public final class Pairs {

  private Pairs() {}

  public static long of(int a, int b) {
    return (long) Math.max(a, b) << 32 | Math.min(a, b);
  }

  public static int later(long pair) {
    return (int) (pair >>> 32);
  }

  public static int earlier(long pair) {
    return (int) pair;
  }
}
