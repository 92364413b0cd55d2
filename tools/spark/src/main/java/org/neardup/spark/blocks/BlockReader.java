// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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
    pass(length);
    return this;
  }

  /** Moves on by so many bytes, and gives where they begin. */
  private int pass(int length) {
    int from = at;
    if (length < 0 || length > bytes.length - from) {
      throw damaged(length);
    }
    at = from + length;
    return from;
  }

  private IllegalStateException damaged(int length) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "a block is cut off or damaged: a value must end within %d bytes, got %d bytes at %d",
            bytes.length,
            length,
            at));
  }

  public long getLong() {
    return (long) BlockWriter.LONG.get(bytes, pass(Long.BYTES));
  }

  public int getInt() {
    return (int) BlockWriter.INT.get(bytes, pass(Integer.BYTES));
  }

  public byte getByte() {
    return bytes[pass(1)];
  }

  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** Reads bytes of a known number. */
  public byte[] getBytes(int length) {
    int from = pass(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Reads what {@link BlockWriter#putCounted} wrote. */
  public byte[] getCounted() {
    return getBytes(getInt());
  }

  public String getString() {
    int length = getInt();
    return new String(bytes, pass(length), length, UTF_8);
  }
}
