// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;

/** Gathers the documents found under each key, and counts how often each was. For one thread. */
final class CandidateBuffer {
  private int[] docs = new int[64];
  private int size;
  private long cut;
  private Bits liveDocs;

  /**
   * Starts again.
   *
   * @param newLiveDocs the documents that count, null for all
   */
  void reset(Bits newLiveDocs) {
    liveDocs = newLiveDocs;
    size = 0;
    cut = 0;
  }

  /** Takes a document found under a key; returns whether it counts. */
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

  Candidates candidates() {
    Arrays.sort(docs, 0, size);
    int[] found = new int[size];
    int[] times = new int[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (count == 0 || found[count - 1] != docs[i]) {
        found[count++] = docs[i];
      }
      times[count - 1]++;
    }
    return new Candidates(found, times, count, cut);
  }
}
