// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Iterator;
import java.util.List;

/** Reads what {@link BlockWriter} packed, record by record. For one thread. */
public final class BlockReader {
  private final Iterator<byte[]> blocks;
  private byte[] bytes = {};
  private int at;

  /** Reads blocks of whole records one after the other. */
  public BlockReader(Iterator<byte[]> blocks) {
    this.blocks = blocks;
  }

  /** Reads one block. */
  public BlockReader(byte[] block) {
    this(List.of(block).iterator());
    hasNext();
  }

  /** Whether there is another record; to be asked before each. */
  public boolean hasNext() {
    while (at == bytes.length && blocks.hasNext()) {
      bytes = blocks.next();
      at = 0;
    }
    return at < bytes.length;
  }

  /** Moves within the only block. */
  public BlockReader seek(int position) {
    at = position;
    return this;
  }

  public long getLong() {
    long value = (long) BlockWriter.LONG.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  public int getInt() {
    int value = (int) BlockWriter.INT.get(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  public byte getByte() {
    return bytes[at++];
  }

  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** Reads bytes of a known number. */
  public byte[] getBytes(int length) {
    byte[] read = new byte[length];
    System.arraycopy(bytes, at, read, 0, length);
    at += length;
    return read;
  }

  /** Reads what {@link BlockWriter#putCounted} wrote. */
  public byte[] getCounted() {
    return getBytes(getInt());
  }

  public String getString() {
    int length = getInt();
    String value = new String(bytes, at, length, UTF_8);
    at += length;
    return value;
  }

  /** Appends bytes of a known number to a writer. */
  public void copy(int length, BlockWriter to) {
    to.putBytes(bytes, at, length);
    at += length;
  }
}
