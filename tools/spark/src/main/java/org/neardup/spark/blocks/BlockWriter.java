// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** Packs numbers and bytes, little-endian. For one thread. */
public final class BlockWriter {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  public BlockWriter() {
    this(64);
  }

  /** Writes so many bytes, or more. */
  public BlockWriter(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /** Bytes written since the last {@link #take}. */
  public int size() {
    return size;
  }

  public BlockWriter putLong(long value) {
    int at = extend(Long.BYTES);
    LONG.set(bytes, at, value);
    return this;
  }

  public BlockWriter putInt(int value) {
    int at = extend(Integer.BYTES);
    INT.set(bytes, at, value);
    return this;
  }

  public BlockWriter putByte(int value) {
    int at = extend(1);
    bytes[at] = (byte) value;
    return this;
  }

  public BlockWriter putDouble(double value) {
    return putLong(Double.doubleToRawLongBits(value));
  }

  /** Writes bytes whose number the reader knows. */
  public BlockWriter putBytes(byte[] source, int offset, int length) {
    int at = extend(length);
    System.arraycopy(source, offset, bytes, at, length);
    return this;
  }

  /** Writes the number of some bytes, and the bytes. */
  public BlockWriter putCounted(byte[] source) {
    return putInt(source.length).putBytes(source, 0, source.length);
  }

  public BlockWriter putString(String value) {
    return putCounted(value.getBytes(UTF_8));
  }

  private int extend(int length) {
    int at = size;
    size = Math.addExact(size, length);
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, grown(bytes.length, size));
    }
    return at;
  }

  /**
   * How long an array becomes that must be longer: twice as long, since to grow by an eighth, as
   * {@link ArrayUtil#grow} does, copies each byte eight times.
   */
  private static int grown(int length, int least) {
    return (int) Math.max(least, Math.min(2L * length, ArrayUtil.MAX_ARRAY_LENGTH));
  }

  /** What was written, in an array of its own; begins anew. */
  public byte[] take() {
    byte[] taken = bytes;
    if (size < bytes.length) {
      taken = Arrays.copyOf(bytes, size);
    } else {
      bytes = new byte[64];
    }
    size = 0;
    return taken;
  }
}
