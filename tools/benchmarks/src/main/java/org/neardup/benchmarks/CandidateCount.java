// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** Counts the different documents among those that were added. */
final class CandidateCount {
  private int[] docs = new int[64];
  private int size;

  void add(int doc) {
    docs = ArrayUtil.grow(docs, size + 1);
    docs[size++] = doc;
  }

  int take() {
    Arrays.sort(docs, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      distinct += i == 0 || docs[i] != docs[i - 1] ? 1 : 0;
    }
    size = 0;
    return distinct;
  }
}
