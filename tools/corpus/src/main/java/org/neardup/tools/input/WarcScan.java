// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where records of a web archive begin and end, before anything is made of them: a record
 * that says a wrong length is known by what stands at its end, or by the next one that was
 * compressed by itself, without reading all that it claims. For one thread.
 */
final class WarcScan {
  private static final byte[] NAME = "WARC/1.".getBytes(US_ASCII);
  private static final byte[] ANY_NAME = "WARC/".getBytes(US_ASCII);
  private static final byte[] TRAILER = "\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] GZIP = {0x1F, (byte) 0x8B, 8};
  private static final Pattern HEADER_END = Pattern.compile("\n\r?\n");
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^content-length[ \t]*:[ \t]*([0-9]+)[ \t]*\r?$");

  /** So many digits make a long, and with more no file is as long. */
  private static final int LENGTH_DIGITS = 18;

  private static final int WINDOW_BYTES = 1 << 16;

  /** Enough to tell a record from other bytes that begin alike. */
  private static final int LOOK_AHEAD_BYTES = 1 << 10;

  /** No header is longer. */
  private static final int HEADER_BYTES = 1 << 15;

  /** Headers that name the format more often are beginnings of several records. */
  private static final int NAMES_OF_HEADER = 8;

  /** How often a byte may be in a member that turns out to be damaged, on average. */
  private static final int DAMAGES_OF_A_BYTE = 64;

  /**
   * One record, or what was compressed together.
   *
   * @param end where it ends, or as far as it could be read
   * @param failure null if it is sound
   */
  record Unit(long end, IOException failure) {}

  private final FileChannel file;
  private final long size;
  private long windowStart;
  private byte[] window = {};
  private long bytesRead;
  private long damagedBytes;

  WarcScan(FileChannel file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  long size() {
    return size;
  }

  /** How many bytes were read, some of them again. */
  long bytesRead() {
    return bytesRead;
  }

  /** Whether so much was read in vain that the file must be adversarial. */
  boolean isExhausted() {
    return damagedBytes > DAMAGES_OF_A_BYTE * (size + WINDOW_BYTES);
  }

  /** The offset of the first record that begins there or later; -1 if there is none. */
  long nextRecord(long from) throws IOException {
    for (long at = from; at < size; at++) {
      load(at, LOOK_AHEAD_BYTES);
      if (isRecord(window, (int) (at - windowStart))) {
        return at;
      }
    }
    return -1;
  }

  /** What begins there. */
  Unit unit(long start) throws IOException {
    load(start, LOOK_AHEAD_BYTES);
    int at = (int) (start - windowStart);
    if (startsWith(window, at, GZIP)) {
      return members(start);
    }
    try {
      return new Unit(end(start), null);
    } catch (BadInputException e) {
      return new Unit(start, new IOException(e.getMessage()));
    }
  }

  /** Where a record ends that is not compressed, by the length that it says. */
  private long end(long start) throws IOException, BadInputException {
    load(start, HEADER_BYTES);
    int at = (int) (start - windowStart);
    if (!startsWith(window, at, ANY_NAME)) {
      throw new BadInputException("it must begin with WARC/1.0 or WARC/1.1");
    }
    int limit = Math.min(window.length, at + HEADER_BYTES);
    int names = 0;
    for (int i = at + 1; i < limit; i++) {
      names += isNamed(window, i) ? 1 : 0;
      limit = names > NAMES_OF_HEADER ? i : limit;
    }
    String header = new String(window, at, limit - at, ISO_8859_1);
    Matcher headerEnd = HEADER_END.matcher(header);
    if (!headerEnd.find()) {
      throw new BadInputException("its header has no end");
    }
    Matcher length = LENGTH.matcher(header.substring(0, headerEnd.end()));
    if (!length.find()) {
      throw new BadInputException("Content-Length must be a number, got none");
    }
    String digits = length.group(1);
    long bodyBytes = digits.length() > LENGTH_DIGITS ? size : Long.parseLong(digits);
    long end = start + headerEnd.end() + bodyBytes;
    if (!Arrays.equals(TRAILER, read(end, TRAILER.length))) {
      throw new BadInputException(
          "Content-Length must lead to the end of the record, got " + Limits.shown(digits));
    }
    return end + TRAILER.length;
  }

  /** The gzip member that begins there, and those after it in which the record goes on. */
  private Unit members(long start) throws IOException {
    FileBytes bytes = bytes(start, size);
    boolean goesOn = true;
    while (goesOn) {
      try (InputStream in = GunzipStream.ofOne(bytes)) {
        in.transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        damagedBytes += bytes.position() - start;
        return new Unit(bytes.position(), e);
      }
      load(bytes.position(), LOOK_AHEAD_BYTES);
      int at = (int) (bytes.position() - windowStart);
      goesOn = startsWith(window, at, GZIP) && !isRecord(window, at);
    }
    return new Unit(bytes.position(), null);
  }

  private static boolean isRecord(byte[] bytes, int at) {
    return startsWith(bytes, at, GZIP) ? isNamed(inflated(bytes, at), 0) : isNamed(bytes, at);
  }

  /** Whether there is a name of the format: one digit is the minor version, then the line ends. */
  private static boolean isNamed(byte[] bytes, int at) {
    int end = at + NAME.length + 1;
    return startsWith(bytes, at, NAME)
        && end < bytes.length
        && (bytes[end] == '\r' || bytes[end] == '\n');
  }

  /** The first bytes that are compressed there; none if nothing is. */
  private static byte[] inflated(byte[] bytes, int at) {
    int length = Math.min(LOOK_AHEAD_BYTES, bytes.length - at);
    try (InputStream in = GunzipStream.of(new ByteArrayInputStream(bytes, at, length))) {
      return in.readNBytes(NAME.length + 2);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private static boolean startsWith(byte[] bytes, int at, byte[] prefix) {
    return at + prefix.length <= bytes.length
        && Arrays.equals(bytes, at, at + prefix.length, prefix, 0, prefix.length);
  }

  /** Has the window hold so many bytes from there on, as far as the file goes. */
  private void load(long at, int length) throws IOException {
    long end = Math.min(size, at + length);
    if (at < windowStart || end > windowStart + window.length) {
      window = read(at, WINDOW_BYTES + length);
      windowStart = at;
    }
  }

  /** So many bytes; fewer where the file ends. */
  private byte[] read(long at, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) >= 0) {
      // read may return less than there is
    }
    bytesRead += buffer.position();
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** Some bytes of the file. Closing it does nothing. */
  FileBytes bytes(long start, long end) {
    return new FileBytes(start, end);
  }

  /** Reads from a place of its own, to which it can go back. */
  final class FileBytes extends InputStream {
    private final long end;
    private long at;
    private long marked;

    private FileBytes(long start, long end) {
      this.end = end;
      at = start;
      marked = start;
    }

    long position() {
      return at;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      load(at, 1);
      int from = (int) (at - windowStart);
      int count = (int) Math.min(Math.min(length, window.length - from), end - at);
      if (count == 0) {
        return length == 0 ? 0 : -1;
      }
      System.arraycopy(window, from, bytes, offset, count);
      at += count;
      return count;
    }

    @Override
    public boolean markSupported() {
      return true;
    }

    @Override
    public synchronized void mark(int limit) {
      marked = at;
    }

    @Override
    public synchronized void reset() {
      at = marked;
    }
  }
}
