// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.io.input.TaggedInputStream;
import org.neardup.tools.console.Json;
import org.tukaani.xz.XZInputStream;

/** How a file is compressed, by the ending of its name. */
enum Compression {
  NONE(""),
  GZIP(".gz"),
  ZSTD(".zst"),
  BZIP2(".bz2"),
  XZ(".xz");

  /** Of zstd, as a power of two: archives are written with what its program calls --long=31. */
  private static final int LONGEST_WINDOW = 31;

  private final String ending;

  Compression(String ending) {
    this.ending = ending;
  }

  /**
   * That of a file.
   *
   * @param name in lower case
   */
  static Compression of(String name) {
    Compression found = NONE;
    for (Compression each : values()) {
      found = name.endsWith(each.ending) ? each : found;
    }
    return found;
  }

  /**
   * What to say of a stream that cannot be read on.
   *
   * @param file its name
   */
  static String damage(String file, IOException reason) {
    Compression found = of(file.toLowerCase(Locale.ROOT));
    String what = Json.lower(found == NONE ? GZIP : found);
    return what + " is cut off or damaged: " + Inputs.reason(reason);
  }

  /** The same of a stream that may also fail otherwise. */
  static String problem(String file, IOException reason) {
    return reason instanceof EOFException || reason instanceof ZipException
        ? damage(file, reason)
        : Inputs.problem(reason);
  }

  /** The name without its ending. */
  String strip(String name) {
    return name.substring(0, name.length() - ending.length());
  }

  /**
   * The content of a file; where it is damaged, reading throws a ZipException or an EOFException
   * once what comes before is read.
   */
  InputStream open(Path path) throws IOException {
    InputStream in = Files.newInputStream(path);
    try {
      return switch (this) {
        case NONE -> in;
        case GZIP -> GunzipStream.of(in);
        case ZSTD, BZIP2, XZ -> decoded(in);
      };
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private InputStream decoded(InputStream in) throws IOException {
    TaggedInputStream below = new TaggedInputStream(in);
    try {
      InputStream buffered = new BufferedInputStream(below);
      buffered.mark(1);
      if (buffered.read() < 0) {
        throw new EOFException(); // to zstd's library, nothing at all is sound
      }
      buffered.reset();
      InputStream decoder =
          switch (this) {
            case ZSTD ->
                new ZstdInputStream(buffered).setContinuous(false).setLongMax(LONGEST_WINDOW);
            case BZIP2 -> new BZip2CompressorInputStream(buffered, true);
            default -> new XZInputStream(buffered);
          };
      return new Decoded(below, decoder);
    } catch (IOException | RuntimeException e) {
      throw Decoded.translate(e, below);
    }
  }

  /** Tells damage from a failure of what is below, whatever a library throws. */
  private static final class Decoded extends FilterInputStream {
    /** A library throws away what it has read of this when it fails. */
    private static final int BYTES_AT_ONCE = 1 << 9;

    private final TaggedInputStream below;

    Decoded(TaggedInputStream below, InputStream in) {
      super(in);
      this.below = below;
    }

    static IOException translate(Exception e, TaggedInputStream below) {
      if (below.isCauseOf(e)) {
        return (IOException) e.getCause();
      }
      if (e instanceof EOFException end) {
        return end;
      }
      String reason = e.getMessage() == null ? "invalid data" : e.getMessage();
      return (IOException) new ZipException(reason).initCause(e);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    /** A buffer above asks for no more, and so keeps what came before a failure. */
    @Override
    public int available() {
      return 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.read(bytes, offset, Math.min(length, BYTES_AT_ONCE));
      } catch (IOException | RuntimeException e) {
        throw translate(e, below);
      }
    }
  }
}
