// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

/** A set of a few documents; open addressing, at most half full. Unchanging, for any thread. */
final class DocSet {
  private static final int GOLDEN = 0x9E3779B9;

  private final int[] slots; // a document's number plus one; 0: free
  private final int shift;

  /** The set of these documents, which may be up to 2^29. */
  DocSet(int[] docs) {
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, docs.length));
    slots = new int[1 << bits];
    shift = Integer.SIZE - bits;
    for (int doc : docs) {
      slots[slot(doc)] = doc + 1;
    }
  }

  boolean contains(int doc) {
    return slots[slot(doc)] != 0;
  }

  /** Where a document is, or would be. */
  private int slot(int doc) {
    int slot = (doc * GOLDEN) >>> shift;
    while (slots[slot] != 0 && slots[slot] != doc + 1) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
