// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.apache.commons.io.EndianUtils;
import org.apache.commons.io.function.IOPredicate;

/**
 * The content of gzip (RFC 1952): that of all members, one after the other. Zeros behind the last
 * one, up to the end, are the padding of tapes and block devices. Once all that comes before is
 * read, reading throws a ZipException or, at the end, an EOFException where the gzip is damaged,
 * cut off or followed by other bytes, which the JDK's stream takes for the end; and where what is
 * below fails, that failure. What a header holds is skipped, as some programs write into its extra
 * field what RFC 1952 does not allow. For one thread.
 */
final class GunzipStream extends InflatedStream {
  /** What a member begins with. */
  private static final byte[] MAGIC = {0x1F, (byte) 0x8B, 8};

  private static final int CHECKSUM_FLAG = 2;
  private static final int EXTRA_FLAG = 4;
  private static final int NAME_FLAG = 8;
  private static final int COMMENT_FLAG = 16;

  /** Time, level and system. */
  private static final int SKIPPED_BYTES = 6;

  /** Whether another member is read, asked where one ends. */
  private final IOPredicate<InputStream> goesOn;

  private final CRC32 checksum = new CRC32();
  private boolean isAtEnd;

  private GunzipStream(InputStream in, IOPredicate<InputStream> goesOn) throws IOException {
    super(in, new Inflater(true));
    this.goesOn = goesOn;
    readHeader();
  }

  /** The content of a stream, which is closed with it, or if it does not begin as gzip does. */
  static InputStream of(InputStream compressed) throws IOException {
    try {
      return new GunzipStream(
          new BufferedInputStream(withoutHaste(compressed)), GunzipStream::hasMember);
    } catch (IOException e) {
      compressed.close();
      throw e;
    }
  }

  /** A buffer above asks for no more than there is, and so keeps what came before a failure. */
  private static InputStream withoutHaste(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int available() {
        return 0;
      }
    };
  }

  /**
   * The content of a member and of those after it, whatever follows.
   *
   * @param compressed that can be reset; stands behind the members once all of it is read
   * @param goesOn whether another member is read, asked where one ends; must leave the stream there
   */
  static InputStream of(InputStream compressed, IOPredicate<InputStream> goesOn)
      throws IOException {
    return new GunzipStream(compressed, goesOn);
  }

  /** Whether a member begins where a stream stands, which can be reset, and stays there. */
  static boolean begins(InputStream in) throws IOException {
    return begins(RecordFormat.peek(in, MAGIC.length), 0);
  }

  /** Whether a member begins at a place. */
  static boolean begins(byte[] bytes, int at) {
    return RecordFormat.startsWith(bytes, at, MAGIC);
  }

  private void readHeader() throws IOException {
    if (!begins(in.readNBytes(MAGIC.length), 0)) {
      throw new ZipException("Input is not in the .gz format.");
    }
    int flags = in.read();
    in.skipNBytes(SKIPPED_BYTES);
    if ((flags & EXTRA_FLAG) != 0) {
      in.skipNBytes(EndianUtils.readSwappedUnsignedShort(in));
    }
    skipText(flags & NAME_FLAG);
    skipText(flags & COMMENT_FLAG);
    in.skipNBytes(flags & CHECKSUM_FLAG); // it has two bytes
    checksum.reset();
  }

  private void skipText(int flag) throws IOException {
    int next = flag == 0 ? 0 : in.read();
    while (next > 0) {
      next = in.read();
    }
    if (next < 0) {
      throw new EOFException();
    }
  }

  /** Ends a member, and moves to the next one; false if there is none. */
  private boolean next() throws IOException {
    try {
      return moveToNext();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean moveToNext() throws IOException {
    in.reset();
    in.skipNBytes(len - inf.getRemaining());
    if (EndianUtils.readSwappedUnsignedInteger(in) != checksum.getValue()
        || EndianUtils.readSwappedInteger(in) != (int) inf.getBytesWritten()) {
      throw new ZipException("checksum or length is wrong");
    }
    isAtEnd = !goesOn.test(in);
    if (!isAtEnd) {
      readHeader();
      inf.reset();
    }
    return !isAtEnd;
  }

  /** Whether more follows than zeros. */
  private static boolean hasMember(InputStream in) throws IOException {
    in.mark(1);
    int next = in.read();
    if (next == MAGIC[0]) {
      in.reset();
      return true;
    }
    while (next == 0) {
      next = in.read();
    }
    if (next >= 0) {
      throw new ZipException("Unexpected data after a valid .gz stream.");
    }
    return false;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = isAtEnd ? -1 : super.read(bytes, offset, length);
    while (count < 0 && !isAtEnd && next()) {
      count = super.read(bytes, offset, length);
    }
    checksum.update(bytes, offset, Math.max(0, count));
    return count;
  }
}
