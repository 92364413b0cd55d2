// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How a sketch is stored, {@code bits} bits a slot, and how stored sketches are compared.
 * Immutable.
 *
 * <p>A slot value is mixed (smallest values have leading zeros) and its top bits are kept. A
 * little-endian 64-bit word holds floor(64 / bits) lanes, the first slot lowest. Bits above the
 * last lane, and lanes past the last slot, are zero:
 *
 * <pre>
 *   slots = 5, bits = 30        bit 63 .. 60    59 .. 30    29 .. 0
 *   word 0                           0          slot 1      slot 0
 *   word 1                           0          slot 3      slot 2
 *   word 2                           0          0           slot 4     paddingLanes = 1
 * </pre>
 *
 * Slots of different value still agree with probability 2^-bits; {@link #resemblance} takes that
 * back out.
 *
 * @see <a href="https://arxiv.org/abs/0910.3349">Li, König, b-bit minwise hashing, 2010</a>
 */
public final class SlotPacking {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BUFFER_LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Words of a sketch of default size: a loop of known length compiles to faster code. */
  private static final int DEFAULT_WORDS =
      Sketches.DEFAULT_SLOTS * Sketches.DEFAULT_BITS / Long.SIZE;

  private final int slots;
  private final int bits;
  private final int lanes;
  private final int words;

  /** The top bit of each lane. */
  private final long high;

  /** The other bits of each lane. */
  private final long low;

  /** The chance that two different slot values are stored alike. */
  private final double chance;

  /**
   * @param slots slots a sketch, 1 to {@link SlotSketcher#MAX_SLOTS}
   * @param bits bits stored a slot, 1 to 64
   */
  public SlotPacking(int slots, int bits) {
    this.slots = Checks.between("slots", slots, 1, SlotSketcher.MAX_SLOTS);
    this.bits = Checks.between("bits", bits, 1, Long.SIZE);
    this.lanes = Long.SIZE / bits;
    this.words = (slots + lanes - 1) / lanes;
    long top = 0;
    for (int lane = 0; lane < lanes; lane++) {
      top |= 1L << (lane * bits + bits - 1);
    }
    this.high = top;
    this.low = top - (top >>> (bits - 1));
    this.chance = Math.scalb(1.0, -bits);
  }

  /** Slots a sketch. */
  public int slots() {
    return slots;
  }

  /** Bits stored a slot. */
  public int bits() {
    return bits;
  }

  /** 64-bit words a packed sketch. */
  public int words() {
    return words;
  }

  /** Bytes a packed sketch: 8 a word. */
  public int bytes() {
    return words * Long.BYTES;
  }

  /** Lanes of the last word that hold no slot; they are zero, and so agree in any two sketches. */
  public int paddingLanes() {
    return words * lanes - slots;
  }

  /**
   * Packs slot values into {@link #bytes()} bytes.
   *
   * @throws IllegalArgumentException if the array has not exactly {@link #slots()} entries, or the
   *     bytes do not fit
   */
  public void pack(long[] slotValues, byte[] out, int offset) {
    Checks.slots(slotValues, slots);
    checkRoom(out.length, offset);
    for (int word = 0, slot = 0; word < words; word++) {
      long packed = 0;
      for (int lane = 0; lane < lanes && slot < slots; lane++, slot++) {
        packed |= Hashing.mix(slotValues[slot]) >>> (Long.SIZE - bits) << (lane * bits);
      }
      LONG.set(out, offset + word * Long.BYTES, packed);
    }
  }

  /** As {@link #pack(long[], byte[], int)}, into a new array. */
  public byte[] pack(long[] slotValues) {
    byte[] packed = new byte[bytes()];
    pack(slotValues, packed, 0);
    return packed;
  }

  /**
   * The number of slots in which two packed sketches agree, 0 to {@link #slots()}.
   *
   * @throws IllegalArgumentException if fewer than {@link #bytes()} bytes follow an offset
   */
  public int agreeing(byte[] a, int aOffset, byte[] b, int bOffset) {
    checkRoom(a.length, aOffset);
    checkRoom(b.length, bOffset);
    return words == DEFAULT_WORDS
        ? slots - differing(a, aOffset, b, bOffset, DEFAULT_WORDS)
        : slots - differing(a, aOffset, b, bOffset, words);
  }

  private int differing(byte[] a, int aOffset, byte[] b, int bOffset, int count) {
    int differing = 0;
    for (int i = 0; i < count * Long.BYTES; i += Long.BYTES) {
      differing +=
          differingInWord((long) LONG.get(a, aOffset + i) ^ (long) LONG.get(b, bOffset + i));
    }
    return differing;
  }

  /**
   * As {@link #agreeing(byte[], int, byte[], int)} with the second sketch in a buffer, which may be
   * off the heap: a view of a mapped file or of a memory segment, whatever its byte order.
   *
   * @param bOffset absolute index into the buffer
   */
  public int agreeing(byte[] a, int aOffset, ByteBuffer b, int bOffset) {
    checkRoom(a.length, aOffset);
    checkRoom(b.limit(), bOffset);
    return words == DEFAULT_WORDS
        ? slots - differing(a, aOffset, b, bOffset, DEFAULT_WORDS)
        : slots - differing(a, aOffset, b, bOffset, words);
  }

  private int differing(byte[] a, int aOffset, ByteBuffer b, int bOffset, int count) {
    int differing = 0;
    for (int i = 0; i < count * Long.BYTES; i += Long.BYTES) {
      differing +=
          differingInWord((long) LONG.get(a, aOffset + i) ^ (long) BUFFER_LONG.get(b, bOffset + i));
    }
    return differing;
  }

  /**
   * The number of agreeing lanes of two words, given their xor. For callers that read words
   * themselves: sum this over all {@link #words()} words, then subtract {@link #paddingLanes()}.
   */
  public int agreeingInWord(long xor) {
    return lanes - differingInWord(xor);
  }

  private int differingInWord(long xor) {
    // A lane's top bit ends up set if any bit of the lane is: the sum carries into it, never out.
    return Long.bitCount((((xor & low) + low) | xor) & high);
  }

  /** Several slots of 8 bits, fewer than 8, the first lowest: they lie there byte by byte. */
  long bytes(byte[] packed, int offset, int slot, int count) {
    checkRoom(packed.length, offset);
    long mask = (1L << (count * Byte.SIZE)) - 1;
    int from = offset + slot;
    if (from + Long.BYTES <= packed.length) {
      return (long) LONG.get(packed, from) & mask;
    }
    int before = from + Long.BYTES - packed.length; // read the last 8 bytes instead
    return (long) LONG.get(packed, from - before) >>> (before * Byte.SIZE) & mask;
  }

  /**
   * The stored bits of one slot, as an unsigned number of {@link #bits()} bits.
   *
   * @throws IllegalArgumentException if there is no such slot, or the bytes are too few
   */
  public long slot(byte[] packed, int offset, int slot) {
    checkRoom(packed.length, offset);
    Checks.between("slot", slot, 0, slots - 1);
    long word = (long) LONG.get(packed, offset + slot / lanes * Long.BYTES);
    return word >>> (slot % lanes * bits) & -1L >>> (Long.SIZE - bits);
  }

  /** The stored bits of all slots, in order; much faster than one {@link #slot} after another. */
  long[] unpack(byte[] packed, int offset) {
    checkRoom(packed.length, offset);
    long[] unpacked = new long[slots];
    long mask = -1L >>> (Long.SIZE - bits);
    for (int word = 0, slot = 0; word < words; word++) {
      long value = (long) LONG.get(packed, offset + word * Long.BYTES);
      for (int lane = 0; lane < lanes && slot < slots; lane++, slot++) {
        unpacked[slot] = (value >>> (lane * bits)) & mask;
      }
    }
    return unpacked;
  }

  /** The probability that a stored slot agrees: r + (1 - r) / 2^bits. */
  public double agreementProbability(double resemblance) {
    return resemblance + (1 - resemblance) * chance;
  }

  /** The estimated resemblance, 0 to 1: {@link #unclampedResemblance}, at least 0. */
  public double resemblance(int agreeing) {
    return Math.max(0, unclampedResemblance(agreeing));
  }

  /**
   * The estimated resemblance without bias: below 0 if fewer slots agree than would by chance.
   *
   * @param agreeing agreeing slots, 0 to {@link #slots()}
   */
  public double unclampedResemblance(int agreeing) {
    Checks.between("agreeing", agreeing, 0, slots);
    return ((double) agreeing / slots - chance) / (1 - chance);
  }

  /**
   * The standard error of the estimate for sets of this resemblance, with independent slots; fast
   * similarity sketches stay below it.
   *
   * @param resemblance 0 to 1
   */
  public double standardError(double resemblance) {
    double p = agreementProbability(Checks.between("resemblance", resemblance, 0.0, 1.0));
    return Math.sqrt(p * (1 - p) / slots) / (1 - chance);
  }

  private void checkRoom(int length, int offset) {
    if (offset < 0 || length - offset < bytes()) {
      throw new IllegalArgumentException(
          "a packed sketch needs " + bytes() + " bytes at offset " + offset + ", got " + length);
    }
  }

  @Override
  public String toString() {
    return slots + " slots x " + bits + " bits";
  }
}
