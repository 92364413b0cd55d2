// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.Test;
import org.neardup.internal.sketch.BagMinHashMeanV1;
import org.neardup.internal.sketch.BottomSketchV1;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.ModuloSketchV1;
import org.neardup.internal.sketch.SlotPacking;

/**
 * One checksum per algorithm, over sketches of 62 sets of 1 to 400 elements. The expected values
 * come from a second implementation in another language; changing one requires a new version.
 */
public class TestStableValues {
  @Test
  public void testFastSimilaritySketch() {
    assertChecksum(-4591653890648164033L, set -> Sketches.fast(100, 7).sketch(set, set.length));
    assertChecksum(6326527072896580265L, set -> Sketches.fast(128, 7).sketch(set, set.length));
    assertChecksum(-956438934714264471L, set -> Sketches.fast(1, 7).sketch(set, set.length));
  }

  @Test
  public void testBandKeys() {
    assertChecksum(-2467856903458158316L, set -> bandKeys(set, new Bands(2, 9), 8));
    assertChecksum(7381949672453848381L, set -> bandKeys(set, new Bands(4, 5), 32));
  }

  private static long[] bandKeys(long[] set, Bands bands, int bits) {
    SlotPacking packing = new SlotPacking(20, bits);
    long[] keys = new long[bands.bands()];
    bands.keys(packing, packing.pack(Sketches.minHash(20, 7).sketch(set, set.length)), 0, keys);
    return keys;
  }

  @Test
  public void testMinHash() {
    assertChecksum(-8548234516044433356L, set -> Sketches.minHash(20, 7).sketch(set, set.length));
  }

  @Test
  public void testBottom() {
    assertChecksum(
        6309669623061281931L, set -> BottomSketchV1.of(set, set.length, 16, 7).toArray());
  }

  @Test
  public void testModulo() {
    assertChecksum(
        1208904948125349765L, set -> ModuloSketchV1.of(set, set.length, 24, 7).toArray());
  }

  @Test
  public void testBagMean() {
    assertChecksum(8080983379378328509L, TestStableValues::bagMeanWithRepeats);
  }

  private static long[] bagMeanWithRepeats(long[] set) {
    long[] bag = Arrays.copyOf(set, set.length + Math.min(3, set.length));
    System.arraycopy(set, 0, bag, set.length, bag.length - set.length);
    return new long[] {
      Double.doubleToRawLongBits(new BagMinHashMeanV1(20, 7).mean(bag, bag.length))
    };
  }

  private static void assertChecksum(long expected, Function<long[], long[]> sketch) {
    SplittableRandom random = new SplittableRandom(2026);
    long checksum = 0;
    long count = 0;
    for (int i = 1; i <= 62; i++) {
      int size = i < 60 ? i : 100 << (i - 60);
      for (long value : sketch.apply(random.longs(size).toArray())) {
        checksum = Hashing.combine(checksum, value);
        count++;
      }
    }
    assertEquals(expected, Hashing.combine(checksum, count));
  }
}
