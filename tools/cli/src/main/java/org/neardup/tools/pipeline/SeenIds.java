// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/**
 * Remembers ids as 64-bit hashes in an open-addressing table: 11 to 22 bytes an id. Two ids of ten
 * million share a hash with a probability below 0.00001; a note would then be wrong, nothing else.
 * For one thread.
 */
public final class SeenIds {
  private static final int FIRST_SLOTS = 1 << 10;

  private long[] slots = new long[FIRST_SLOTS];
  private int size;

  /** Adds an id; false if it was there already. */
  public boolean add(String id) {
    if (size >= slots.length / 4 * 3) {
      grow();
    }
    boolean added = insert(slots, hash(id));
    size += added ? 1 : 0;
    return added;
  }

  private void grow() {
    long[] larger = new long[slots.length * 2];
    for (long hash : slots) {
      if (hash != 0) {
        insert(larger, hash);
      }
    }
    slots = larger;
  }

  private static boolean insert(long[] slots, long hash) {
    int at = (int) hash & slots.length - 1;
    while (slots[at] != 0) {
      if (slots[at] == hash) {
        return false;
      }
      at = at + 1 & slots.length - 1;
    }
    slots[at] = hash;
    return true;
  }

  /** Zero marks an empty slot, so no id has it. */
  private static long hash(String id) {
    long hash = StringHelper.murmurhash3_x64_128(new BytesRef(id))[0];
    return hash == 0 ? 1 : hash;
  }
}
