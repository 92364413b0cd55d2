// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * How a sketch is stored, with {@code bits} bits per slot, and how stored sketches are compared.
 * Immutable.
 *
 * <p>A slot value is mixed (smallest values have leading zeros) and its top bits are kept. Words
 * are little-endian 64-bit numbers. Every 64 slots form a block of {@code bits} words, its bit
 * planes: word p holds bit p of each slot, that of the first slot lowest. So two blocks are
 * compared with two operations per word and one bit count. The last slots, if fewer than 64, lie in
 * lanes: a word holds floor(64 / bits) slots, the first lowest; bits above the last lane, and lanes
 * past the last slot, are zero:
 *
 * <pre>
 *   slots = 69, bits = 30       bit 63 .. 60    59 .. 30      29 .. 0
 *   word 0                      bit 0 of slots 63 .. 0
 *   ...
 *   word 29                     bit 29 of slots 63 .. 0
 *   word 30                          0          slot 65       slot 64
 *   word 31                          0          slot 67       slot 66
 *   word 32                          0          0             slot 68
 * </pre>
 *
 * Different slot values are still stored alike with probability 2^-bits; {@link #resemblance}
 * corrects for that.
 *
 * @see <a href="https://arxiv.org/abs/0910.3349">Li, König, b-bit minwise hashing, 2010</a>
 */
public final class SlotPacking {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Slots of a part that {@link #readPart} reads: half a block. */
  public static final int PART_SLOTS = 32;

  /** Bytes of a part of slots of 8 bits. */
  public static final int PART_BYTES = PART_SLOTS;

  private static final int DEFAULT_BLOCKS = Sketches.DEFAULT_SLOTS / Long.SIZE;

  private final int slots;
  private final int bits;

  /** Blocks of 64 slots. */
  private final int blocks;

  private final int lanes;

  /** Words of lanes, after the blocks. */
  private final int laneWords;

  /** The top bit of each lane. */
  private final long high;

  /** The other bits of each lane. */
  private final long low;

  /** The chance that two different slot values are stored alike. */
  private final double chance;

  /**
   * @param slots slots per sketch, 1 to {@link SlotSketcher#MAX_SLOTS}
   * @param bits bits stored per slot, 1 to 64
   */
  public SlotPacking(int slots, int bits) {
    this.slots = Checks.between("slots", slots, 1, SlotSketcher.MAX_SLOTS);
    this.bits = Checks.between("bits", bits, 1, Long.SIZE);
    this.blocks = slots / Long.SIZE;
    this.lanes = Long.SIZE / bits;
    this.laneWords = (slots % Long.SIZE + lanes - 1) / lanes;
    long lane = -1L >>> (Long.SIZE - bits);
    long first = Long.divideUnsigned(-1L >>> (Long.SIZE - lanes * bits), lane); // bit of each lane
    this.high = first << (bits - 1);
    this.low = high - first;
    this.chance = Math.scalb(1.0, -bits);
  }

  /** Slots per sketch. */
  public int slots() {
    return slots;
  }

  /** Bits stored per slot. */
  public int bits() {
    return bits;
  }

  /** 64-bit words per packed sketch. */
  public int words() {
    return blocks * bits + laneWords;
  }

  /** Bytes per packed sketch: 8 per word. */
  public int bytes() {
    return words() * Long.BYTES;
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
    long[] stored = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      stored[slot] = Hashing.mix(slotValues[slot]) >>> (Long.SIZE - bits);
    }
    write(stored, out, offset);
  }

  /** Writes the stored bits of all slots. */
  private void write(long[] stored, byte[] out, int offset) {
    for (int block = 0; block < blocks; block++) {
      BitPlanes.write(stored, block * Long.SIZE, bits, out, blockOffset(offset, block));
    }
    int slot = blocks * Long.SIZE;
    for (int at = blockOffset(offset, blocks); slot < slots; at += Long.BYTES) {
      long word = 0;
      for (int lane = 0; lane < lanes && slot < slots; lane++, slot++) {
        word |= stored[slot] << (lane * bits);
      }
      LONG.set(out, at, word);
    }
  }

  private int blockOffset(int offset, int block) {
    return offset + block * bits * Long.BYTES;
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
    if (isDefault()) {
      return slots - differingInBlocks(a, aOffset, b, bOffset, DEFAULT_BLOCKS, Byte.SIZE);
    }
    int from = blockOffset(0, blocks);
    return slots
        - differingInBlocks(a, aOffset, b, bOffset, blocks, bits)
        - differingInLanes(a, aOffset + from, b, bOffset + from);
  }

  private static int differingInBlocks(
      byte[] a, int aOffset, byte[] b, int bOffset, int blocks, int bits) {
    int differing = 0;
    for (int block = 0; block < blocks; block++) {
      int from = block * bits * Long.BYTES;
      differing += Long.bitCount(differingInBlock(a, aOffset + from, b, bOffset + from, bits));
    }
    return differing;
  }

  /** The slots of a block that differ, one bit each. */
  private static long differingInBlock(byte[] a, int aFrom, byte[] b, int bFrom, int bits) {
    long any = 0;
    for (int i = 0; i < bits * Long.BYTES; i += Long.BYTES) {
      any |= (long) LONG.get(a, aFrom + i) ^ (long) LONG.get(b, bFrom + i);
    }
    return any;
  }

  private int differingInLanes(byte[] a, int aOffset, byte[] b, int bOffset) {
    int differing = 0;
    for (int i = 0; i < laneWords * Long.BYTES; i += Long.BYTES) {
      differing +=
          differingLanes((long) LONG.get(a, aOffset + i) ^ (long) LONG.get(b, bOffset + i));
    }
    return differing;
  }

  /** Loops of known length compile to code twice as fast. */
  private boolean isDefault() {
    return slots == Sketches.DEFAULT_SLOTS && bits == Sketches.DEFAULT_BITS;
  }

  /**
   * The next run of slots in which two packed sketches agree, or -1 if there is none.
   *
   * @param length slots per run, at least 1; run i begins at slot i * length
   * @param from the first run to look at
   * @param runs number of runs; none may end after the last slot
   */
  public int nextAgreeingRun(
      byte[] a, int aOffset, byte[] b, int bOffset, int length, int from, int runs) {
    checkRoom(a.length, aOffset);
    checkRoom(b.length, bOffset);
    Checks.between("slots of all runs", Math.multiplyExact(length, runs), 0, slots);
    long[] differing = differing(a, aOffset, b, bOffset);
    for (int run = from; run < runs; run++) {
      int slot = run * length;
      int end = slot + length;
      while (slot < end && (differing[slot / Long.SIZE] >>> slot & 1) == 0) {
        slot++;
      }
      if (slot == end) {
        return run;
      }
    }
    return -1;
  }

  /** The slots in which two packed sketches differ, one bit each. */
  private long[] differing(byte[] a, int aOffset, byte[] b, int bOffset) {
    long[] differing = new long[Math.ceilDiv(slots, Long.SIZE)];
    for (int block = 0; block < blocks; block++) {
      int from = blockOffset(0, block);
      differing[block] = differingInBlock(a, aOffset + from, b, bOffset + from, bits);
    }
    for (int slot = 0; slot < slots % Long.SIZE; slot++) {
      int at = blockOffset(0, blocks) + slot / lanes * Long.BYTES;
      long xor = (long) LONG.get(a, aOffset + at) ^ (long) LONG.get(b, bOffset + at);
      boolean isSame = (xor >>> (slot % lanes * bits) & -1L >>> (Long.SIZE - bits)) == 0;
      differing[blocks] |= isSame ? 0 : 1L << slot;
    }
    return differing;
  }

  private int differingLanes(long xor) {
    // A lane's top bit ends up set if any bit of the lane is: the sum carries into it, never out.
    return Long.bitCount((((xor & low) + low) | xor) & high);
  }

  /**
   * The stored bits of all slots, in order, each as an unsigned number of {@link #bits()} bits.
   *
   * @throws IllegalArgumentException if the bytes are too few
   */
  public long[] unpack(byte[] packed, int offset) {
    checkRoom(packed.length, offset);
    long[] unpacked = new long[slots];
    for (int block = 0; block < blocks; block++) {
      BitPlanes.read(packed, blockOffset(offset, block), bits, unpacked, block * Long.SIZE);
    }
    long mask = -1L >>> (Long.SIZE - bits);
    int slot = blocks * Long.SIZE;
    for (int at = blockOffset(offset, blocks); slot < slots; at += Long.BYTES) {
      long word = (long) LONG.get(packed, at);
      for (int lane = 0; lane < lanes && slot < slots; lane++, slot++) {
        unpacked[slot] = (word >>> (lane * bits)) & mask;
      }
    }
    return unpacked;
  }

  /**
   * A packed sketch whose slots hold what most of the given sketches store there; of equally common
   * values the smallest, as a signed number.
   *
   * @param packed at least one, each beginning at {@code offset}
   * @throws IllegalArgumentException if there is none, or one has too few bytes
   */
  public byte[] mostCommon(List<byte[]> packed, int offset) {
    Checks.between("sketches", packed.size(), 1, Integer.MAX_VALUE);
    long[][] unpacked = new long[packed.size()][];
    Arrays.setAll(unpacked, i -> unpack(packed.get(i), offset));
    long[] common = new long[slots];
    long[] values = new long[unpacked.length];
    for (int slot = 0; slot < slots; slot++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = unpacked[i][slot];
      }
      common[slot] = mostCommon(values);
    }
    byte[] out = new byte[bytes()];
    write(common, out, 0);
    return out;
  }

  private static long mostCommon(long[] values) {
    Arrays.sort(values);
    long common = values[0];
    int most = 0;
    for (int from = 0, to; from < values.length; from = to) {
      to = from + 1;
      while (to < values.length && values[to] == values[from]) {
        to++;
      }
      if (to - from > most) {
        most = to - from;
        common = values[from];
      }
    }
    return common;
  }

  /**
   * Reads 32 slots of 8 bits as 4 words, of which word p holds bits p and p + 4: bit i and bit 32 +
   * i are those of slot i. So the words of two parts, combined by xor, and all of them by or, have
   * one of these two bits for each slot that differs.
   *
   * @param packed with 8 bits per slot, and a multiple of 64 slots
   * @param part the number of the part, of slots 32 x part to 32 x part + 31
   * @param to receives the words from index {@code at} on
   */
  public void readPart(byte[] packed, int offset, int part, long[] to, int at) {
    checkRoom(packed.length, offset);
    if (bits != Byte.SIZE || slots % Long.SIZE != 0) {
      throw new IllegalArgumentException("must be a multiple of 64 slots x 8 bits, got " + this);
    }
    int from = blockOffset(offset, part / 2) + (part % 2) * Integer.BYTES;
    for (int i = 0; i < Byte.SIZE / 2; i++) {
      int low = (int) INT.get(packed, from + i * Long.BYTES);
      int high = (int) INT.get(packed, from + (i + Byte.SIZE / 2) * Long.BYTES);
      to[at + i] = (low & 0xffff_ffffL) | ((long) high << Integer.SIZE);
    }
  }

  /** As {@link #unpack}, for slots of 8 bits. */
  public byte[] unpackBytes(byte[] packed, int offset) {
    checkRoom(packed.length, offset);
    byte[] unpacked = new byte[slots];
    for (int block = 0; block < blocks; block++) {
      BitPlanes.readBytes(packed, blockOffset(offset, block), unpacked, block * Long.SIZE);
    }
    int slot = blocks * Long.SIZE; // the lanes of the remaining slots are bytes
    System.arraycopy(packed, blockOffset(offset, blocks), unpacked, slot, slots - slot);
    return unpacked;
  }

  /** The probability that a stored slot agrees: r + (1 - r) / 2^bits. */
  public double agreementProbability(double resemblance) {
    return resemblance + (1 - resemblance) * chance;
  }

  /**
   * The estimated resemblance that decisions go by, 0 to 1: {@link #unclampedResemblance}, at least
   * 0. It is 1 if all slots agree; {@link #estimate} tells what to show.
   */
  public double resemblance(int agreeing) {
    return Math.max(0, unclampedResemblance(agreeing));
  }

  /**
   * An unbiased estimate of the resemblance: below 0 if fewer slots agree than by chance.
   *
   * @param agreeing number of agreeing slots, 0 to {@link #slots()}
   */
  public double unclampedResemblance(int agreeing) {
    Checks.between("agreeing", agreeing, 0, slots);
    return ((double) agreeing / slots - chance) / (1 - chance);
  }

  /**
   * The value and error to show of an estimated resemblance.
   *
   * @param resemblance as {@link #resemblance} tells it, or the value of such an estimate
   */
  public ShareEstimate estimate(double resemblance) {
    return ShareEstimate.of(resemblance, slots, chance);
  }

  /**
   * The standard error that the estimate has for sets of this true resemblance, with independent
   * slots; fast similarity sketches stay below it. The error of an estimate, whose true resemblance
   * is not known, is that of {@link #estimate}.
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
