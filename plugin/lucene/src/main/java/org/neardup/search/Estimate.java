// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.neardup.compare.SketchValue;
import org.neardup.sketch.SlotPacking;

/**
 * What two sketches say of the resemblance of their texts.
 *
 * @param agreeing slots that are the same
 * @param slots slots of a sketch
 * @param resemblance 0 to 1
 * @param standardError of the resemblance, if it is what it is estimated to be; 0 if all slots are
 *     the same
 */
public record Estimate(int agreeing, int slots, double resemblance, double standardError) {

  /** Of two sketches of one format. */
  static Estimate of(SlotPacking packing, byte[] a, byte[] b) {
    int agreeing = packing.agreeing(a, SketchValue.SLOTS_OFFSET, b, SketchValue.SLOTS_OFFSET);
    double resemblance = packing.resemblance(agreeing);
    return new Estimate(agreeing, packing.slots(), resemblance, packing.standardError(resemblance));
  }
}
