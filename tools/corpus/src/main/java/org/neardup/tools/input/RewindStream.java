// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that can go back, as to look behind damage for the next whole record: to the mark, as
 * far as that is near enough, and always by {@value #LEAST_BYTES} bytes. For one thread.
 */
final class RewindStream extends InputStream {
  static final int LEAST_BYTES = 1 << 14;
  private static final int CAPACITY = 4 * LEAST_BYTES;

  private final InputStream in;
  private final long reach;
  private byte[] bytes = new byte[CAPACITY];
  private int at;
  private int end;
  private long dropped; // bytes before those that are kept
  private long marked;

  /**
   * @param reach how far it can go back to the mark; memory takes at most twice as many bytes
   */
  RewindStream(InputStream in, long reach) {
    this.in = in;
    this.reach = reach;
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

  /** Goes to a place that was read, or to the first one that is kept. */
  void moveTo(long place) {
    at = (int) Math.max(0, place - dropped);
  }

  /** Whether so many bytes follow. */
  boolean has(int count) throws IOException {
    for (int read = 0; read >= 0 && end - at < count; end += Math.max(0, read)) {
      if (end == bytes.length) {
        makeRoom();
      }
      read = in.read(bytes, end, bytes.length - end);
    }
    return end - at >= count;
  }

  /** One of the bytes that follow, from 0. */
  int peek(int index) {
    return Byte.toUnsignedInt(bytes[at + index]);
  }

  private void makeRoom() {
    long first = Math.min(place() - LEAST_BYTES, Math.max(marked, place() - reach));
    int drop = (int) Math.max(0, first - dropped);
    int kept = end - drop;
    byte[] room =
        new byte[(int) Math.min(Integer.MAX_VALUE - 8, Math.max(CAPACITY, kept * 3L / 2))];
    System.arraycopy(bytes, drop, room, 0, kept);
    bytes = room;
    at -= drop;
    end = kept;
    dropped += drop;
  }

  @Override
  public int read() throws IOException {
    return has(1) ? Byte.toUnsignedInt(bytes[at++]) : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = has(1) ? Math.min(length, end - at) : -1;
    System.arraycopy(bytes, at, target, offset, Math.max(0, count));
    at += Math.max(0, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
