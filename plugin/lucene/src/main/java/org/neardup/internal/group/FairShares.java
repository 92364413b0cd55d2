// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.Arrays;

/**
 * Divides what one search may read among its keys. A key that few documents share says more about a
 * document than one that a whole template shares, so it gets all it needs, and the others get equal
 * shares of the rest.
 */
public final class FairShares {
  private FairShares() {}

  /**
   * Returns the share of each.
   *
   * @param wanted what each wants, at least 0
   * @param all what there is to divide, at least 0
   * @return at most what each wants; {@code all} in sum, if more is wanted in sum
   */
  public static long[] of(long[] wanted, long all) {
    long[] ascending = wanted.clone();
    Arrays.sort(ascending);
    long left = all;
    long most = Long.MAX_VALUE; // what each gets at most, without the one more
    long oneMore = 0; // how many get one more
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
