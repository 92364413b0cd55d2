// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/** Finds where a record of a web archive begins, and whether it is sound. For one thread. */
final class WarcScan {
  private static final byte[] NAME = "WARC/1.".getBytes(US_ASCII);
  private static final byte[] GZIP = {0x1F, (byte) 0x8B, 8};
  private static final int WINDOW_BYTES = 1 << 16;

  /** Enough to tell a record from other bytes that begin alike. */
  private static final int LOOK_AHEAD_BYTES = 1 << 10;

  private final FileChannel file;

  WarcScan(FileChannel file) {
    this.file = file;
  }

  /** The offset of the first record that begins there or later; -1 if there is none. */
  long nextRecord(long from) throws IOException {
    for (long at = from; at < file.size(); at += WINDOW_BYTES) {
      byte[] window = read(at, WINDOW_BYTES + LOOK_AHEAD_BYTES);
      for (int i = 0; i < Math.min(window.length, WINDOW_BYTES); i++) {
        if (isRecord(window, i)) {
          return at + i;
        }
      }
    }
    return -1;
  }

  /**
   * Compares the checksum of a record that was compressed by itself, which jwarc does not.
   *
   * @param end where the next one begins, or the file ends
   * @throws IOException if it is wrong
   */
  void requireSound(long start, long end) throws IOException {
    boolean byItself = isMember(start) && (end == file.size() || isMember(end));
    if (start < end && byItself) {
      InputStream bytes = Channels.newInputStream(new Section(file, start, end));
      try (InputStream in = GunzipStream.of(bytes)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private boolean isMember(long at) throws IOException {
    return startsWith(read(at, GZIP.length), 0, GZIP);
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
    var compressed = new ByteArrayInputStream(bytes, at, bytes.length - at);
    try (InputStream in = GunzipStream.of(compressed)) {
      return in.readNBytes(NAME.length + 2);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private static boolean startsWith(byte[] bytes, int at, byte[] prefix) {
    return at + prefix.length <= bytes.length
        && Arrays.equals(bytes, at, at + prefix.length, prefix, 0, prefix.length);
  }

  /** So many bytes; fewer where the file ends. */
  private byte[] read(long at, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) >= 0) {
      // read may return less than there is
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** Some bytes of a file, whose own position stays where it is. Closing it does nothing. */
  private static final class Section implements ReadableByteChannel {
    private final FileChannel file;
    private final long end;
    private long at;

    Section(FileChannel file, long start, long end) {
      this.file = file;
      this.end = end;
      at = start;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
      int length = (int) Math.min(buffer.remaining(), end - at);
      if (length == 0) {
        return -1;
      }
      int count = file.read(buffer.slice(buffer.position(), length), at);
      buffer.position(buffer.position() + Math.max(0, count));
      at += Math.max(0, count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() {}
  }
}
