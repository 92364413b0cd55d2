// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import org.apache.commons.io.function.IOFunction;
import org.brotli.dec.BrotliInputStream;
import org.neardup.tools.console.Counted;

/**
 * The content of a response, as browsers read it: what the header says of chunks and compression
 * counts as far as the bytes are like it, and of what is cut off or damaged, the beginning.
 *
 * @param bytes of the content
 * @param isWhole whether nothing of it was cut off or damaged
 * @param damage of its chunks: how many began and how many ended; null if as many
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record HttpBody(byte[] bytes, boolean isWhole, String damage) {
  private static final Pattern CHUNK_SIZE = Pattern.compile("[ \t]*([0-9a-fA-F]+)[ \t]*(;.*)?\r?");

  /** No body is as long; a size that is will be cut off. */
  private static final int SIZE_DIGITS = 7;

  private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
  private static final int DEFLATED = 8;
  private static final int ZLIB_CHECK = 31;
  private static final int BUFFER_BYTES = 1 << 13;

  private HttpBody(byte[] bytes, boolean isWhole) {
    this(bytes, isWhole, null);
  }

  /**
   * Reads a body.
   *
   * @param sent what follows the header
   * @throws BadInputException if the content has {@code maxBytes} or more
   */
  static HttpBody of(HeaderLines header, byte[] sent, int maxBytes) throws BadInputException {
    HttpBody body = new HttpBody(sent, true);
    if (header.elements("transfer-encoding").anyMatch("chunked"::equals)) {
      body = ofChunks(sent);
    }
    List<String> codings =
        Stream.of("content-encoding", "transfer-encoding")
            .flatMap(header::elements)
            .filter(coding -> !coding.equals("chunked"))
            .toList();
    for (String coding : codings.reversed()) { // the last was applied last
      HttpBody content = decoded(coding, body.bytes, maxBytes);
      body = new HttpBody(content.bytes, content.isWhole && body.isWhole, body.damage);
    }
    return body;
  }

  /** Sizes and their lines are never content, unless the first is none: then nothing is chunked. */
  private static HttpBody ofChunks(byte[] sent) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    String text = new String(sent, ISO_8859_1);
    int chunks = 0;
    int at = 0;
    while (at < sent.length && Character.isWhitespace(sent[at])) {
      at++;
    }
    while (at < sent.length) {
      int lineFeed = text.indexOf('\n', at);
      int lineEnd = lineFeed < 0 ? sent.length : lineFeed;
      Matcher line = CHUNK_SIZE.matcher(text.substring(at, lineEnd));
      if (!line.matches()) {
        return chunks == 0 ? new HttpBody(sent, true) : cut(content);
      }
      String digits = line.group(1).replaceFirst("^0+", "");
      if (digits.isEmpty()) {
        return new HttpBody(content.toByteArray(), lineEnd < sent.length);
      }
      int start = Math.min(sent.length, lineEnd + 1);
      int left = sent.length - start;
      int size = digits.length() > SIZE_DIGITS ? left + 1 : Integer.parseInt(digits, 16);
      content.write(sent, start, Math.min(size, left));
      at = start + Math.min(size, left);
      at += at < sent.length && sent[at] == '\r' ? 1 : 0;
      if (at >= sent.length || sent[at] != '\n') {
        String began = Counted.of(chunks + 1L, "chunk") + " began, ";
        String damage = "read as far as possible: " + began + chunks + " ended";
        return new HttpBody(content.toByteArray(), false, damage);
      }
      chunks++;
      at++;
    }
    return cut(content);
  }

  private static HttpBody cut(ByteArrayOutputStream content) {
    return new HttpBody(content.toByteArray(), false);
  }

  /**
   * The content; the bytes as they are if they are not compressed, or in a coding that is not read.
   * What says its format is not taken for another; what does not, and is text, is not compressed.
   */
  private static HttpBody decoded(String coding, byte[] bytes, int maxBytes)
      throws BadInputException {
    if (GunzipStream.begins(bytes, 0)) {
      return decoded(bytes, maxBytes, in -> GunzipStream.of(in, GunzipStream::begins));
    } else if (RecordFormat.startsWith(bytes, 0, ZSTD_MAGIC)) {
      HttpBody body = decoded(bytes, maxBytes, ZstdInputStream::new);
      return body.isWhole ? body : decoded(bytes, maxBytes, HttpBody::byteForByte);
    }
    boolean isZlib = isZlib(bytes);
    if (!isZlib && ContentType.isText(bytes)) {
      return new HttpBody(bytes, true);
    }
    return switch (coding) {
      case "br" -> decoded(bytes, maxBytes, BrotliInputStream::new);
      case "gzip", "x-gzip", "deflate" ->
          decoded(bytes, maxBytes, in -> new InflatedStream(in, new Inflater(!isZlib)));
      default -> new HttpBody(bytes, true);
    };
  }

  /** RFC 9110 means by deflate a stream in the form of zlib; some servers send it bare. */
  private static boolean isZlib(byte[] bytes) {
    return bytes.length > 1
        && (bytes[0] & 0xF) == DEFLATED
        && (((bytes[0] & 0xFF) << Byte.SIZE) | (bytes[1] & 0xFF)) % ZLIB_CHECK == 0;
  }

  /** The library throws away what it has read of a piece when it fails. */
  private static InputStream byteForByte(InputStream in) throws IOException {
    return new FilterInputStream(new ZstdInputStream(in)) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return super.read(bytes, offset, Math.min(length, 1));
      }
    };
  }

  private static HttpBody decoded(
      byte[] bytes, int maxBytes, IOFunction<InputStream, InputStream> decoder)
      throws BadInputException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = decoder.apply(new ByteArrayInputStream(bytes))) {
      for (int n = in.read(buffer); n >= 0 && content.size() < maxBytes; n = in.read(buffer)) {
        content.write(buffer, 0, n);
      }
    } catch (IOException | RuntimeException e) { // of the library: the bytes come from anywhere
      return content.size() == 0 && ContentType.isText(bytes)
          ? new HttpBody(bytes, true)
          : cut(content);
    }
    if (content.size() >= maxBytes) {
      throw new BadInputException(Limits.tooLong("page", maxBytes, content.size()) + " or more");
    }
    return new HttpBody(content.toByteArray(), true);
  }
}
