// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Random;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SketchFormat;

/** Made-up sketches for tests. */
final class Sketches {
  static final String FIELD = "sketch";
  static final SketchFormat FORMAT = new SketchFormat("test-v1", 128, 8, 42, "tests, nothing else");
  static final SketchParameters PARAMETERS = new SketchParameters(FORMAT, new Bands(21, 6), 8);

  private Sketches() {}

  /** A sketch like no other, of a text long enough for bands. */
  static byte[] random(Random random) {
    long[] slots = random.longs(FORMAT.slots()).toArray();
    return SketchValue.encode(FORMAT, random.nextLong(), 8 + random.nextInt(1000), slots);
  }

  /** A copy that differs in one slot, and so in one band or, beyond slot 125, in none. */
  static byte[] withSlotChanged(byte[] sketch, int slot) {
    byte[] copy = sketch.clone();
    copy[SketchValue.SLOTS_OFFSET + slot] ^= 1;
    return copy;
  }
}
