// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;

/** The live documents of one segment that share keys with a sketch, in ascending order. */
public final class Candidates {
  /** No candidates. */
  public static final Candidates NONE = new Candidates(null);

  private final Bits liveDocs;
  private int[] docs = {};
  private int size;
  private long cut;

  /**
   * None yet.
   *
   * @param liveDocs the documents that count, null for all
   */
  Candidates(Bits liveDocs) {
    this.liveDocs = liveDocs;
  }

  /** Takes a document found under a key, in any order; returns whether it counts. */
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

  /** Once all documents were added: puts them in order, each once. */
  Candidates sorted() {
    Arrays.sort(docs, 0, size);
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (count == 0 || docs[count - 1] != docs[i]) {
        docs[count++] = docs[i];
      }
    }
    size = count;
    return this;
  }

  /** Returns the number of candidates. */
  public int size() {
    return size;
  }

  /** Returns the segment's document number of a candidate, number 0 to size - 1. */
  public int doc(int number) {
    return docs[number];
  }

  /** Returns how many entries of the band index were not read because of the cap. */
  public long cut() {
    return cut;
  }
}
