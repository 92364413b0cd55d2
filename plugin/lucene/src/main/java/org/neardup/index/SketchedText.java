// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.sketch.ElementSet;

/** What decisions need to know of a text. Immutable as long as nobody writes to its arrays. */
final class SketchedText {
  private final byte[] value;
  private final long[] elements;

  /**
   * A text and its sketch.
   *
   * @param value as {@link org.neardup.codec.SketchValue} lays it out; null if there are no tokens
   * @param elements in text order, with repeats
   */
  SketchedText(byte[] value, long[] elements) {
    this.value = value;
    this.elements = elements;
  }

  byte[] value() {
    return value;
  }

  int elementCount() {
    return elements.length;
  }

  ElementSet elementSet() {
    return ElementSet.of(elements, elements.length);
  }
}
