// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.tools.cluster.text.TextStore;

/**
 * Texts whose sketches have too few keys to tell whether they are contained in others: these share
 * elements instead. Of other texts, those elements count that a short one has; a few more pass the
 * filter by chance, which costs time only. For any thread.
 */
final class ShortTexts {
  private static final int FILTER_BITS = 27;

  private final TextStore texts;
  private final int leastKeys;
  private final FixedBitSet filter;

  /**
   * Reads the short ones.
   *
   * @param leastKeys texts with fewer are short
   */
  ShortTexts(TextStore texts, int leastKeys) throws IOException {
    this.texts = texts;
    this.leastKeys = leastKeys;
    FixedBitSet found = null;
    TextStore.Reader reader = texts.reader();
    for (int text = 0; text < texts.count(); text++) {
      if (contains(text)) {
        found = found == null ? new FixedBitSet(1 << FILTER_BITS) : found;
        for (long element : reader.elementArray(text)) {
          found.set(place(element));
        }
      }
    }
    filter = found;
  }

  private static int place(long element) {
    return (int) (element >>> (Long.SIZE - FILTER_BITS));
  }

  /** Whether a text is short. */
  boolean contains(int text) {
    return texts.keyCount(text) < leastKeys;
  }

  /** The elements of a text that short ones have. */
  long[] elements(TextStore.Reader reader, int text) throws IOException {
    return filter == null
        ? new long[0]
        : Arrays.stream(reader.elementArray(text)).filter(e -> filter.get(place(e))).toArray();
  }
}
