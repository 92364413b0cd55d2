// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.Arrays;
import org.neardup.sketch.Hashing;

/**
 * Chooses fingerprints of a text among its elements: of each {@value #WINDOW} in a row the one with
 * the smallest hash. So two texts that have as many elements in a row in common have a fingerprint
 * in common, wherever the passage begins in each, and a text has about 2 for each 9 elements.
 *
 * @see <a href="https://doi.org/10.1145/872757.872770">Schleimer, Wilkerson, Aiken, Winnowing:
 *     local algorithms for document fingerprinting, 2003</a>
 */
final class Winnowing {
  /** Elements in a row among which there is a fingerprint. */
  static final int WINDOW = 8;

  private static final int DROPPED_BITS = Long.SIZE - SketchedText.FINGERPRINT_BITS;

  private Winnowing() {}

  /** Of elements in text order: each fingerprint once, ascending; none of fewer than a window. */
  static long[] fingerprints(long[] elements) {
    long[] chosen = new long[Math.max(0, elements.length - WINDOW + 1)];
    long[] hashes = new long[elements.length];
    Arrays.setAll(hashes, i -> Hashing.mix(elements[i]) >>> DROPPED_BITS);
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
}
