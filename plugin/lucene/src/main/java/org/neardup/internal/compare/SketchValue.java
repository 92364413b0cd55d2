// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.internal.sketch.SlotPacking;

/**
 * The bytes of one document's sketch, as a binary doc value holds them. Numbers are little-endian.
 *
 * <pre>
 *   byte   bytes                        what
 *   0      8                            text hash: 64-bit hash of all that searches can tell of the text
 *   8      4                            elements: number of elements the sketch was made of, at least 1
 *   12     {@link SlotPacking#bytes()}  the packed slots
 *   behind 8 for each guard             the keys of guards, in the order of {@link SketchParameters#guards()}
 * </pre>
 *
 * <p>The keys of guards are mixed into the text hash: it is that of texts that are the same and
 * that all guards take for the same. All values of the same parameters have the same length. A text
 * without elements has no sketch, and so no value.
 */
public final class SketchValue {
  /** Where the packed slots begin, counted from the value's first byte. */
  public static final int SLOTS_OFFSET = 12;

  private static final int ELEMENTS_OFFSET = 8;

  private SketchValue() {}

  /** Returns the length in bytes of every value of this format without guards. */
  public static int length(SketchFormat format) {
    return SLOTS_OFFSET + format.packing().bytes();
  }

  /**
   * Lays out one value.
   *
   * @param textHash hash of all terms and their places; equal for two texts that count as identical
   * @param elements number of elements the sketch was made of, at least 1
   * @param slots the slots of the sketch, as many as the format has
   * @param guardKeys one for each guard
   */
  public static byte[] encode(
      SketchFormat format, long textHash, int elements, long[] slots, long... guardKeys) {
    if (elements < 1) {
      throw new IllegalArgumentException("elements must be at least 1, got " + elements);
    }
    SlotPacking packing = format.packing();
    byte[] value = new byte[SLOTS_OFFSET + packing.bytes()];
    BitUtil.VH_LE_LONG.set(value, 0, textHash);
    BitUtil.VH_LE_INT.set(value, ELEMENTS_OFFSET, elements);
    packing.pack(slots, value, SLOTS_OFFSET);
    return guardKeys.length == 0 ? value : withGuardKeys(format, value, guardKeys);
  }

  /** The value of the same text and format with other keys of guards. */
  public static byte[] withGuardKeys(SketchFormat format, byte[] value, long... guardKeys) {
    int unguarded = length(format);
    byte[] changed = Arrays.copyOf(value, unguarded + Long.BYTES * guardKeys.length);
    for (int i = 0; i < guardKeys.length; i++) {
      BitUtil.VH_LE_LONG.set(changed, unguarded + Long.BYTES * i, guardKeys[i]);
    }
    int guards = (value.length - unguarded) / Long.BYTES;
    long ofText = textHash(value, 0) ^ guardHash(format, value, 0, guards);
    BitUtil.VH_LE_LONG.set(changed, 0, ofText ^ guardHash(format, changed, 0, guardKeys.length));
    return changed;
  }

  /** Returns the key of a guard, by its number, of the value that begins at {@code offset}. */
  public static long guardKey(SketchFormat format, byte[] value, int offset, int guard) {
    return (long) BitUtil.VH_LE_LONG.get(value, offset + length(format) + Long.BYTES * guard);
  }

  /** A hash of the keys of all guards; 0 if there are none. */
  static long guardHash(SketchFormat format, byte[] value, int offset, int guards) {
    long hash = 0;
    for (int i = 0; i < guards; i++) {
      hash = Hashing.combine(hash, guardKey(format, value, offset, i));
    }
    return hash;
  }

  /**
   * Lays out a value with the most common slots of some values, and the keys of guards of the
   * first, as if of a very long text that is none of theirs.
   *
   * @param values of this format, at least one
   */
  public static byte[] mostCommon(SketchFormat format, List<byte[]> values) {
    byte[] slots = format.packing().mostCommon(values, SLOTS_OFFSET);
    byte[] value = values.getFirst().clone();
    BitUtil.VH_LE_LONG.set(value, 0, 0L);
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
