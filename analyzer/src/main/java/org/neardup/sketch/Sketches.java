// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

/**
 * Makes sketches; the entry point of this package.
 *
 * <pre>{@code
 * SlotSketcher sketcher = Sketches.fast();
 * SlotPacking packing = new SlotPacking(sketcher.slots(), Sketches.DEFAULT_BITS);
 * byte[] a = packing.pack(sketcher.sketch(elementsOfA, countOfA));
 * byte[] b = packing.pack(sketcher.sketch(elementsOfB, countOfB));
 * double resemblance = packing.resemblance(packing.agreeing(a, 0, b, 0));
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
   * Broder's F_m of one element set: a sketch of fixed size from a single permutation.
   *
   * @param elements well-mixed 64-bit hashes; order and repeats do not matter
   * @param count how many of them to read, at least 1
   * @param size the m of F_m, 1 to {@link BottomSketchV1#MAX_SIZE}
   */
  public static BottomSketchV1 bottom(long[] elements, int count, int size, long seed) {
    return BottomSketchV1.of(elements, count, size, seed);
  }

  /**
   * Broder's V_n of one element set: one element in n, for containment.
   *
   * @param elements well-mixed 64-bit hashes; order and repeats do not matter
   * @param count how many of them to read, at least 1
   * @param modulus the n of V_n, at least 1
   */
  public static ModuloSketchV1 modulo(long[] elements, int count, int modulus, long seed) {
    return ModuloSketchV1.of(elements, count, modulus, seed);
  }

  /**
   * Hanov's mean of minima: one number per bag of words, for sorting into windows.
   *
   * @param functions hash functions, 1 to {@link SlotSketcher#MAX_SLOTS}
   */
  public static BagMinHashMeanV1 bagMean(int functions, long seed) {
    return new BagMinHashMeanV1(functions, seed);
  }

  /**
   * Derives a seed from a secret of any length. Without the secret, nobody can craft a text whose
   * sketch resembles that of another text.
   */
  public static long seed(String secret) {
    return SketchFormat.sha256("neardup seed", secret);
  }
}
