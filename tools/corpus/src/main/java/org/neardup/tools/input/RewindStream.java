// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that can go back, so that a reader can look behind damage for the next whole record: to
 * the mark, as far as that is near enough, and always by {@value #LEAST_BYTES} bytes. For one
 * thread.
 */
final class RewindStream extends InputStream {
  static final int LEAST_BYTES = 1 << 14;

  private static final int CAPACITY = 4 * LEAST_BYTES;
  private static final long MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final InputStream in;
  private final long reach;
  private byte[] bytes = new byte[CAPACITY];
  private int at;
  private int end;

  /** How many bytes of the stream came before those that are kept. */
  private long dropped;

  private long marked;

  /**
   * @param reach how far it can go back to the mark; memory takes at most twice as many bytes
   */
  RewindStream(InputStream in, long reach) {
    this.in = in;
    this.reach = Math.max(reach, LEAST_BYTES);
  }

  /** How many bytes of the stream come before the next one. */
  long place() {
    return dropped + at;
  }

  /** Marks this place. */
  void mark() {
    marked = place();
    if (bytes.length > CAPACITY && end - at < LEAST_BYTES) {
      makeRoom(); // less, as what took more was read
    }
  }

  /** Goes to a place that was read, or to the first one that is still kept. */
  void moveTo(long place) {
    at = (int) Math.max(0, place - dropped);
  }

  /** Whether so many bytes follow. */
  boolean has(int count) throws IOException {
    while (end - at < count) {
      if (end == bytes.length) {
        makeRoom();
      }
      int read = in.read(bytes, end, bytes.length - end);
      if (read < 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  /** One of the bytes that follow, of which it has enough, from 0. */
  int peek(int index) {
    return Byte.toUnsignedInt(bytes[at + index]);
  }

  private void makeRoom() {
    long first = Math.min(place() - LEAST_BYTES, Math.max(marked, place() - reach));
    int drop = (int) Math.max(0, first - dropped);
    int kept = end - drop;
    int capacity = (int) Math.min(MAX_CAPACITY, Math.max(CAPACITY, kept * 3L / 2));
    byte[] room = capacity == bytes.length ? bytes : new byte[capacity];
    System.arraycopy(bytes, drop, room, 0, kept);
    bytes = room;
    at -= drop;
    end -= drop;
    dropped += drop;
  }

  @Override
  public int read() throws IOException {
    return has(1) ? Byte.toUnsignedInt(bytes[at++]) : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length > 0 && !has(1)) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
