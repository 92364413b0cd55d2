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
  private Bits liveDocs;

  /**
   * Begins anew.
   *
   * @param newLiveDocs the documents that count, null for all
   */
  void reset(Bits newLiveDocs) {
    liveDocs = newLiveDocs;
    size = 0;
    cut = 0;
  }

  /** Takes a document found under a key; false if it does not count. */
  boolean add(int doc) {
    if (liveDocs != null && !liveDocs.get(doc)) {
      return false;
    }
    docs = ArrayUtil.grow(docs, size + 1);
    docs[size++] = doc;
    return true;
  }

  void addCut(long entries) {
    cut += entries;
  }

  Candidates rank() {
    Arrays.sort(docs, 0, size);
    long[] ranked = new long[size];
    int count = 0;
    for (int i = 0, end; i < size; i = end) {
      end = i + 1;
      while (end < size && docs[end] == docs[i]) {
        end++;
      }
      ranked[count++] = ((long) (i - end) << 32) | docs[i];
    }
    ranked = count == size ? ranked : Arrays.copyOf(ranked, count);
    Arrays.sort(ranked);
    return new Candidates(ranked, cut);
  }
}
