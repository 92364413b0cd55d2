// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.Arrays;
import org.neardup.sketch.ModuloSketchV1;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.sketch.SlotSketcher;

/** Broder's V_n, stored as ranks. A short text may keep none: then the estimate is NaN. */
final class ModuloSketches implements TextSketches {
  private final int modulus;
  private final long seed;
  private final SlotPacking[] precisionByCount = new SlotPacking[SlotSketcher.MAX_SLOTS + 1];

  ModuloSketches(int modulus, long seed) {
    this.modulus = modulus;
    this.seed = seed;
    Arrays.setAll(precisionByCount, count -> new SlotPacking(Math.max(1, count), Long.SIZE));
  }

  @Override
  public byte[] sketch(long[] elements) {
    return TextSketches.bytes(Sketches.modulo(elements, elements.length, modulus, seed).toArray());
  }

  @Override
  public double estimate(byte[] a, byte[] b) {
    return restore(a).resemblance(restore(b));
  }

  private ModuloSketchV1 restore(byte[] sketch) {
    return ModuloSketchV1.ofRanks(TextSketches.longs(sketch), modulus, seed);
  }

  /**
   * The sample is the union of both sketches; that of the smaller one rather overrates the error.
   */
  @Override
  public SlotPacking precision(int keysOfA, int keysOfB) {
    int count = Math.min(keysOfA, keysOfB);
    return precisionByCount[Math.min(count, SlotSketcher.MAX_SLOTS)];
  }

  @Override
  public long[] keys(byte[] sketch) {
    return BottomSketches.mixed(TextSketches.longs(sketch));
  }

  @Override
  public double largestEstimate(int shared, int keysOfA, int keysOfB) {
    return (double) shared / (keysOfA + keysOfB - shared);
  }
}
