// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import org.neardup.internal.sketch.SketchFormat;

/**
 * Makes sketches; the entry point of this package.
 *
 * <pre>{@code
 * SlotSketcher sketcher = Sketches.fast();
 * long[] a = sketcher.sketch(elementsOfA, countOfA);
 * long[] b = sketcher.sketch(elementsOfB, countOfB);
 * long agreeing = IntStream.range(0, a.length).filter(i -> a[i] == b[i]).count();
 * double resemblance = (double) agreeing / a.length;
 * }</pre>
 *
 * <p>One-permutation hashing is left out on purpose: it is the first round of fast similarity
 * sketching, whose later rounds fill empty slots better than copying neighbours does.
 */
public final class Sketches {
  /** The default number of slots of a sketch. */
  public static final int DEFAULT_SLOTS = 128;

  /** The default number of bits stored per slot. */
  public static final int DEFAULT_BITS = 8;

  /** The public seed: suitable unless the input may be adversarial. */
  public static final long DEFAULT_SEED = 0x6e65617264757031L;

  private Sketches() {}

  /** Fast similarity sketching with the default slots and seed. */
  public static SlotSketcher fast() {
    return fast(DEFAULT_SLOTS, DEFAULT_SEED);
  }

  /** Fast similarity sketching: the choice for indexing and candidates. */
  public static SlotSketcher fast(int slots, long seed) {
    return new FastSimilaritySketcherV1(slots, seed);
  }

  /** MinHash with one permutation per slot: for Broder's algorithm, and for comparison. */
  public static SlotSketcher minHash(int slots, long seed) {
    return new MinHashSketcherV1(slots, seed);
  }

  /**
   * Derives a seed from a secret of any length. Without the secret, nobody can craft a text whose
   * sketch resembles that of another text.
   */
  public static long seed(String secret) {
    return SketchFormat.sha256("neardup seed", secret);
  }
}
