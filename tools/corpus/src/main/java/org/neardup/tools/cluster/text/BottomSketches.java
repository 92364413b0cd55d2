// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import org.neardup.sketch.BottomSketchV1;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.sketch.SlotSketcher;

/** Broder's F_m, stored as ranks. */
record BottomSketches(int size, long seed, SlotPacking precision) implements TextSketches {

  BottomSketches(int size, long seed) {
    this(size, seed, new SlotPacking(Math.min(size, SlotSketcher.MAX_SLOTS), Long.SIZE));
  }

  @Override
  public byte[] sketch(long[] elements) {
    return TextSketches.bytes(Sketches.bottom(elements, elements.length, size, seed).toArray());
  }

  @Override
  public double estimate(byte[] a, byte[] b) {
    return restore(a).resemblance(restore(b));
  }

  private BottomSketchV1 restore(byte[] sketch) {
    return BottomSketchV1.ofRanks(TextSketches.longs(sketch), size, seed);
  }

  @Override
  public SlotPacking precision(int keysOfA, int keysOfB) {
    return precision;
  }

  @Override
  public long[] keys(byte[] sketch) {
    return mixed(TextSketches.longs(sketch));
  }

  /** Ranks that are kept are the smallest ones, or multiples: their bits are not even. */
  static long[] mixed(long[] ranks) {
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = Hashing.mix(ranks[i]);
    }
    return ranks;
  }

  @Override
  public double largestEstimate(int shared, int keysOfA, int keysOfB) {
    return (double) shared / Math.min(size, keysOfA + keysOfB - shared);
  }
}
