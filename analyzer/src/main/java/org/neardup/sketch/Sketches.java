// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

/** Makes sketchers; the door to this package. */
public final class Sketches {
  /** Slots of a sketch unless said otherwise. */
  public static final int DEFAULT_SLOTS = 128;

  /** Bits stored a slot unless said otherwise. */
  public static final int DEFAULT_BITS = 8;

  /** The public seed: good for everything but input made to deceive. */
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

  /** MinHash with one permutation a slot: for Broder's algorithm, and for comparison. */
  public static MinHashSketcherV1 minHash(int slots, long seed) {
    return new MinHashSketcherV1(slots, seed);
  }

  /**
   * A seed from a secret of any length. With a secret seed nobody outside can make a text whose
   * sketch resembles another's by design.
   */
  public static long seed(String secret) {
    return Digests.sha256("neardup seed", secret);
  }
}
