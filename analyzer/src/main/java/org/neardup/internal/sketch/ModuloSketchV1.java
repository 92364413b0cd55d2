// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

/**
 * Broder's V_n: the elements that a random permutation makes a multiple of n, about one in n.
 * Immutable.
 *
 * <p>Its size grows with the set, so it estimates containment as well as resemblance, both without
 * bias unless it is empty. {@link ShareEstimate#of} tells the value and error to show, of a sample
 * of the elements that the estimate is a share of: the kept ones of the union, or of this set.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
public final class ModuloSketchV1 {
  private final int modulus;
  private final long seed;
  private final ElementSet kept;

  private ModuloSketchV1(int modulus, long seed, ElementSet kept) {
    this.modulus = modulus;
    this.seed = seed;
    this.kept = kept;
  }

  /**
   * Sketches one element set in O(count).
   *
   * @param elements well-mixed 64-bit hashes; order and repeats do not matter
   * @param count how many of them to read, at least 1
   * @param modulus the n of V_n, at least 1
   */
  public static ModuloSketchV1 of(long[] elements, int count, int modulus, long seed) {
    Checks.elements(elements, count);
    Checks.between("modulus", modulus, 1, Integer.MAX_VALUE);
    int twos = Integer.numberOfTrailingZeros(modulus);
    long inverse = Hashing.inverse(modulus >>> twos);
    long largest = Long.divideUnsigned(-1L, modulus);
    long[] multiples = new long[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      long rank = Hashing.mix(elements[i] ^ seed);
      // For a multiple, exact division is a product; any other number gives more than the largest
      // quotient. Many times faster than a remainder.
      if (Long.compareUnsigned(Long.rotateRight(rank * inverse, twos), largest) <= 0) {
        multiples[size++] = rank;
      }
    }
    return new ModuloSketchV1(modulus, seed, ElementSet.of(multiples, size));
  }

  /**
   * Restores the sketch that {@link #toArray} came from.
   *
   * @param ranks the ranks of the kept elements; copied
   * @throws IllegalArgumentException if {@code modulus} is below 1
   */
  public static ModuloSketchV1 ofRanks(long[] ranks, int modulus, long seed) {
    Checks.between("modulus", modulus, 1, Integer.MAX_VALUE);
    return new ModuloSketchV1(modulus, seed, ElementSet.of(ranks, ranks.length));
  }

  /** The number of elements kept, 0 or more. */
  public int count() {
    return kept.size();
  }

  /**
   * The estimated resemblance, 0 to 1, or NaN if both sketches are empty: the sets are too small
   * for this modulus.
   *
   * @throws IllegalArgumentException if the sketches differ in modulus or seed
   */
  public double resemblance(ModuloSketchV1 other) {
    requireSame(other);
    return kept.size() + other.kept.size() == 0 ? Double.NaN : kept.resemblance(other.kept);
  }

  /**
   * The estimated share of this set that is in the other, 0 to 1, or NaN if this sketch is empty.
   *
   * @throws IllegalArgumentException if the sketches differ in modulus or seed
   */
  public double containment(ModuloSketchV1 other) {
    requireSame(other);
    return kept.size() == 0 ? Double.NaN : kept.containment(other.kept);
  }

  /**
   * How many of a sketch's elements a set has almost always that contains the sketched one to some
   * share: the most that it reaches but for a probability of {@code missed}, by the binomial law.
   * At least 1, so it may be missed more often if there are fewer than log(missed) / log(1 -
   * containment) elements.
   *
   * @param elements in the sketch, at least 1
   * @param containment of the sketched set in the other, above 0, at most 1
   * @param missed above 0, below 1
   */
  public static int leastShared(int elements, double containment, double missed) {
    Checks.between("elements", elements, 1, Integer.MAX_VALUE);
    if (containment == 1) {
      return elements;
    }
    double logOdds = Math.log(containment) - Math.log1p(-containment);
    double logProbability = elements * Math.log1p(-containment); // of none
    double below = Math.exp(logProbability);
    for (int least = 1; least < elements; least++) {
      logProbability += Math.log((double) (elements - least + 1) / least) + logOdds;
      below += Math.exp(logProbability);
      if (!(below <= missed)) {
        return least;
      }
    }
    return elements;
  }

  private void requireSame(ModuloSketchV1 other) {
    Checks.same("modulus", modulus, other.modulus);
    Checks.sameSeed(seed, other.seed);
  }

  /** The ranks of the kept elements, ascending, in a new array. */
  public long[] toArray() {
    return kept.toArray();
  }
}
