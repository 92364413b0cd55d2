// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

/**
 * Broder's F_m: the m smallest elements of a set under one random permutation. Immutable.
 *
 * <p>The share of F_m(A∪B) that is in both sketches estimates the resemblance without bias, with a
 * standard error of at most sqrt(r (1 - r) / m). Sets of up to m elements are compared exactly.
 * {@link ShareEstimate#of} with a sample of m tells the value and error to show of an estimate.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
public final class BottomSketchV1 {
  /** The largest size. */
  public static final int MAX_SIZE = 1 << 20;

  private final int size;
  private final long seed;

  /** At most {@code size}. */
  private final ElementSet ranks;

  /** Whether no element was left out. */
  private final boolean whole;

  private BottomSketchV1(int size, long seed, ElementSet ranks, boolean whole) {
    this.size = size;
    this.seed = seed;
    this.ranks = ranks;
    this.whole = whole;
  }

  /**
   * Sketches one element set in O(count + size log size), usually.
   *
   * @param elements well-mixed 64-bit hashes; order and repeats do not matter
   * @param count how many of them to read, at least 1
   * @param size the m of F_m, 1 to {@link #MAX_SIZE}
   */
  public static BottomSketchV1 of(long[] elements, int count, int size, long seed) {
    Checks.elements(elements, count);
    Checks.between("size", size, 1, MAX_SIZE);
    long[] smallest = new long[Math.min(count, 2 * size)];
    long largest = Long.MAX_VALUE; // larger ranks are not among the smallest
    boolean whole = true;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long rank = Hashing.mix(elements[i] ^ seed);
      if (rank <= largest) {
        smallest[kept++] = rank;
      } else {
        whole = false;
      }
      if (kept == smallest.length || i == count - 1) {
        kept = ElementSet.distinct(smallest, kept);
        if (kept > size) {
          whole = false;
          kept = size;
        }
        largest = kept == size ? smallest[size - 1] : Long.MAX_VALUE;
      }
    }
    return new BottomSketchV1(size, seed, ElementSet.of(smallest, kept), whole);
  }

  /**
   * Restores the sketch that {@link #toArray} came from. A sketch of exactly {@code size} elements
   * counts as one that left some out, so comparing it gives an estimate.
   *
   * @param ranks ascending, distinct, 1 to {@code size}; copied
   * @throws IllegalArgumentException if they are not, or {@code size} is out of range
   */
  public static BottomSketchV1 ofRanks(long[] ranks, int size, long seed) {
    Checks.between("size", size, 1, MAX_SIZE);
    Checks.between("ranks", ranks.length, 1, size);
    for (int i = 1; i < ranks.length; i++) {
      if (ranks[i] <= ranks[i - 1]) {
        throw new IllegalArgumentException(
            "ranks must ascend, got " + ranks[i - 1] + " before " + ranks[i]);
      }
    }
    ElementSet kept = ElementSet.of(ranks, ranks.length);
    return new BottomSketchV1(size, seed, kept, ranks.length < size);
  }

  /** The number of elements kept, 1 to m. */
  public int count() {
    return ranks.size();
  }

  /** The m of F_m. */
  public int size() {
    return size;
  }

  /**
   * The estimated resemblance, 0 to 1; exact if neither set has more than {@link #size()} elements.
   *
   * @throws IllegalArgumentException if the sketches differ in size or seed
   */
  public double resemblance(BottomSketchV1 other) {
    requireSame(other);
    int all = ranks.size() + other.ranks.size() - ranks.intersectionSize(other.ranks);
    int sample = whole && other.whole ? all : Math.min(size, all);
    return (double) ranks.commonAmongSmallest(other.ranks, sample) / sample;
  }

  private void requireSame(BottomSketchV1 other) {
    Checks.same("size", size, other.size);
    Checks.sameSeed(seed, other.seed);
  }

  /** The ranks of the kept elements, ascending, in a new array. */
  public long[] toArray() {
    return ranks.toArray();
  }
}
