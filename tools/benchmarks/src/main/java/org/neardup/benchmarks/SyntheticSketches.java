// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.SplittableRandom;
import org.apache.lucene.util.BitUtil;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SketchFormat;

/**
 * Generated sketches by number: each fifth is a near-copy of one of the four before it, with nine
 * of ten slots the same; all others are unlike each other.
 */
final class SyntheticSketches {
  static final SketchFormat FORMAT = new SketchFormat("synthetic-v1", 128, 8, 0, "made up");
  static final SketchParameters PARAMETERS = new SketchParameters(FORMAT, new Bands(21, 6), 8);

  private static final int COPY_EVERY = 5;
  private static final double CHANGED_SLOTS = 0.1;

  private SyntheticSketches() {}

  /** Writes the value of a number from 0 on, or of a miss if it is negative. */
  static void fill(long number, byte[] value) {
    boolean copy = number >= 0 && number % COPY_EVERY == COPY_EVERY - 1;
    SplittableRandom random = new SplittableRandom(copy ? number - 1 - number / 7 % 4 : number);
    BitUtil.VH_LE_LONG.set(value, 0, random.nextLong());
    BitUtil.VH_LE_INT.set(value, 8, 1000);
    for (int i = SketchValue.SLOTS_OFFSET; i < value.length; i += Long.BYTES) {
      BitUtil.VH_LE_LONG.set(value, i, random.nextLong());
    }
    if (copy) {
      change(value, new SplittableRandom(-number));
    }
  }

  private static void change(byte[] value, SplittableRandom random) {
    for (int i = SketchValue.SLOTS_OFFSET; i < value.length; i++) {
      if (random.nextDouble() < CHANGED_SLOTS) {
        value[i] = (byte) random.nextInt();
      }
    }
  }

  /** A sketch that is in no index, near that of a number. */
  static byte[] nearCopy(long number, long seed) {
    byte[] value = get(number);
    change(value, new SplittableRandom(~seed));
    return value;
  }

  static byte[] get(long number) {
    byte[] value = new byte[SketchValue.length(FORMAT)];
    fill(number, value);
    return value;
  }
}
