// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.classic;

import java.util.Arrays;
import org.neardup.internal.sketch.BottomSketchV1;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.ModuloSketchV1;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.cluster.text.TextSketches;

/**
 * Broder's F_m or V_n, stored as ranks. Of V_n a short text may keep none: then the estimate is
 * NaN.
 */
final class RankSketches implements TextSketches {
  private final boolean isBottom;
  private final int size;
  private final long seed;
  private final SlotPacking[] precisionByCount = new SlotPacking[SlotSketcher.MAX_SLOTS + 1];

  /**
   * Sketches.
   *
   * @param isBottom whether they are F_m, and not V_n
   * @param size the m or n
   */
  RankSketches(boolean isBottom, int size, long seed) {
    this.isBottom = isBottom;
    this.size = size;
    this.seed = seed;
    Arrays.setAll(precisionByCount, count -> new SlotPacking(Math.max(1, count), Long.SIZE));
  }

  @Override
  public byte[] sketch(long[] elements) {
    int count = elements.length;
    return TextSketches.bytes(
        isBottom
            ? BottomSketchV1.of(elements, count, size, seed).toArray()
            : ModuloSketchV1.of(elements, count, size, seed).toArray());
  }

  @Override
  public double estimate(byte[] a, byte[] b) {
    long[] ofA = TextSketches.longs(a);
    long[] ofB = TextSketches.longs(b);
    return isBottom
        ? BottomSketchV1.ofRanks(ofA, size, seed)
            .resemblance(BottomSketchV1.ofRanks(ofB, size, seed))
        : ModuloSketchV1.ofRanks(ofA, size, seed)
            .resemblance(ModuloSketchV1.ofRanks(ofB, size, seed));
  }

  /**
   * The sample of V_n is the union of both sketches; that of the smaller one rather overrates the
   * error.
   */
  @Override
  public SlotPacking precision(int keysOfA, int keysOfB) {
    int count = isBottom ? size : Math.min(keysOfA, keysOfB);
    return precisionByCount[Math.min(count, SlotSketcher.MAX_SLOTS)];
  }

  /** Ranks that are kept are the smallest ones, or multiples: their bits are not even. */
  @Override
  public long[] keys(byte[] sketch) {
    long[] keys = TextSketches.longs(sketch);
    Arrays.setAll(keys, i -> Hashing.mix(keys[i]));
    return keys;
  }

  @Override
  public double largestEstimate(int shared, int keysOfA, int keysOfB) {
    int union = keysOfA + keysOfB - shared;
    return (double) shared / (isBottom ? Math.min(size, union) : union);
  }
}
