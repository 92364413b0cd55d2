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
    Entry entry = entry(text);
    boolean isIt = entry != null && entry.scope == scope && entry.text.equals(text);
    return isIt ? entry.features : null;
  }

  private synchronized Entry entry(String text) {
    return places[place(text)];
  }

  synchronized void put(String text, long scope, TextFeatures of) {
    Entry entry = new Entry(text, scope, of);
    int place = place(text);
    if (entry.bytes() > MAX_BYTES / 2) {
      return;
    }
    bytes += entry.bytes() - (places[place] == null ? 0 : places[place].bytes());
    if (bytes > MAX_BYTES) {
      Arrays.fill(places, null);
      bytes = entry.bytes();
    }
    places[place] = entry;
  }

  private static int place(String text) {
    int hash = text.hashCode();
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
