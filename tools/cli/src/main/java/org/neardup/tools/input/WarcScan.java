// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Finds where a record of a web archive begins, after one that is damaged. For one thread. */
final class WarcScan {
  private static final byte[] NAME = "WARC/1.".getBytes(US_ASCII);
  private static final byte[] GZIP = {0x1F, (byte) 0x8B, 8};
  private static final int WINDOW_BYTES = 1 << 16;

  /** Enough to tell a record from other bytes that begin alike. */
  private static final int LOOK_AHEAD_BYTES = 1 << 10;

  private final FileChannel file;
  private final boolean compressed;

  WarcScan(FileChannel file) throws IOException {
    this.file = file;
    compressed = startsWith(read(0, GZIP.length), 0, GZIP);
  }

  /** The offset of the first record that begins there or later; -1 if there is none. */
  long nextRecord(long from) throws IOException {
    byte[] mark = compressed ? GZIP : NAME;
    for (long at = from; at < file.size(); at += WINDOW_BYTES) {
      byte[] window = read(at, WINDOW_BYTES + LOOK_AHEAD_BYTES);
      for (int i = 0; i < Math.min(window.length, WINDOW_BYTES); i++) {
        if (startsWith(window, i, mark) && isRecord(window, i)) {
          return at + i;
        }
      }
    }
    return -1;
  }

  private boolean isRecord(byte[] bytes, int at) {
    byte[] head = compressed ? inflated(bytes, at) : Arrays.copyOfRange(bytes, at, bytes.length);
    int end = NAME.length + 1; // one digit is the minor version
    return startsWith(head, 0, NAME)
        && head.length > end
        && (head[end] == '\r' || head[end] == '\n');
  }

  /** The first bytes that are compressed there; none if nothing is. */
  private static byte[] inflated(byte[] bytes, int at) {
    var compressed = new ByteArrayInputStream(bytes, at, bytes.length - at);
    try (InputStream in = new GZIPInputStream(compressed, LOOK_AHEAD_BYTES)) {
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
}
