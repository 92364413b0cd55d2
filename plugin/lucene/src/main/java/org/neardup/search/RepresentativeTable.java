// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;

/**
 * Group number to the document that represents the group, or hash of a text to the document that
 * represents that; open addressing, at most half full. For one thread that fills it, then for any.
 */
final class RepresentativeTable {
  private static final int NONE = -1;
  private static final int AWAITED = -2;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long[] groups;
  private final int[] docs;
  private final int shift;

  /**
   * An empty table.
   *
   * @param most groups it will hold, fewer than 2^29
   */
  RepresentativeTable(int most) {
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, most));
    groups = new long[1 << bits];
    docs = new int[1 << bits];
    Arrays.fill(docs, NONE);
    shift = Long.SIZE - bits;
  }

  /** Notes that the document of a group will be asked for. */
  void await(long group) {
    int slot = slot(group);
    if (docs[slot] == NONE) {
      groups[slot] = group;
      docs[slot] = AWAITED;
    }
  }

  /** Sets the document of a group, unless nobody asks for it or it is set already. */
  void offer(long group, int doc) {
    int slot = slot(group);
    if (docs[slot] == AWAITED) {
      docs[slot] = doc;
    }
  }

  /** The document of a group; negative if it was not set. */
  int doc(long group) {
    return docs[slot(group)];
  }

  /** Where a group is, or would be. */
  private int slot(long group) {
    int slot = (int) ((group * GOLDEN) >>> shift);
    while (docs[slot] != NONE && groups[slot] != group) {
      slot = (slot + 1) & (docs.length - 1);
    }
    return slot;
  }
}
