// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * The content of gzip (RFC 1952): that of all members, one after the other. Zeros may follow the
 * last. Where other bytes do, or a checksum is wrong, reading throws; the JDK's stream ends there
 * as if all were read, and the members behind are lost unnoticed. For one thread.
 */
final class GunzipStream extends InflaterInputStream {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_1 = 0x1F;
  private static final int MAGIC_2 = 0x8B;
  private static final int DEFLATE = 8;

  // Flags of the header.
  private static final int SUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xE0;

  private final CRC32 sum = new CRC32(); // of a header, then of its content
  private int at; // in the buffer, while the inflater does not read from it
  private boolean begun;
  private boolean ended;

  private GunzipStream(InputStream compressed, int bufferBytes) {
    super(compressed, new Inflater(true), bufferBytes);
  }

  /** The content of a file. */
  static InputStream open(Path path) throws IOException {
    return of(Files.newInputStream(path), BUFFER_BYTES);
  }

  /**
   * The content of a stream, which is closed with it, or if it does not begin as gzip does.
   *
   * @param bufferBytes how much to read at once
   */
  static InputStream of(InputStream compressed, int bufferBytes) throws IOException {
    GunzipStream content = new GunzipStream(compressed, bufferBytes);
    try {
      content.readHeader(content.next());
      return content;
    } catch (IOException e) {
      content.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = ended ? -1 : super.read(bytes, offset, length);
    while (count < 0 && !ended) {
      readTrailer();
      ended = !nextMember();
      count = ended ? -1 : super.read(bytes, offset, length);
    }
    sum.update(bytes, offset, Math.max(0, count));
    return count;
  }

  /** Moves to the next member; false at the end. */
  private boolean nextMember() throws IOException {
    int first = nextOrEnd();
    boolean isMember = first > 0;
    while (first == 0) {
      first = nextOrEnd();
    }
    if (isMember) {
      readHeader(first);
    } else if (first > 0) {
      throw noGzip(first);
    }
    return isMember;
  }

  private void readHeader(int first) throws IOException {
    require(first == MAGIC_1, first);
    sum.reset();
    sum.update(first);
    int second = next();
    require(second == MAGIC_2, second);
    int method = next();
    require(method == DEFLATE, method);
    int flags = next();
    require((flags & RESERVED) == 0, flags);
    skip(6); // time, level, system
    if ((flags & EXTRA) != 0) {
      skip((int) number(2));
    }
    skipString((flags & NAME) != 0);
    skipString((flags & COMMENT) != 0);
    if ((flags & SUM) != 0) {
      long expected = sum.getValue() & 0xFFFF;
      check("checksum of the header", number(2), expected);
    }
    beginContent();
  }

  private void beginContent() {
    sum.reset();
    inf.reset();
    inf.setInput(buf, at, len - at);
    begun = true;
  }

  private void readTrailer() throws IOException {
    at = len - inf.getRemaining();
    long contentSum = sum.getValue();
    long contentLength = inf.getBytesWritten() & 0xFFFFFFFFL;
    check("checksum", number(4), contentSum);
    check("length", number(4), contentLength);
  }

  private static void check(String what, long told, long found) throws ZipException {
    if (told != found) {
      throw new ZipException(
          String.format(Locale.ROOT, "%s must be %08x, got %08x", what, told, found));
    }
  }

  private void require(boolean condition, int found) throws ZipException {
    if (!condition) {
      throw noGzip(found);
    }
  }

  private ZipException noGzip(int found) {
    return new ZipException(
        begun
            ? String.format(Locale.ROOT, "bytes follow that are no gzip, got %02X", found)
            : "Not in GZIP format");
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private void skipString(boolean isThere) throws IOException {
    while (isThere && next() != 0) {
      // it ends with a zero
    }
  }

  /** In so many bytes, little-endian. */
  private long number(int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) next() << (i * Byte.SIZE);
    }
    return number;
  }

  /** The next byte outside of contents. */
  private int next() throws IOException {
    int next = nextOrEnd();
    if (next < 0) {
      throw new EOFException();
    }
    sum.update(next);
    return next;
  }

  private int nextOrEnd() throws IOException {
    if (at == len) {
      at = 0;
      len = Math.max(0, in.read(buf, 0, buf.length));
    }
    return at < len ? Byte.toUnsignedInt(buf[at++]) : -1;
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      inf.end();
    }
  }
}
