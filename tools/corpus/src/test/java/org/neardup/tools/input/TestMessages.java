// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Messages of protocol buffers after their lengths, written and read back. */
public class TestMessages extends LuceneTestCase {
  private static final int MAX_BYTES = 1000;

  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private Path file;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    file = createTempDir().resolve("crawl.pb.gz");
  }

  public void testWhatIsWrittenIsRead() throws Exception {
    List<InputDocument> written = new ArrayList<>();
    for (int i = random().nextInt(20); i >= 0; i--) {
      String url = "http://example.com/" + i;
      String text = TestUtil.randomRealisticUnicodeString(random(), 1, 50) + i;
      add(message(url, null, text));
      written.add(new InputDocument(url, "", text, Map.of("url", List.of(url))));
    }
    assertEquals(written, read());
  }

  public void testTextGoesBeforeThatOfTheHtml() throws Exception {
    add(message("http://a/", "<title>A</title><p>seen", "given"));
    add(message("http://b/", "<title>B</title><p>seen", null));
    add(message("http://c/", "<p>seen", "  "));
    add(message("http://d/", null, null));
    List<InputDocument> read = read();
    assertEquals(
        List.of("given", "seen", "seen", ""), read.stream().map(InputDocument::text).toList());
    assertEquals(List.of("A", "B", "", ""), read.stream().map(InputDocument::title).toList());
  }

  public void testOtherFieldsAreSkipped() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeInt64(4, -1);
    out.writeDouble(5, 1.5);
    out.writeString(1, "http://a/");
    out.writeString(6, "other");
    out.writeFixed32(3, 7); // a number where the text would be
    out.flush();
    add(bytes.toByteArray());
    assertEquals("http://a/", read().getFirst().id());
    assertEquals("", read().getFirst().text());
  }

  public void testBadMessagesAreNamedAndTheRestIsRead() throws Exception {
    add(message("http://a/", null, "first"));
    add(new byte[] {(byte) 0xff, (byte) 0xff, 3});
    add(message(null, null, "no address"));
    add(new byte[] {0x0a, 2, (byte) 0xc3, 0x28});
    add(new byte[] {0x0c});
    add(message("http://b/", null, "x".repeat(MAX_BYTES)));
    add(message("http://c/", null, "last"));
    assertEquals(
        List.of(
            "http://a/",
            ":2: not a message of protocol buffers: *",
            ":3: message without address, which is field 1",
            ":4: invalid UTF-8 at byte 0, got C3",
            ":5: not a message of protocol buffers: *",
            ":6: message must be shorter than 1,000 bytes, got 1,014",
            "http://c/"),
        outcomes());
  }

  public void testStreamThatIsCutOff() throws Exception {
    add(message("http://a/", null, "first"));
    int second = stream.size();
    add(message("http://b/", null, "second"));
    byte[] whole = stream.toByteArray();
    for (int length = second; length < whole.length; length++) {
      stream.reset();
      stream.write(whole, 0, length);
      List<String> outcomes = outcomes();
      assertEquals("http://a/", outcomes.getFirst());
      assertEquals(
          length == second ? 1 : 2, outcomes.size()); // at the border nothing seems to be missing
      assertTrue(
          length == second
              || outcomes.get(1).equals(":2: gzip is cut off or damaged: it ends too early"));
    }
  }

  public void testBytesBehindTheGzip() throws Exception {
    add(message("http://a/", null, "first"));
    raw();
    Files.writeString(file, "lost", StandardOpenOption.APPEND);
    assertEquals(
        List.of(
            "http://a/",
            ":2: gzip is cut off or damaged: Unexpected data after a valid .gz stream."),
        outcomes(rawOfFile()));
  }

  public void testNegativeLengthEndsTheFile() throws Exception {
    add(message("http://a/", null, "first"));
    stream.write(new byte[] {-1, -1, -1, -1, 0, 0});
    assertEquals(
        List.of("http://a/", ":2: cannot be read: length of a message must be at least 0, got -1"),
        outcomes());
  }

  private static byte[] message(String url, String html, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    String[] fields = {url, html, text};
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != null) {
        out.writeByteArray(i + 1, fields[i].getBytes(UTF_8));
      }
    }
    out.flush();
    return bytes.toByteArray();
  }

  private void add(byte[] message) throws IOException {
    stream.write(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(message.length).array());
    stream.write(message);
  }

  private List<InputDocument> read() throws Exception {
    List<InputDocument> documents = new ArrayList<>();
    for (RawDocument raw : raw()) {
      documents.add(raw.parser().parse());
    }
    return documents;
  }

  /** Ids, and messages without the file's name and what protobuf says. */
  private List<String> outcomes() throws Exception {
    return outcomes(raw());
  }

  private List<String> outcomes(List<RawDocument> all) {
    List<String> outcomes = new ArrayList<>();
    for (RawDocument raw : all) {
      try {
        outcomes.add(raw.parser().parse().id());
      } catch (BadInputException e) {
        String place = raw.where().substring(file.toString().length());
        outcomes.add(place + ": " + e.getMessage().replaceFirst("(protocol buffers: ).*", "$1*"));
      }
    }
    return outcomes;
  }

  private List<RawDocument> raw() throws Exception {
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write(stream.toByteArray());
    }
    return rawOfFile();
  }

  private List<RawDocument> rawOfFile() throws Exception {
    List<RawDocument> raw = new ArrayList<>();
    new Inputs(
            Arrays.asList(file.toString()),
            new ByteArrayInputStream(new byte[0]),
            new InputRules(MAX_BYTES, 1000, false))
        .read(raw::add);
    return raw;
  }
}
