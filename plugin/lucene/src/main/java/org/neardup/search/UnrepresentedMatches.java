// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** Hidden documents that match without their representative, ascending, as far as is known. */
final class UnrepresentedMatches {
  private int[] docs = {};
  private int[] representatives = {};
  private int count;

  void add(int doc, int representative) {
    docs = ArrayUtil.grow(docs, count + 1);
    representatives = ArrayUtil.grow(representatives, count + 1);
    docs[count] = doc;
    representatives[count++] = representative;
  }

  /** The same by document, of those added in any order. */
  UnrepresentedMatches sorted() {
    long[] pairs = new long[count];
    Arrays.setAll(pairs, i -> (long) docs[i] << Integer.SIZE | representatives[i]);
    Arrays.sort(pairs);
    UnrepresentedMatches sorted = new UnrepresentedMatches();
    for (long pair : pairs) {
      sorted.add((int) (pair >>> Integer.SIZE), (int) pair);
    }
    return sorted;
  }

  int count() {
    return count;
  }

  int doc(int i) {
    return docs[i];
  }

  int representative(int i) {
    return representatives[i];
  }

  /** The representatives, each once, ascending. */
  int[] groups() {
    return Arrays.stream(representatives, 0, count).sorted().distinct().toArray();
  }
}
