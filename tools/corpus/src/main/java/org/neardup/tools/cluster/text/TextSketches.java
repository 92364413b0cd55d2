// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.neardup.internal.sketch.SlotPacking;

/** How sketches of one kind are made, stored and compared. For any number of threads. */
public interface TextSketches {

  /**
   * Sketches a text.
   *
   * @param elements each once, at least one
   */
  byte[] sketch(long[] elements);

  /** The estimated resemblance; NaN if the sketches do not say anything. */
  double estimate(byte[] a, byte[] b);

  /** Slots by whose number and bits the standard error of that estimate is to be reckoned. */
  SlotPacking precision(int keysOfA, int keysOfB);

  /** What two texts are counted to share by Broder's algorithm: hashes, each once. */
  long[] keys(byte[] sketch);

  /**
   * The largest estimate that two sketches can have.
   *
   * @param shared how many keys they share
   * @param keysOfA how many one has, and {@code keysOfB} the other
   */
  double largestEstimate(int shared, int keysOfA, int keysOfB);

  /** How many keys a sketch of so many bytes has. */
  static int keyCount(int bytes) {
    return bytes / Long.BYTES;
  }

  /** The numbers as they are stored. */
  static byte[] bytes(long[] numbers) {
    byte[] stored = new byte[numbers.length * Long.BYTES];
    littleEndian(stored).asLongBuffer().put(numbers);
    return stored;
  }

  /** What {@link #bytes} stored. */
  static long[] longs(byte[] stored) {
    long[] numbers = new long[stored.length / Long.BYTES];
    littleEndian(stored).asLongBuffer().get(numbers);
    return numbers;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
