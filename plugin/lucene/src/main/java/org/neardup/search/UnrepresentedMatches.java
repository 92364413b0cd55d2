// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** Hidden documents that match without their representative, ascending, as far as is known. */
final class UnrepresentedMatches {
  private long[] pairs = new long[64]; // document, representative
  private int count;

  void add(int doc, int representative) {
    pairs = ArrayUtil.grow(pairs, count + 1);
    pairs[count++] = (long) doc << Integer.SIZE | representative;
  }

  /** Orders by document what was added in any order. */
  void sort() {
    Arrays.sort(pairs, 0, count);
  }

  int count() {
    return count;
  }

  int doc(int i) {
    return (int) (pairs[i] >>> Integer.SIZE);
  }

  int representative(int i) {
    return (int) pairs[i];
  }

  /** The index of the first document that is not below a bound, at or after a start. */
  int from(int bound, int start) {
    int found = Arrays.binarySearch(pairs, start, count, (long) bound << Integer.SIZE);
    return found < 0 ? -1 - found : found;
  }

  /** The representatives, each once, ascending. */
  int[] groups() {
    return Arrays.stream(pairs, 0, count)
        .mapToInt(pair -> (int) pair)
        .sorted()
        .distinct()
        .toArray();
  }
}
