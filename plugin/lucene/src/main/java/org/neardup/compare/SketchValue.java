// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.List;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.sketch.SketchFormat;
import org.neardup.sketch.SlotPacking;

/**
 * The bytes of one document's sketch, as a binary doc value holds them. Numbers are little-endian.
 *
 * <pre>
 *   byte   bytes                        what
 *   0      8                            text hash: 64-bit hash of all that searches can tell of the text
 *   8      4                            elements: number of elements the sketch was made of, at least 1
 *   12     {@link SlotPacking#bytes()}  the packed slots
 * </pre>
 *
 * <p>All values of one format have the same length. A text without elements has no sketch, and so
 * no value.
 */
public final class SketchValue {
  /** Where the packed slots begin, counted from the value's first byte. */
  public static final int SLOTS_OFFSET = 12;

  private static final int ELEMENTS_OFFSET = 8;

  private SketchValue() {}

  /** Returns the length in bytes of every value of this format. */
  public static int length(SketchFormat format) {
    return SLOTS_OFFSET + format.packing().bytes();
  }

  /**
   * Lays out one value.
   *
   * @param textHash hash of all terms and their places; equal for two texts that count as identical
   * @param elements number of elements the sketch was made of, at least 1
   * @param slots the slots of the sketch, as many as the format has
   */
  public static byte[] encode(SketchFormat format, long textHash, int elements, long[] slots) {
    if (elements < 1) {
      throw new IllegalArgumentException("elements must be at least 1, got " + elements);
    }
    SlotPacking packing = format.packing();
    byte[] value = new byte[SLOTS_OFFSET + packing.bytes()];
    BitUtil.VH_LE_LONG.set(value, 0, textHash);
    BitUtil.VH_LE_INT.set(value, ELEMENTS_OFFSET, elements);
    packing.pack(slots, value, SLOTS_OFFSET);
    return value;
  }

  /**
   * Lays out a value with the most common slots of some values, as if of a very long text that is
   * none of theirs.
   *
   * @param values of this format, at least one
   */
  public static byte[] mostCommon(SketchFormat format, List<byte[]> values) {
    byte[] slots = format.packing().mostCommon(values, SLOTS_OFFSET);
    byte[] value = new byte[SLOTS_OFFSET + slots.length];
    BitUtil.VH_LE_INT.set(value, ELEMENTS_OFFSET, Integer.MAX_VALUE);
    System.arraycopy(slots, 0, value, SLOTS_OFFSET, slots.length);
    return value;
  }

  /** Returns the text hash of the value that begins at {@code offset}. */
  public static long textHash(byte[] value, int offset) {
    return (long) BitUtil.VH_LE_LONG.get(value, offset);
  }

  /** Estimates the resemblance of the texts of two values of one format, 0 to 1. */
  public static double resemblance(SlotPacking packing, byte[] value, byte[] other) {
    return packing.resemblance(agreeing(packing, value, other, 0));
  }

  /** As {@link #resemblance(SlotPacking, byte[], byte[])}, with a value among other bytes. */
  public static double resemblance(SlotPacking packing, byte[] value, BytesRef other) {
    return packing.resemblance(agreeing(packing, value, other.bytes, other.offset));
  }

  /** Returns the number of slots in which two values of one format agree. */
  static int agreeing(SlotPacking packing, byte[] value, byte[] other, int offset) {
    return packing.agreeing(value, SLOTS_OFFSET, other, offset + SLOTS_OFFSET);
  }

  /** Returns the number of elements of the value that begins at {@code offset}. */
  public static int elements(byte[] value, int offset) {
    return (int) BitUtil.VH_LE_INT.get(value, offset + ELEMENTS_OFFSET);
  }
}
