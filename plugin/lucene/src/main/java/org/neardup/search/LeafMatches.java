// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Documents of a segment that match, added in ascending order: a list while they are few, then
 * bits. For one thread.
 */
final class LeafMatches {
  private static final int FEW = 16;

  private final int docBase;
  private final int maxDoc;
  private int[] few = new int[64];
  private int count;
  private FixedBitSet bits; // null while they are few

  LeafMatches(LeafReaderContext leaf) {
    docBase = leaf.docBase;
    maxDoc = leaf.reader().maxDoc();
  }

  void add(int doc) {
    if (bits != null) {
      bits.set(doc);
    } else if (count < mostFew(maxDoc)) {
      few = ArrayUtil.grow(few, count + 1);
      few[count++] = doc;
    } else {
      makeBits();
      bits.set(doc);
    }
  }

  /** Up to how many documents of a segment are a list. */
  private static int mostFew(int maxDoc) {
    return Math.max(FEW, maxDoc >> Matches.FEW_SHIFT);
  }

  private void makeBits() {
    bits = new FixedBitSet(maxDoc);
    for (int i = 0; i < count; i++) {
      bits.set(few[i]);
    }
  }

  /** The documents, as numbers in the segment; null if they are in a list. */
  FixedBitSet bits() {
    return bits;
  }

  /** How many documents there are if they are in a list; else very many. */
  int count() {
    return bits == null ? count : Integer.MAX_VALUE;
  }

  /** Copies the list, as numbers in the index, and returns where the copy ends. */
  int copyTo(int[] docs, int start) {
    for (int i = 0; i < count; i++) {
      docs[start + i] = docBase + few[i];
    }
    return start + count;
  }

  /** Adds the documents, as numbers in the index. */
  void addTo(FixedBitSet docs) {
    if (bits != null) {
      FixedBitSet.orRange(bits, 0, docs, docBase, maxDoc);
      return;
    }
    for (int i = 0; i < count; i++) {
      docs.set(docBase + few[i]);
    }
  }
}
