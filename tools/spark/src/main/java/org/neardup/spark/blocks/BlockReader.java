// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Reads what {@link BlockWriter} packed, record by record; each element is the reader itself, at
 * the beginning of a record that is to be read whole. For one thread.
 */
public final class BlockReader implements Iterator<BlockReader> {
  private final Iterator<byte[]> blocks;

  /** Null if blocks are gone when they were read. */
  private final byte[][] all;

  /** The number of the block, of those that stay. */
  private int block = -1;

  private byte[] bytes = {};
  private int at;

  /** Reads blocks of whole records one after the other. */
  public BlockReader(Iterator<byte[]> blocks) {
    this.blocks = blocks;
    all = null;
  }

  /** Reads blocks that stay, so that records are found again by their {@link #place}. */
  public BlockReader(byte[]... blocks) {
    this.blocks = Arrays.asList(blocks).iterator();
    all = blocks;
    moveOn();
  }

  /** All that there are. */
  public static byte[][] blocks(Iterator<byte[]> arriving) {
    List<byte[]> blocks = new ArrayList<>();
    arriving.forEachRemaining(blocks::add);
    return blocks.toArray(byte[][]::new);
  }

  /** Whether there is another record; to be asked before each. */
  @Override
  public boolean hasNext() {
    moveOn();
    return at < bytes.length;
  }

  /** Moves to the next block that has something, at the end of one. */
  private void moveOn() {
    while (at == bytes.length && blocks.hasNext()) {
      bytes = blocks.next();
      block++;
      at = 0;
    }
  }

  @Override
  public BlockReader next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return this;
  }

  /** Where the next record is, of blocks that stay; in the first block that is its offset. */
  public long place() {
    return (long) block << Integer.SIZE | at;
  }

  /** The number of the block of a place. */
  public static int block(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  /** Where a place is in its block. */
  public static int offset(long place) {
    return (int) place;
  }

  /** Moves to a place, from where to read within its block. */
  public BlockReader seek(long place) {
    bytes = all[block(place)];
    at = offset(place);
    return this;
  }

  /** Passes over bytes of a known number. */
  public BlockReader skip(int length) {
    at += length;
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
