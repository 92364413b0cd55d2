// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers, for each key of a segment, how many of its first documents are not live. Where each
 * version of a page replaces the one before, that is all but the last, and each look-up would read
 * them again. For one thread.
 *
 * <p>Valid as long as documents only cease to be live; {@link #clear} it when one becomes live.
 */
public final class DeletedPrefixes {
  /** Fewer are just as quickly read again. */
  private static final int LEAST = 64;

  private final Map<Long, Long> starts = new HashMap<>();

  /** Remembers nothing yet. */
  public DeletedPrefixes() {}

  /** Forgets everything. */
  public void clear() {
    starts.clear();
  }

  /** The first entry under a key that may be of a live document. */
  long start(long firstEntry) {
    return starts.isEmpty() ? firstEntry : starts.getOrDefault(firstEntry, firstEntry);
  }

  /** Notes that no entry before this one is of a live document. */
  void skip(long firstEntry, long start) {
    if (start - firstEntry >= LEAST) {
      starts.put(firstEntry, start);
    }
  }
}
