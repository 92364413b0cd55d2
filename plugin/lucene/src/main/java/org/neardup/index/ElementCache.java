// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Optional;
import org.neardup.sketch.ElementSet;

/**
 * The texts that were compared last: to read and shingle one takes some 100 µs, and the texts of a
 * group are compared with each of its representatives. Bounded in memory; for one thread at a time.
 */
final class ElementCache {
  private static final int ENTRY_ELEMENTS = 20; // what an entry takes besides, about

  private final Lru<Long, Optional<ElementSet>> texts;

  ElementCache(long maxElements) {
    texts = new Lru<>(maxElements, (order, text) -> count(text));
  }

  /**
   * The elements of a document.
   *
   * @return null if they are not known; empty if it is known that there are none to be had
   */
  Optional<ElementSet> get(long order) {
    return texts.get(order);
  }

  /** Keeps the elements of a document, until others take their room. */
  void put(long order, Optional<ElementSet> text) {
    texts.put(order, text);
  }

  void clear() {
    texts.clear();
  }

  /** How many texts there are. */
  int size() {
    return texts.count();
  }

  private static int count(Optional<ElementSet> text) {
    return ENTRY_ELEMENTS + text.map(ElementSet::size).orElse(0);
  }
}
