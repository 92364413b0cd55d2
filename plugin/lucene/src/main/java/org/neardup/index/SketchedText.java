// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.sketch.ElementSet;

/** What decisions need to know of a text. Immutable as long as nobody writes to its arrays. */
final class SketchedText {
  private final byte[] value;
  private final long[] elements;
  private final long scope;

  /**
   * A text and its sketch.
   *
   * @param value as {@link org.neardup.codec.SketchValue} lays it out; null if there are no tokens
   * @param elements in text order, with repeats
   * @param scope hash of the scope's name, 0 if there is none
   */
  SketchedText(byte[] value, long[] elements, long scope) {
    this.value = value;
    this.elements = elements;
    this.scope = scope;
  }

  byte[] value() {
    return value;
  }

  int elementCount() {
    return elements.length;
  }

  long scope() {
    return scope;
  }

  ElementSet elementSet() {
    return ElementSet.of(elements, elements.length);
  }
}
