// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.compare.Resemblance;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.console.Json;

/** Two texts and how much they resemble each other, as a record of a block. Mutable. */
final class TextPair {
  static final byte SAME_TEXT = 0;
  static final byte EXACT = 1;
  static final byte ESTIMATE = 2;

  /** An estimate that leaves it to the elements. */
  static final byte OPEN = -1;

  /** Number of the text that came later, and its fingerprint. */
  long later;

  long laterPrint;

  /** Number of the text that came first, and its fingerprint. */
  long earlier;

  long earlierPrint;
  double resemblance;
  byte basis;

  TextPair read(BlockReader in) {
    later = in.getLong();
    laterPrint = in.getLong();
    earlier = in.getLong();
    earlierPrint = in.getLong();
    resemblance = in.getDouble();
    basis = in.getByte();
    return this;
  }

  void write(BlockWriter out) {
    out.putLong(later).putLong(laterPrint).putLong(earlier).putLong(earlierPrint);
    out.putDouble(resemblance).putByte(basis);
  }

  boolean isOpen() {
    return basis == OPEN;
  }

  /** The word for how a resemblance is known. */
  static String basis(byte basis) {
    PairResemblance.Basis known =
        switch (basis) {
          case SAME_TEXT -> PairResemblance.Basis.SAME_TEXT;
          case EXACT -> PairResemblance.Basis.EXACT;
          case ESTIMATE -> PairResemblance.Basis.ESTIMATE;
          default -> throw new IllegalArgumentException("basis must be decided, got " + basis);
        };
    return Json.lower(known);
  }

  /** What is written of a resemblance known so. */
  static Resemblance shown(byte basis, double resemblance, SlotPacking packing) {
    return basis == ESTIMATE
        ? Resemblance.estimated(resemblance, packing)
        : Resemblance.counted(resemblance);
  }
}
