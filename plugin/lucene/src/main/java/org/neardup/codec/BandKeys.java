// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

/**
 * The band keys of one sketch, to look it up in many segments. Immutable as long as nobody writes
 * to the sketch.
 */
public final class BandKeys {
  private final SketchParameters parameters;
  private final byte[] sketch;
  private final long[] stored; // ascending

  /**
   * The keys of a sketch.
   *
   * @param sketch a {@link SketchValue} that begins at byte 0, of the format of the parameters,
   *     which is not checked
   */
  public BandKeys(SketchParameters parameters, byte[] sketch) {
    this.parameters = parameters;
    this.sketch = sketch;
    stored = parameters.storedKeys(sketch, 0);
  }

  /** The sketch. */
  public byte[] sketch() {
    return sketch;
  }

  /** How many keys there are, at least 1. */
  public int count() {
    return stored.length;
  }

  /** One of the keys, from the smallest, number 0, on. */
  public long key(int number) {
    return stored[number];
  }

  /** These keys, or those that the sketch has in a segment with other bands. */
  BandKeys under(SketchParameters others) {
    return parameters.equals(others) ? this : new BandKeys(others, sketch);
  }

  long[] stored() {
    return stored;
  }
}
