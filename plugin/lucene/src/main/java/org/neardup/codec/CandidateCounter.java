// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;

/**
 * Gathers the documents found under each key, and ranks them by how often they were found. For one
 * thread.
 */
final class CandidateCounter {
  private int[] docs = new int[64];
  private int size;
  private long cut;

  void clear() {
    size = 0;
    cut = 0;
  }

  void add(int doc) {
    docs = ArrayUtil.grow(docs, size + 1);
    docs[size++] = doc;
  }

  void addCut(long entries) {
    cut += entries;
  }

  Candidates rank(Bits liveDocs) {
    Arrays.sort(docs, 0, size);
    long[] ranked = new long[size];
    int count = 0;
    for (int i = 0, end; i < size; i = end) {
      end = i + 1;
      while (end < size && docs[end] == docs[i]) {
        end++;
      }
      if (liveDocs == null || liveDocs.get(docs[i])) {
        ranked[count++] = ((long) (i - end) << 32) | docs[i];
      }
    }
    ranked = count == size ? ranked : Arrays.copyOf(ranked, count);
    Arrays.sort(ranked);
    return new Candidates(ranked, cut);
  }
}
