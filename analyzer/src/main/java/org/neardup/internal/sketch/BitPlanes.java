// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * 64 numbers of {@code bits} bits as {@code bits} little-endian 64-bit words: word p holds bit p of
 * each number, that of the first number lowest.
 */
final class BitPlanes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int NUMBERS = Long.SIZE;

  private BitPlanes() {}

  /** Writes 64 numbers; only their lowest {@code bits} bits may be set. */
  static void write(long[] numbers, int from, int bits, byte[] out, int offset) {
    for (int shift = 0; shift < bits; shift += Byte.SIZE) {
      int planes = Math.min(Byte.SIZE, bits - shift);
      for (int i = 0; i < NUMBERS; i += Byte.SIZE) {
        long square = 0;
        for (int j = 0; j < Byte.SIZE; j++) {
          square |= (numbers[from + i + j] >>> shift & 0xff) << (j * Byte.SIZE);
        }
        square = transpose(square);
        for (int p = 0; p < planes; p++) {
          out[byteAt(offset, shift + p, i)] = (byte) (square >>> (p * Byte.SIZE));
        }
      }
    }
  }

  /** Reads what {@link #write} wrote. */
  static void read(byte[] in, int offset, int bits, long[] numbers, int to) {
    for (int shift = 0; shift < bits; shift += Byte.SIZE) {
      int planes = Math.min(Byte.SIZE, bits - shift);
      for (int i = 0; i < NUMBERS; i += Byte.SIZE) {
        long square = square(in, offset, shift, planes, i);
        for (int j = 0; j < Byte.SIZE; j++) {
          numbers[to + i + j] |= (square >>> (j * Byte.SIZE) & 0xff) << shift;
        }
      }
    }
  }

  /** The same for numbers of 8 bits. */
  static void readBytes(byte[] in, int offset, byte[] numbers, int to) {
    for (int i = 0; i < NUMBERS; i += Byte.SIZE) {
      LONG.set(numbers, to + i, square(in, offset, 0, Byte.SIZE, i));
    }
  }

  /** At most 8 bits of 8 numbers, one byte each. */
  private static long square(byte[] in, int offset, int shift, int planes, int i) {
    long square = 0;
    for (int p = 0; p < planes; p++) {
      square |= (in[byteAt(offset, shift + p, i)] & 0xffL) << (p * Byte.SIZE);
    }
    return transpose(square);
  }

  private static int byteAt(int offset, int plane, int number) {
    return offset + plane * Long.BYTES + number / Byte.SIZE;
  }

  /**
   * Turns 8 rows of 8 bits into columns: bit j of byte i becomes bit i of byte j. Swaps the corners
   * of squares of 2, 4 and 8 bits (Warren, Hacker's Delight, section 7-3).
   */
  private static long transpose(long square) {
    long t = (square ^ (square >>> 7)) & 0x00AA00AA00AA00AAL;
    square ^= t ^ (t << 7);
    t = (square ^ (square >>> 14)) & 0x0000CCCC0000CCCCL;
    square ^= t ^ (t << 14);
    t = (square ^ (square >>> 28)) & 0x00000000F0F0F0F0L;
    return square ^ t ^ (t << 28);
  }
}
