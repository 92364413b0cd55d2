// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import java.util.Arrays;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.text.TextStore;

/**
 * An order of the elements of all texts, rare ones first, for prefix filters.
 *
 * <p>Elements are counted in a table by hash, so that "rare" is a guess where counts fall together.
 * Any order is right; a good one is fast. For any thread.
 */
final class ElementOrder {
  private static final int COUNTER_BITS = 24;
  private static final int MAX_COUNT = (1 << 23) - 1;

  /** Leading bits of an element that stand for it in the order. */
  private static final int ELEMENT_BITS = 40;

  /** Bits that are left for other things in an entry. */
  static final int OTHER_BITS = Long.SIZE - ELEMENT_BITS;

  private final int[] counts = new int[1 << COUNTER_BITS];

  /** Counts. */
  ElementOrder(TextStore texts) throws IOException {
    TextStore.Reader reader = texts.reader();
    for (int text = 0; text < texts.count(); text++) {
      for (long element : reader.elementArray(text)) {
        counts[counter(element)]++;
      }
    }
  }

  private static int counter(long element) {
    return (int) (element >>> (Long.SIZE - COUNTER_BITS));
  }

  /** Puts elements into the order, in place, as numbers for {@link #entry}. */
  long[] sort(long[] elements) {
    Arrays.setAll(elements, i -> place(elements[i]));
    Arrays.sort(elements);
    return elements;
  }

  /** The rarer, the smaller; elements with the same leading bits count as one that repeats. */
  private long place(long element) {
    long count = Math.min(counts[counter(element)], MAX_COUNT);
    return count << ELEMENT_BITS | element >>> (Long.SIZE - ELEMENT_BITS);
  }

  /**
   * What sorting brings together: the leading bits of an element.
   *
   * @param ordered one of {@link #sort}
   * @param lowBits bits that are 0
   */
  static long entry(long ordered, int lowBits) {
    return (ordered << OTHER_BITS) & ~KeyedTexts.mask(lowBits);
  }
}
