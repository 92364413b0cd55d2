// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.io.EndianUtils;
import org.apache.commons.io.input.TaggedInputStream;

/**
 * The content of gzip (RFC 1952): that of all members, one after the other. Zeros behind the last
 * one, up to the end, are the padding of tapes and block devices. Once all that comes before is
 * read, reading throws a ZipException or, at the end, an EOFException where the gzip is damaged,
 * cut off or followed by other bytes, which the JDK's stream takes for the end; and where what is
 * below fails, that failure. Of a header no checksum is compared, and its extra field is skipped,
 * as some programs write into it what RFC 1952 does not allow. For one thread.
 */
final class GunzipStream extends InputStream {
  private static final String OTHER_BYTES = "Unexpected data after a valid .gz stream.";

  /** The first byte of a member. */
  private static final int GZIP = 0x1F;

  private static final int FIXED_HEADER_BYTES = 10;
  private static final int FLAGS = 3;
  private static final int EXTRA_FLAG = 4;

  private final Compressed compressed;
  private final InputStream in;
  private final boolean all;
  private GzipCompressorInputStream member;

  /** What to throw once all that comes before it is read. */
  private IOException failure;

  /** What is below. */
  private static final class Compressed extends TaggedInputStream {
    Compressed(InputStream in) {
      super(in);
    }

    /** A buffer above asks for no more, and so keeps what came before a failure. */
    @Override
    public int available() {
      return 0;
    }
  }

  /** What follows, without the extra field of the first header. */
  private static final class WithoutExtraField extends FilterInputStream {
    private final ByteArrayInputStream header;

    WithoutExtraField(InputStream in) throws IOException {
      super(in);
      byte[] bytes = in.readNBytes(FIXED_HEADER_BYTES);
      if (bytes.length > FLAGS && bytes[0] == GZIP && (bytes[FLAGS] & EXTRA_FLAG) != 0) {
        bytes[FLAGS] &= ~EXTRA_FLAG;
        in.skipNBytes(EndianUtils.readSwappedUnsignedShort(in));
      }
      header = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() throws IOException {
      return header.available() > 0 ? header.read() : in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return (header.available() > 0 ? header : in).read(bytes, offset, length);
    }
  }

  private GunzipStream(Compressed compressed, boolean all) throws IOException {
    this.compressed = compressed;
    this.all = all;
    in = all ? new BufferedInputStream(compressed) : compressed;
    try {
      member = member();
    } catch (IOException e) {
      throw translate(e);
    }
  }

  private GzipCompressorInputStream member() throws IOException {
    return GzipCompressorInputStream.builder().setInputStream(new WithoutExtraField(in)).get();
  }

  /** Moves to the next member; false if there is none. */
  private boolean next() throws IOException {
    if (!all || isAtEnd()) {
      return false;
    }
    member = member();
    return true;
  }

  /** Whether nothing follows, or zeros. */
  private boolean isAtEnd() throws IOException {
    in.mark(1);
    int next = in.read();
    if (next == GZIP) {
      in.reset();
      return false;
    }
    while (next == 0) {
      next = in.read();
    }
    if (next >= 0) {
      throw new IOException(OTHER_BYTES);
    }
    return true;
  }

  /** The content of a file. */
  static InputStream open(Path path) throws IOException {
    return of(Files.newInputStream(path));
  }

  /** The content of a stream, which is closed with it, or if it does not begin as gzip does. */
  static InputStream of(InputStream compressed) throws IOException {
    try {
      return new GunzipStream(new Compressed(compressed), true);
    } catch (IOException e) {
      compressed.close();
      throw e;
    }
  }

  /**
   * The content of one member, whatever follows.
   *
   * @param compressed that can be reset; stands behind the member once all of it is read
   */
  static InputStream ofOne(InputStream compressed) throws IOException {
    return new GunzipStream(new Compressed(compressed), false);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = failure == null ? readUntilFailure(bytes, offset, length) : 0;
    if (failure != null && count == 0 && length > 0) {
      throw failure;
    }
    return count;
  }

  /** The library throws without a word of the bytes that it has read by then: they count, too. */
  private int readUntilFailure(byte[] bytes, int offset, int length) {
    long before = member.getBytesRead();
    try {
      int count = member.read(bytes, offset, length);
      while (count < 0 && next()) {
        before = 0;
        count = member.read(bytes, offset, length);
      }
      return count;
    } catch (IOException e) {
      failure = translate(e);
      return (int) (member.getBytesRead() - before);
    }
  }

  /**
   * Distinguishes damage, for which the library has no type, from a failure of the underlying
   * stream.
   */
  private IOException translate(IOException e) {
    if (compressed.isCauseOf(e)) {
      return (IOException) e.getCause();
    }
    return e instanceof EOFException
        ? e
        : (IOException) new ZipException(e.getMessage()).initCause(e);
  }

  @Override
  public void close() throws IOException {
    member.close();
  }
}
