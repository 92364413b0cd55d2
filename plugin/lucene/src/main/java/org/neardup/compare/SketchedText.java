// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.Arrays;
import org.neardup.sketch.ElementSet;

/** A text as comparisons see it. Immutable as long as nobody writes to its arrays. */
public final class SketchedText {
  /** Bits of a fingerprint. */
  public static final int FINGERPRINT_BITS = 40;

  private final byte[] value;
  private final long[] elements;
  private final long scope;

  /**
   * A text and its sketch.
   *
   * @param value as {@link SketchValue} lays it out; null if there are no tokens
   * @param elements in text order, with repeats
   * @param scope hash of the scope's name, 0 if there is none
   */
  SketchedText(byte[] value, long[] elements, long scope) {
    this.value = value;
    this.elements = elements;
    this.scope = scope;
  }

  /** The sketch as {@link SketchValue} lays it out; null if the text has no tokens. */
  public byte[] value() {
    return value;
  }

  /** How many elements the text has, repeats included; 0 if it has no tokens. */
  public int elementCount() {
    return elements.length;
  }

  /** Hash of the scope's name, 0 if there is none. */
  public long scope() {
    return scope;
  }

  /**
   * The elements, each once, for exact resemblance and containment. The scope is mixed into them:
   * texts of different scopes have none in common.
   */
  public ElementSet elementSet() {
    return ElementSet.of(elements, elements.length);
  }

  /**
   * Elements by which a text is found that quotes this one, or that this one quotes: those with the
   * smallest hash of each 8 in a row. A hash of {@value #FINGERPRINT_BITS} bits for each,
   * ascending; none for a text of fewer elements.
   */
  public long[] fingerprints() {
    return Winnowing.fingerprints(elements);
  }

  /** How many fingerprints a text of so many elements has at least, unless it repeats itself. */
  public static int leastFingerprints(int elements) {
    return elements / Winnowing.WINDOW;
  }

  /** The resemblance to another text, counted. */
  public Resemblance counted(SketchedText other) {
    return Resemblance.counted(elementSet().resemblance(other.elementSet()));
  }

  /** The same for those who do not count: without elements. */
  public SketchedText withoutElements() {
    return new SketchedText(value, new long[0], scope);
  }

  /** As {@link #elementSet} without the scope: those of the text as it would be in no scope. */
  public ElementSet elementSetWithoutScope() {
    long[] unmixed = Arrays.stream(elements).map(element -> element ^ scope).toArray();
    return ElementSet.of(unmixed, unmixed.length);
  }
}
