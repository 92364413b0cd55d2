// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers of the documents under each key of a segment how many at the beginning are not live:
 * where one version of a page after the other takes the place of the one before, that is all but
 * the last, and each look-up would go over them again. For one thread.
 *
 * <p>Right as long as documents only cease to be live; {@link #clear} it when one becomes live.
 */
public final class RunStarts {
  /** Fewer are as soon read again. */
  private static final int LEAST = 64;

  private final Map<Long, Long> starts = new HashMap<>();

  /** Forgets everything. */
  public void clear() {
    starts.clear();
  }

  /** The first entry that may be of a live document, of those under a key. */
  long start(long firstEntry) {
    return starts.isEmpty() ? firstEntry : starts.getOrDefault(firstEntry, firstEntry);
  }

  /** Notes that there is none before an entry. */
  void skip(long firstEntry, long start) {
    if (start - firstEntry >= LEAST) {
      starts.put(firstEntry, start);
    }
  }
}
