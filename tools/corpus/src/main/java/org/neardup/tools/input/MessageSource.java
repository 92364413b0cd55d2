// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Pages as messages of protocol buffers in one gzip stream, each after its length:
 *
 * <pre>
 *   bytes    what
 *   4        length of the message, little-endian
 *   length   the message: field 1 the address, 2 the HTML, 3 the text, all in UTF-8
 * </pre>
 *
 * The address is the id. The text goes before that of the HTML; other fields are skipped.
 */
record MessageSource(Path path, InputRules rules) implements Inputs.Source {
  private static final int ADDRESS = 1;
  private static final int HTML = 2;
  private static final int TEXT = 3;

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (InputStream in = Compression.GZIP.open(path)) {
      long number = 1;
      while (next(in, path + ":" + number, sink)) {
        number++;
      }
    }
  }

  /** Without a length the next message cannot be found, so that ends the source. */
  private boolean next(InputStream in, String where, Inputs.Sink sink) throws InterruptedException {
    try {
      byte[] prefix = in.readNBytes(Integer.BYTES);
      if (prefix.length == 0) {
        return false;
      }
      accept(in, where, length(prefix), sink);
      return true;
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(where, Compression.problem(path.toString(), e)));
    }
    return false;
  }

  private static int length(byte[] prefix) throws IOException {
    if (prefix.length < Integer.BYTES) {
      throw new EOFException();
    }
    int length = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0) {
      throw new IOException("length of a message must be at least 0, got " + length);
    }
    return length;
  }

  private void accept(InputStream in, String where, int length, Inputs.Sink sink)
      throws IOException, InterruptedException {
    if (length >= rules.maxBytes()) {
      in.skipNBytes(length);
      sink.accept(
          RawDocument.unreadable(where, Limits.tooLong("message", rules.maxBytes(), length)));
      return;
    }
    byte[] message = in.readNBytes(length);
    if (message.length < length) {
      throw new EOFException();
    }
    sink.accept(new RawDocument(where, length, mainText -> parse(message, mainText)));
  }

  private InputDocument parse(byte[] message, boolean mainText) throws BadInputException {
    byte[][] fields = new byte[TEXT + 1][];
    try {
      CodedInputStream in = CodedInputStream.newInstance(message);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        read(in, tag, fields);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new BadInputException("not a message of protocol buffers: " + e.getMessage());
    } catch (IOException e) {
      throw new AssertionError("an array can be read", e);
    }
    return document(string(fields[ADDRESS]), string(fields[HTML]), string(fields[TEXT]), mainText);
  }

  private static void read(CodedInputStream in, int tag, byte[][] fields) throws IOException {
    int field = WireFormat.getTagFieldNumber(tag);
    boolean bytes = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
    if (bytes && field >= ADDRESS && field <= TEXT) {
      fields[field] = in.readByteArray();
    } else if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that did not begin");
    }
  }

  private static String string(byte[] field) throws BadInputException {
    return field == null ? "" : ByteOrderMark.strip(Decoding.decode(field, UTF_8));
  }

  private InputDocument document(String address, String html, String text, boolean mainText)
      throws BadInputException {
    if (address.isEmpty()) {
      throw new BadInputException("message without address, which is field 1");
    }
    HtmlText page =
        html.isEmpty() ? HtmlText.EMPTY : HtmlText.parse(html, address, rules, mainText);
    return new InputDocument(
        address,
        page.title(),
        text.isBlank() ? page.text() : text,
        page.mainText(),
        PageLinks.with(Map.of("url", List.of(address)), page.links(), rules));
  }
}
