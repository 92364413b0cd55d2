// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.SlotPacking;

/**
 * Estimates how much documents of a segment resemble one sketch, by the rules of a collapse. For
 * one thread.
 */
final class SegmentEstimates {
  private final SketchReader sketches;
  private final BytesRef sketch;
  private final SlotPacking packing;
  private final int minElements;

  /** The sketch is of the segment's format, which is not checked. */
  SegmentEstimates(SketchReader sketches, byte[] sketch) {
    this.sketches = sketches;
    this.sketch = new BytesRef(sketch);
    packing = sketches.parameters().format().packing();
    minElements = sketches.parameters().minElements();
  }

  /** From 0 to 1; 0 also if a document has no sketch, or the rules forbid to compare it. */
  double estimate(int doc) throws IOException {
    BytesRef value = sketches.value(doc);
    if (value == null) {
      return 0;
    } else if (sketch.bytesEquals(value)) {
      return 1;
    }
    return isShort(sketch) || isShort(value) ? 0 : packing.resemblance(agreeing(value));
  }

  private boolean isShort(BytesRef value) {
    return SketchValue.elements(value.bytes, value.offset) < minElements;
  }

  private int agreeing(BytesRef value) {
    return packing.agreeing(
        sketch.bytes,
        SketchValue.SLOTS_OFFSET,
        value.bytes,
        value.offset + SketchValue.SLOTS_OFFSET);
  }

  /** Says in words what the estimate is, and why. */
  String describe(int doc) throws IOException {
    BytesRef value = sketches.value(doc);
    if (value == null) {
      return "no sketch";
    } else if (sketch.bytesEquals(value)) {
      return "the same text";
    } else if (isShort(sketch) || isShort(value)) {
      return "other texts of fewer than " + minElements + " elements";
    }
    int agreeing = agreeing(value);
    double estimate = packing.resemblance(agreeing);
    return String.format(
        Locale.ROOT,
        "estimated resemblance %.3f with standard error %.3f, %d of %d slots agree",
        estimate,
        packing.standardError(estimate),
        agreeing,
        packing.slots());
  }
}
