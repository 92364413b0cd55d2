// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Arrays;

/**
 * Divides what one search may look at among its keys: a key that few documents share tells more of
 * a document than one that a whole template shares, so it gets all it needs, and the others get
 * equal shares of the rest.
 */
public final class Shares {
  private Shares() {}

  /**
   * The share of each.
   *
   * @param wanted by each, at least 0
   * @param all that there is to divide, at least 0
   * @return at most what is wanted, and {@code all} together if more is wanted together
   */
  public static long[] of(long[] wanted, long all) {
    long[] ascending = wanted.clone();
    Arrays.sort(ascending);
    long left = all;
    long most = Long.MAX_VALUE; // that any gets, but for one more
    long oneMore = 0; // so many of those that want more than the most
    for (int i = 0; i < ascending.length; i++) {
      int others = ascending.length - i;
      if (ascending[i] > left / others) {
        most = left / others;
        oneMore = left % others;
        break;
      }
      left -= ascending[i];
    }
    long[] shares = new long[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      shares[i] = Math.min(wanted[i], most);
      if (wanted[i] > most && oneMore > 0) {
        shares[i]++;
        oneMore--;
      }
    }
    return shares;
  }
}
