// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.Arrays;

/**
 * What texts are compared by, of those that came last: copies of a text often stand near each
 * other, and need not be analysed again. Each text has one place, which the next one takes over,
 * and all places are emptied when they hold more than 32 MB. Safe for threads.
 */
final class RecentFeatures {
  private static final int PLACES = 1 << 13;
  private static final long MAX_BYTES = 32 << 20;
  private static final int ENTRY_BYTES = 200;

  private final Entry[] places = new Entry[PLACES];

  /** Hashes of their texts: most that are not there are told by these, without a look at a text. */
  private final int[] hashes = new int[PLACES];

  /** What each takes: to read it from what a place has had for long takes longer. */
  private final int[] sizes = new int[PLACES];

  private long bytes;

  private record Entry(String text, long scope, TextFeatures features) {
    long bytes() {
      long[] elements = features.elements();
      byte[] sketch = features.sketch();
      return ENTRY_BYTES
          + (long) Character.BYTES * text.length()
          + (elements == null ? 0 : (long) Long.BYTES * elements.length)
          + (sketch == null ? 0 : sketch.length);
    }
  }

  /** Returns null if the text is not among them. */
  TextFeatures get(String text, long scope) {
    Entry entry = entry(text.hashCode());
    boolean isIt = entry != null && entry.scope == scope && entry.text.equals(text);
    return isIt ? entry.features : null;
  }

  private synchronized Entry entry(int hash) {
    int place = place(hash);
    return hashes[place] == hash ? places[place] : null;
  }

  void put(String text, long scope, TextFeatures of) {
    Entry entry = new Entry(text, scope, of);
    long size = entry.bytes();
    if (size <= MAX_BYTES / 2) {
      put(text.hashCode(), entry, (int) size);
    }
  }

  private synchronized void put(int hash, Entry entry, int size) {
    int place = place(hash);
    bytes += size - sizes[place];
    if (bytes > MAX_BYTES) {
      Arrays.fill(places, null);
      Arrays.fill(sizes, 0);
      bytes = size;
    }
    places[place] = entry;
    hashes[place] = hash;
    sizes[place] = size;
  }

  private static int place(int hash) {
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
