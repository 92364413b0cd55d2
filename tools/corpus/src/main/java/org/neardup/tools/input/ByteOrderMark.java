// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.input.ReaderInputStream;

/**
 * The character U+FEFF that some programs begin a file with. Its bytes identify the character set;
 * it is not part of the text.
 */
public final class ByteOrderMark {
  private static final char MARK = '\uFEFF';
  private static final List<Charset> CHARSETS = List.of(UTF_8, UTF_16BE, UTF_16LE);

  private ByteOrderMark() {}

  /** The character set of a byte order mark, or null. */
  static Charset charset(byte[] bytes) {
    return CHARSETS.stream().filter(each -> begins(bytes, each)).findFirst().orElse(null);
  }

  /** What a stream holds, in UTF-8: also where its mark says that it is UTF-16. */
  static InputStream utf8(InputStream in) throws IOException {
    byte[] begin = JsonSources.begin(in, bytes(UTF_16LE).length);
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), in);
    return isUtf16(begin)
        ? ReaderInputStream.builder()
            .setReader(new InputStreamReader(all, charset(begin)))
            .setCharset(UTF_8)
            .get()
        : all;
  }

  /** A file in UTF-8, or in what its mark says, without the mark; malformed bytes make it fail. */
  public static BufferedReader reader(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(utf8(in), UTF_8.newDecoder()));
      reader.mark(1);
      if (reader.read() != MARK) {
        reader.reset();
      }
      return reader;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  static boolean isUtf16(byte[] bytes) {
    return begins(bytes, UTF_16BE) || begins(bytes, UTF_16LE);
  }

  /** Bytes of UTF-8 without the mark that they may begin with. */
  static byte[] strip(byte[] bytes) {
    return begins(bytes, UTF_8)
        ? Arrays.copyOfRange(bytes, bytes(UTF_8).length, bytes.length)
        : bytes;
  }

  /** A text without the mark that it may begin with. */
  public static String strip(String text) {
    return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
  }

  private static boolean begins(byte[] bytes, Charset charset) {
    return RecordFormat.startsWith(bytes, 0, bytes(charset));
  }

  private static byte[] bytes(Charset charset) {
    return String.valueOf(MARK).getBytes(charset);
  }
}
