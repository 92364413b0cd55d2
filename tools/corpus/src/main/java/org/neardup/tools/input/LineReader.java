// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream into lines, keeping at most a given number of bytes of each: a longer line is
 * counted and skipped. Lines end with LF or CR LF, unless CR is given as their end. What comes
 * before a failure of the stream is a line, too. For one thread.
 */
final class LineReader implements Closeable {
  private final InputStream in;
  private final int limit;
  private final char lineEnd;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;
  private ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long length;
  private long number;
  private long start;
  private long nextStart;

  /** What ended the line. */
  private IOException failure;

  /**
   * @param limit a line of this many bytes or more is not kept
   */
  LineReader(InputStream in, int limit) {
    this(in, limit, '\n');
  }

  LineReader(InputStream in, int limit, char lineEnd) {
    this.in = in;
    this.limit = limit;
    this.lineEnd = lineEnd;
  }

  /** What the first line ends with: LF, also after a CR; or CR, as in files of old Macs. */
  static char end(byte[] begin) {
    int at = 0;
    while (at < begin.length && begin[at] != '\n' && begin[at] != '\r') {
      at++;
    }
    boolean isCarriageReturn = at < begin.length - 1 && begin[at] == '\r' && begin[at + 1] != '\n';
    return isCarriageReturn ? '\r' : '\n';
  }

  /** Moves to the next line; false at the end of the stream. Throws where the stream fails. */
  boolean next() throws IOException {
    if (failure != null) {
      throw failure;
    }
    line = length < limit && length < buffer.length ? line : new ByteArrayOutputStream();
    line.reset();
    length = 0;
    number++;
    start = nextStart;
    boolean any = false;
    while (position < end || fill(any)) {
      any = true;
      int newline = newline();
      append(newline);
      nextStart += Math.min(newline + 1, end) - position;
      position = Math.min(newline + 1, end);
      if (newline < end) {
        return true;
      }
    }
    return any;
  }

  /** The line without its end and a byte order mark before it, or null if it is too long. */
  byte[] line() {
    if (length >= limit) {
      return null;
    }
    byte[] bytes = ByteOrderMark.strip(line.toByteArray()); // also where files were put together
    boolean carriageReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return carriageReturn ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
  }

  /** Whether a line has nothing in it but blanks. */
  static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /** The length of the line in bytes, whether it was kept or not. */
  long length() {
    return length;
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  /** How many bytes of the stream come before the line. */
  long start() {
    return start;
  }

  /** The same of the line that comes next. */
  long nextStart() {
    return isBrokenOff() ? start : nextStart;
  }

  /** Whether the stream failed in this line, which may go on; the next call throws. */
  boolean isBrokenOff() {
    return failure != null;
  }

  private boolean fill(boolean anyOfLine) throws IOException {
    position = 0;
    end = 0;
    try {
      end = Math.max(0, in.read(buffer));
    } catch (IOException e) {
      if (!anyOfLine) {
        throw e;
      }
      failure = e;
    }
    return end > 0;
  }

  private int newline() {
    int at = position;
    while (at < end && buffer[at] != lineEnd) {
      at++;
    }
    return at;
  }

  private void append(int to) {
    length += to - position;
    if (length < limit) {
      line.write(buffer, position, to - position);
    } else {
      line = new ByteArrayOutputStream();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
