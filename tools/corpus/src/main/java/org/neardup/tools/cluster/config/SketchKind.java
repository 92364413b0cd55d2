// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

import java.io.Serializable;
import org.neardup.internal.sketch.BottomSketchV1;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.console.Json;

/**
 * Which sketch, and how large.
 *
 * @param size slots, or the m of F_m, or the n of V_n
 */
public record SketchKind(Algorithm algorithm, int size) implements Serializable {

  /** The four that {@link org.neardup.sketch.Sketches} has. */
  public enum Algorithm {
    /** Fast similarity sketch. */
    FAST(SlotSketcher.MAX_SLOTS),
    /** One permutation a slot. */
    MINHASH(SlotSketcher.MAX_SLOTS),
    /** Broder's F_m. */
    BOTTOM(BottomSketchV1.MAX_SIZE),
    /** Broder's V_n. */
    MODULO(Integer.MAX_VALUE);

    private final int maxSize;

    Algorithm(int maxSize) {
      this.maxSize = maxSize;
    }
  }

  /** Checks the size. */
  public SketchKind {
    if (size < 1 || size > algorithm.maxSize) {
      throw new IllegalArgumentException(
          "sketch "
              + Json.lower(algorithm)
              + " must have a size between 1 and "
              + algorithm.maxSize
              + ", got "
              + size);
    }
  }

  /**
   * Reads {@code fast:128} and the like.
   *
   * @throws IllegalArgumentException if the text is not of this form or the size is out of range
   */
  public static SketchKind parse(String text) {
    for (Algorithm algorithm : Algorithm.values()) {
      String prefix = Json.lower(algorithm) + ":";
      if (text.matches(prefix + "\\d{1,9}")) {
        return new SketchKind(algorithm, Integer.parseInt(text.substring(prefix.length())));
      }
    }
    throw new IllegalArgumentException(
        "sketch must be fast:SLOTS, minhash:SLOTS, bottom:M or modulo:N, got " + text);
  }

  /** Whether it has slots, which bands are made of. */
  boolean hasSlots() {
    return algorithm == Algorithm.FAST || algorithm == Algorithm.MINHASH;
  }

  @Override
  public String toString() {
    return Json.lower(algorithm) + ":" + size;
  }
}
