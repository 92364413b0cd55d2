// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.SketchKind;

/** Sketches with slots. */
public record SlotSketches(SlotSketcher sketcher, SlotPacking packing) implements TextSketches {

  /** Sketches of the kind that the config names, stored as its candidates need them. */
  public static SlotSketches of(ClusterConfig config) {
    int size = config.sketch().size();
    long seed = Sketches.DEFAULT_SEED;
    if (config.sketch().algorithm() == SketchKind.Algorithm.MINHASH) {
      return new SlotSketches(Sketches.minHash(size, seed), new SlotPacking(size, Long.SIZE));
    }
    // Sorting by slot values needs them whole: of 8 bits, many texts have the same by chance.
    boolean whole = config.candidates() == CandidateMethod.BRODER;
    int bits = whole ? Long.SIZE : Sketches.DEFAULT_BITS;
    return new SlotSketches(Sketches.fast(size, seed), new SlotPacking(size, bits));
  }

  @Override
  public byte[] sketch(long[] elements) {
    return packing.pack(sketcher.sketch(elements, elements.length));
  }

  @Override
  public double estimate(byte[] a, byte[] b) {
    return packing.resemblance(packing.agreeing(a, 0, b, 0));
  }

  @Override
  public SlotPacking precision(int keysOfA, int keysOfB) {
    return packing;
  }

  /** A value and the slot it stands in make a key. For slots stored whole. */
  @Override
  public long[] keys(byte[] sketch) {
    long[] keys = packing.unpack(sketch, 0);
    for (int slot = 0; slot < keys.length; slot++) {
      keys[slot] = Hashing.combine(slot, keys[slot]);
    }
    return keys;
  }

  @Override
  public double largestEstimate(int shared, int keysOfA, int keysOfB) {
    return packing.resemblance(Math.min(shared, packing.slots()));
  }
}
