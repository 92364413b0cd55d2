// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.Arrays;
import org.neardup.compare.Resemblance;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.Hashing;

/** A text as comparisons see it. Immutable as long as nobody writes to its arrays. */
public final class SketchedText {
  /** Bits of a fingerprint. */
  public static final int FINGERPRINT_BITS = 40;

  /** Elements in a row among which there is a fingerprint. */
  private static final int WINDOW = 8;

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
  public SketchedText(byte[] value, long[] elements, long scope) {
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
   * Elements by which a text is found that quotes this one, or that this one quotes: of each
   * {@value #WINDOW} in a row the one with the smallest hash. So two texts that have as many
   * elements in a row in common have a fingerprint in common, wherever the passage begins in each,
   * and a text has about 2 for each 9 elements.
   *
   * @return a hash of {@value #FINGERPRINT_BITS} bits for each, ascending; none for a text of fewer
   *     elements
   * @see <a href="https://doi.org/10.1145/872757.872770">Schleimer, Wilkerson, Aiken, Winnowing:
   *     local algorithms for document fingerprinting, 2003</a>
   */
  public long[] fingerprints() {
    long[] hashes = new long[elements.length];
    Arrays.setAll(hashes, i -> Hashing.mix(elements[i]) >>> (Long.SIZE - FINGERPRINT_BITS));
    long[] chosen = new long[Math.max(0, hashes.length - WINDOW + 1)];
    int least = -1;
    int count = 0;
    for (int end = WINDOW; end <= hashes.length; end++) {
      int start = end - WINDOW;
      int before = least;
      if (least < start) { // also at first
        least = start;
        for (int i = start + 1; i < end; i++) {
          least = hashes[i] <= hashes[least] ? i : least;
        }
      } else if (hashes[end - 1] <= hashes[least]) {
        least = end - 1;
      }
      if (least != before) {
        chosen[count++] = hashes[least];
      }
    }
    return Arrays.stream(chosen, 0, count).sorted().distinct().toArray();
  }

  /** How many fingerprints a text of so many elements has at least, unless it repeats itself. */
  public static int leastFingerprints(int elements) {
    return elements / WINDOW;
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
