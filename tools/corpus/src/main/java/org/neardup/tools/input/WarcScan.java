// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Finds where records of a web archive begin and end: a record that says a wrong length is known by
 * what stands at its end, or by the next one that was compressed by itself, without reading all
 * that it claims. For one thread.
 */
final class WarcScan {
  private static final int WINDOW_BYTES = 1 << 16;

  /** Enough to tell a record from other bytes that begin alike. */
  private static final int LOOK_AHEAD_BYTES = 1 << 10;

  /** Enough for the first line of a header. */
  private static final int INFLATED_BYTES = 1 << 12;

  /** No header is longer. */
  private static final int HEADER_BYTES = 1 << 15;

  /** Headers that name the format more often are beginnings of several records. */
  private static final int NAMES_OF_HEADER = 8;

  /** How often a byte may be in a member that turns out to be damaged, on average. */
  private static final int DAMAGES_OF_A_BYTE = 64;

  private final FileChannel file;
  private final RecordFormat format;
  private final long size;
  private long windowStart;
  private byte[] window = {};
  private long bytesRead;
  private long damagedBytes;

  WarcScan(FileChannel file, RecordFormat format) throws IOException {
    this.file = file;
    this.format = format;
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
  private long nextRecord(long from, long to) throws IOException {
    for (long at = from; at < to; at++) {
      if (isRecord(at)) {
        return at;
      }
    }
    return -1;
  }

  /**
   * What begins there.
   *
   * @throws IOException if that is damaged at once, or a record leads to a place where none ends
   */
  Unit unit(long start) throws IOException {
    return isCompressed(start) ? new Unit(start) : new Unit(start, end(start));
  }

  /**
   * Where to go on behind what begins there.
   *
   * @param unit null if it could not be opened
   */
  long next(long start, Unit unit) throws IOException {
    if (unit != null) {
      try {
        unit.isInRecord = true; // of which the rest belongs to it
        unit.content.transferTo(OutputStream.nullOutputStream());
        return unit.bytes.at;
      } catch (IOException e) {
        damagedBytes += unit.bytes.at - start;
      }
    }
    return nextRecord(start + 1, size);
  }

  /** Where a record ends that is not compressed, by the length that it says. */
  private long end(long start) throws IOException {
    load(start, HEADER_BYTES);
    int at = (int) (start - windowStart);
    int limit = Math.min(window.length, at + HEADER_BYTES);
    int names = 0;
    for (int i = at + 1; i < limit; i++) {
      names += format.begins(window, i) ? 1 : 0;
      limit = names > NAMES_OF_HEADER ? i : limit;
    }
    ByteArrayInputStream header = new ByteArrayInputStream(window, at, limit - at);
    long length = format.header(header).length();
    long end = start + limit - at - header.available() + length;
    if (header.available() == 0 && start + limit - at < size) {
      throw new IOException("its header has no end");
    } else if (end > size) {
      throw new EOFException();
    }
    byte[] last = read(end - 1, LOOK_AHEAD_BYTES); // with the byte before
    int next = 1;
    int lineFeeds = 0;
    while (next < last.length && RecordFormat.isLineEnd(last[next])) {
      lineFeeds += last[next] == '\n' ? 1 : 0;
      next++;
    }
    if (next < last.length
        && !isRecord(last, next)
        && !format.follows(last, next)
        && (lineFeeds < format.lineFeeds() || hasOther(start, end))) {
      throw new IOException("Content-Length must lead to the end of the record, got " + length);
    }
    return end + next - 1;
  }

  /** Whether another record begins in what one claims, where what follows that is damaged. */
  private boolean hasOther(long start, long end) throws IOException {
    damagedBytes += end - start;
    return nextRecord(start + 1, end) >= 0;
  }

  /** One record, or what was compressed together; is read once, from its beginning. */
  final class Unit {
    private final FileBytes bytes;
    private final InputStream content;
    private boolean isInRecord;

    private Unit(long start, long end) {
      bytes = new FileBytes(start, end);
      content = bytes;
    }

    /** Of the gzip member that begins there, and those after it in which a record goes on. */
    private Unit(long start) throws IOException {
      bytes = new FileBytes(start, size);
      content =
          GunzipStream.of(bytes, in -> isInRecord && isCompressed(bytes.at) && !isRecord(bytes.at));
    }

    InputStream content() {
      return content;
    }

    /** Notes whether what is read next belongs to the same record. */
    void setInRecord(boolean isIn) {
      isInRecord = isIn;
    }
  }

  private boolean isCompressed(long at) throws IOException {
    load(at, LOOK_AHEAD_BYTES);
    return GunzipStream.begins(window, (int) (at - windowStart));
  }

  private boolean isRecord(long at) throws IOException {
    load(at, LOOK_AHEAD_BYTES);
    return isRecord(window, (int) (at - windowStart));
  }

  private boolean isRecord(byte[] bytes, int at) {
    return GunzipStream.begins(bytes, at)
        ? format.begins(inflated(bytes, at), 0)
        : format.begins(bytes, at);
  }

  /** The first bytes that are compressed there; none if nothing is. */
  private static byte[] inflated(byte[] bytes, int at) {
    int length = Math.min(LOOK_AHEAD_BYTES, bytes.length - at);
    byte[] content = new byte[INFLATED_BYTES];
    int end = 0;
    try (InputStream in =
        GunzipStream.of(new ByteArrayInputStream(bytes, at, length), next -> false)) {
      for (int n = 0; n >= 0 && end < content.length; end += Math.max(0, n)) {
        n = in.read(content, end, content.length - end);
      }
    } catch (IOException e) {
      // what came before counts
    }
    return Arrays.copyOf(content, end);
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

  /** Reads from a place of its own, to which it can go back. */
  private final class FileBytes extends InputStream {
    private final long end;
    private long at;
    private long marked;

    private FileBytes(long start, long end) {
      this.end = end;
      at = start;
      marked = start;
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
