// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What texts are compared by, of those that came last: copies of a text often stand near each
 * other, and need not be analysed again. Takes up to 32 MB. Safe for threads.
 */
final class RecentFeatures {
  private static final long MAX_BYTES = 32 << 20;
  private static final int ENTRY_BYTES = 200;

  private final Map<Key, TextFeatures> features = new LinkedHashMap<>(16, .75f, true);
  private long bytes;

  private record Key(String text, long scope) {}

  /** Returns null if the text is not among them. */
  synchronized TextFeatures get(String text, long scope) {
    return features.get(new Key(text, scope));
  }

  synchronized void put(String text, long scope, TextFeatures of) {
    if (bytes(text, of) <= MAX_BYTES / 2 && features.put(new Key(text, scope), of) == null) {
      bytes += bytes(text, of);
      var oldest = features.entrySet().iterator();
      while (bytes > MAX_BYTES) {
        var each = oldest.next();
        bytes -= bytes(each.getKey().text(), each.getValue());
        oldest.remove();
      }
    }
  }

  private static long bytes(String text, TextFeatures features) {
    long[] elements = features.elements();
    byte[] sketch = features.sketch();
    return ENTRY_BYTES
        + (long) Character.BYTES * text.length()
        + (elements == null ? 0 : (long) Long.BYTES * elements.length)
        + (sketch == null ? 0 : sketch.length);
  }
}
