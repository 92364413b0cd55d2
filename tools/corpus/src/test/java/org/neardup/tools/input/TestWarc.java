// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.netpreserve.jwarc.HttpRequest;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;
import org.netpreserve.jwarc.Warcinfo;

/** Web archives, written with jwarc, then whole or damaged. */
public class TestWarc extends LuceneTestCase {
  private static final Instant DATE = Instant.parse("2026-03-04T05:06:07Z");
  private static final MediaType LATIN = MediaType.parse("text/html; charset=iso-8859-1");
  private static final int MAX_BYTES = 10_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private WarcWriter writer;
  private WarcCompression compression;

  /** What became of a web archive: documents, and messages of what could not be read. */
  private record Result(List<InputDocument> documents, List<String> messages, List<String> notes) {}

  @Override
  public void setUp() throws Exception {
    super.setUp();
    compression = random().nextBoolean() ? WarcCompression.GZIP : WarcCompression.NONE;
    writer = new WarcWriter(Channels.newChannel(bytes), compression);
  }

  public void testPagesOfResponses() throws Exception {
    writer.write(
        new Warcinfo.Builder().date(DATE).fields(Map.of("software", List.of("x"))).build());
    response("http://a/", MediaType.HTML_UTF8, "<title>Tür</title><p>two<p>words".getBytes(UTF_8));
    request("http://a/");
    response("http://a/image", MediaType.parse("image/png"), new byte[] {1, 2});
    response("http://a/robots.txt", MediaType.parse("text/plain"), "a  text\n".getBytes(UTF_8));
    response("http://a/script", MediaType.parse("text/javascript"), "no".getBytes(UTF_8));
    Result result = read(bytes.toByteArray());
    assertEquals(List.of(), result.messages);
    Map<String, List<String>> fields =
        Map.of(
            "url",
            List.of("http://a/"),
            "date",
            List.of(DATE.toString()),
            "status",
            List.of("200"));
    assertEquals(
        new InputDocument("http://a/", "Tür", "two words", fields), result.documents.get(0));
    assertEquals("a  text\n", result.documents.get(1).text());
    assertEquals(2, result.documents.size());
    assertEquals(
        List.of(
            "3 records not read: 1 image/png (such as http://a/image), 1 request (such as"
                + " http://a/), 1 text/javascript (such as http://a/script)"),
        result.notes);
  }

  public void testCharacterSetOfTheServerThenOfThePage() throws Exception {
    String german = "<meta charset=utf-8><p>Tür";
    response("http://server/", LATIN, german.getBytes(ISO_8859_1));
    response("http://page/", MediaType.parse("text/html"), german.getBytes(UTF_8));
    response(
        "http://text/",
        MediaType.parse("text/plain;charset=ISO-8859-1"),
        "Tür".getBytes(ISO_8859_1));
    response(
        "http://windows/",
        MediaType.parse("text/plain;charset=us-ascii"),
        "Tür".getBytes(Charset.forName("windows-1252")));
    response("http://wrong/", MediaType.HTML_UTF8, german.getBytes(ISO_8859_1));
    response("http://unknown/", MediaType.parse("text/plain;charset=klingon"), new byte[] {'x'});
    Result result = read(bytes.toByteArray());
    assertEquals(List.of(), result.messages);
    result.documents.subList(0, 4).forEach(document -> assertEquals("Tür", document.text()));
    assertEquals("T\uFFFDr", result.documents.get(4).text());
    assertEquals("x", result.documents.get(5).text());
    assertEquals(
        List.of(
            "1 page read as far as possible: 1 with bytes that are not of its character set (such"
                + " as http://wrong/)"),
        result.notes);
  }

  public void testAByteOrderMarkGoesBeforeTheServer() throws Exception {
    byte[] marked = "\uFEFFTür".getBytes(UTF_8);
    response("http://page/", LATIN, marked);
    response("http://text/", MediaType.parse("text/plain;charset=ISO-8859-1"), marked);
    response("http://plain/", MediaType.PLAIN_TEXT, marked);
    Result result = read(bytes.toByteArray());
    assertEquals(3, result.documents.size());
    result.documents.forEach(document -> assertEquals("Tür", document.text()));
  }

  public void testCompressedBodies() throws Exception {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write("zipped".getBytes(UTF_8));
    }
    response("http://a/", encoded("gzip", gzip.toByteArray()));
    response("http://b/", encoded("br", new byte[] {1}));
    response("http://c/", encoded("gzip", "no gzip at all".getBytes(UTF_8)));
    response("http://d/", MediaType.PLAIN_TEXT, "after".getBytes(UTF_8));
    Result result = read(bytes.toByteArray());
    assertEquals(List.of(), result.messages);
    assertEquals(
        List.of("zipped", "", "no gzip at all", "after"),
        result.documents.stream().map(InputDocument::text).toList());
    assertEquals(
        List.of("1 page read as far as possible: 1 cut off or damaged (such as http://b/)"),
        result.notes);
  }

  public void testLongPage() throws Exception {
    response("http://long/", MediaType.PLAIN_TEXT, new byte[MAX_BYTES]);
    response("http://short/", MediaType.PLAIN_TEXT, "x".getBytes(UTF_8));
    Result result = read(bytes.toByteArray());
    assertTrue(result.messages.get(0).contains("must be shorter than 10,000 bytes, got 10,000"));
    assertEquals("http://short/", result.documents.get(0).id());
  }

  public void testNothing() throws Exception {
    assertEquals(new Result(List.of(), List.of(), List.of("no page in it")), read(new byte[0]));
  }

  public void testSomethingElse() throws Exception {
    Result result = read("no web archive".getBytes(UTF_8));
    assertEquals(List.of(), result.documents);
    assertEquals(1, result.messages.size());
    assertTrue(result.messages.get(0), result.messages.get(0).contains(":0: damaged record: "));
  }

  public void testADamagedRecordIsNamedAndTheRestIsRead() throws Exception {
    NavigableMap<Long, String> ids = pages(20);
    byte[] archive = bytes.toByteArray();
    Result whole = read(archive);
    for (int round = 0; round < 100; round++) {
      byte[] damaged = archive.clone();
      int at = random().nextInt(archive.length);
      for (int i = at; i < Math.min(archive.length, at + 1 + random().nextInt(20)); i++) {
        damaged[i] = (byte) random().nextInt();
      }
      Result result = read(damaged);
      List<String> found = result.documents.stream().map(InputDocument::id).toList();
      ids.forEach(
          (offset, id) -> {
            Long next = ids.higherKey(offset);
            boolean touched = (next == null || at < next) && at + 20 >= offset;
            assertTrue(id + " of " + found + result.messages, touched || found.contains(id));
          });
      assertEquals(found.size(), found.stream().distinct().count());
      if (compression == WarcCompression.GZIP) { // which has checksums
        assertTrue(whole.documents.containsAll(result.documents));
        assertTrue(found.size() == ids.size() || !result.messages.isEmpty());
      }
    }
  }

  public void testCompressedAsAWhole() throws Exception {
    compression = WarcCompression.NONE;
    writer = new WarcWriter(Channels.newChannel(bytes), compression);
    pages(20);
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(bytes.toByteArray());
    }
    Result result = read(gzip.toByteArray());
    assertEquals(List.of(), result.messages);
    assertEquals(20, result.documents.size());
  }

  public void testTheOffsetIsThatOfTheRecord() throws Exception {
    NavigableMap<Long, String> ids = pages(3);
    byte[] archive = bytes.toByteArray();
    long second = ids.higherKey(0L);
    archive[(int) second + 2] ^= 1; // in the magic number, or in the word WARC
    Result result = read(archive);
    assertEquals(
        List.of("http://p/0", "http://p/2"),
        result.documents.stream().map(InputDocument::id).toList());
    assertEquals(1, result.messages.size());
    assertTrue(
        result.messages.get(0),
        result.messages.get(0).contains(":" + second + ": damaged record: "));
  }

  public void testBytesBehindTheLastRecord() throws Exception {
    pages(3);
    long end = bytes.size();
    bytes.write("lost".getBytes(UTF_8));
    Result result = read(bytes.toByteArray());
    assertEquals(result.messages.toString(), 3, result.documents.size());
    assertEquals(1, result.messages.size());
    assertTrue(result.messages.get(0), result.messages.get(0).contains(":" + end + ": damaged"));
  }

  public void testCutOff() throws Exception {
    NavigableMap<Long, String> ids = pages(3);
    byte[] archive = bytes.toByteArray();
    long last = ids.lastKey();
    int length = (int) (last + 1 + random().nextInt((int) (archive.length - last - 1)));
    Result result = read(Arrays.copyOf(archive, length));
    assertEquals(2, result.documents.size());
    assertEquals(1, result.messages.size());
    assertTrue(result.messages.get(0), result.messages.get(0).contains(":" + last + ": damaged"));
  }

  /**
   * Each record claims all that follows it, or more than there is; with half as many bytes in each
   * the archive holds twice as many of them.
   */
  public void testLyingLengthsAreReadInTheLengthOfTheFile() throws Exception {
    for (int count : new int[] {100, 200, 400}) {
      for (long length : new long[] {100_000, 1_000_000_000, Long.MAX_VALUE}) {
        setUpWriter();
        for (int i = 0; i < count; i++) {
          liar(length);
        }
        long good = bytes.size();
        response("http://good/", MediaType.PLAIN_TEXT, "after all".getBytes(UTF_8));
        byte[] archive = bytes.toByteArray();
        Path file = Files.write(createTempDir().resolve("x.warc"), archive);
        List<RawDocument> read = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
          WarcScan scan = new WarcScan(channel, RecordFormat.WARC);
          source(file).read(scan, read::add);
          long most = 4L * archive.length + 200_000;
          assertTrue(count + ": " + scan.bytesRead(), scan.bytesRead() < most);
          assertFalse(scan.isExhausted());
        }
        assertEquals(count + 1, read.size());
        assertEquals("http://good/", read.getLast().parser().parse().id());
        assertTrue(read.getLast().where().endsWith(":" + good));
      }
    }
  }

  private void setUpWriter() throws IOException {
    bytes.reset();
    writer = new WarcWriter(Channels.newChannel(bytes), compression);
  }

  /** A record of some 2000 bytes that says another length. */
  private void liar(long length) throws IOException {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    String header =
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://liar/\r\nWARC-Date: "
            + DATE
            + "\r\n"
            + "WARC-Record-ID: <urn:uuid:1>\r\n"
            + "Content-Type: application/http\r\n"
            + "Content-Length: "
            + length
            + "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
    record.write(header.getBytes(UTF_8));
    byte[] text = new byte[2000];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random().nextInt(26));
    }
    record.write(text);
    record.write("\r\n\r\n".getBytes(UTF_8));
    if (compression == WarcCompression.NONE) {
      record.writeTo(bytes);
    } else {
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        record.writeTo(gzip);
      }
    }
  }

  public void testBeginningsWithoutAnEndAreReadInTheLengthOfTheFile() throws Exception {
    for (String repeated : new String[] {"WARC/1.0\r\n", "x: WARC/1.0\r\n", "\u001f\u008b\b"}) {
      byte[] archive = repeated.repeat(300_000 / repeated.length()).getBytes(ISO_8859_1);
      Path file = Files.write(createTempDir().resolve("x.warc"), archive);
      try (FileChannel channel = FileChannel.open(file)) {
        WarcScan scan = new WarcScan(channel, RecordFormat.WARC);
        source(file).read(scan, document -> {});
        assertTrue(scan.bytesRead() < 4L * archive.length);
        assertFalse(scan.isExhausted());
      }
    }
  }

  /** Members that hold each other: each begins in the one before, and goes on to the end. */
  public void testMembersInMembersAreGivenUp() throws Exception {
    ByteArrayOutputStream nested = new ByteArrayOutputStream();
    byte[] head = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 0};
    byte[] name = "WARC/1.0\r\n".getBytes(UTF_8);
    for (int i = 0; i < 3000; i++) { // a stored block: the name, then the head of the next one
      int length = name.length + head.length;
      nested.write(head);
      nested.write(new byte[] {0, (byte) length, 0, (byte) ~length, (byte) 0xFF});
      nested.write(name);
    }
    Path file = Files.write(createTempDir().resolve("x.warc.gz"), nested.toByteArray());
    List<RawDocument> read = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file)) {
      WarcScan scan = new WarcScan(channel, RecordFormat.WARC);
      source(file).read(scan, read::add);
      assertTrue(scan.isExhausted());
    }
    assertTrue(read.size() < 500);
    assertTrue(
        expectThrows(BadInputException.class, () -> read.getLast().parser().parse())
            .getMessage()
            .endsWith("too many damaged records: the rest is left out"));
  }

  /** Pages of random letters; their ids by offset. */
  private NavigableMap<Long, String> pages(int count) throws IOException {
    NavigableMap<Long, String> ids = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      byte[] text = new byte[1 + random().nextInt(2000)];
      for (int j = 0; j < text.length; j++) {
        text[j] = (byte) ('a' + random().nextInt(26));
      }
      ids.put(writer.position(), "http://p/" + i);
      response("http://p/" + i, MediaType.PLAIN_TEXT, text);
    }
    return ids;
  }

  private void request(String address) throws IOException {
    HttpRequest http = new HttpRequest.Builder("GET", "/").build();
    writer.write(new WarcRequest.Builder(URI.create(address)).date(DATE).body(http).build());
  }

  private void response(String address, MediaType type, byte[] body) throws IOException {
    response(address, new HttpResponse.Builder(200, "OK").body(type, body).build());
  }

  private static HttpResponse encoded(String encoding, byte[] body) {
    return new HttpResponse.Builder(200, "OK")
        .addHeader("Content-Encoding", encoding)
        .body(MediaType.PLAIN_TEXT, body)
        .build();
  }

  private void response(String address, HttpResponse http) throws IOException {
    writer.write(new WarcResponse.Builder(URI.create(address)).date(DATE).body(http).build());
  }

  private static WarcSource source(Path file) {
    CapturedPages pages = new CapturedPages(file.toString(), InputRules.DEFAULT, note -> {});
    return new WarcSource(file, RecordFormat.WARC, pages);
  }

  private Result read(byte[] archive) throws Exception {
    String ending = compression == WarcCompression.GZIP ? ".warc.gz" : ".warc";
    Path file = Files.write(createTempDir().resolve("x" + ending), archive);
    Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    new Inputs(
            List.of(file.toString()),
            InputStream.nullInputStream(),
            new InputRules(MAX_BYTES, 1000, false),
            new Problems(note -> result.notes.add(note.replaceFirst(".*: note: ", "")), null))
        .read(
            raw -> {
              try {
                result.documents.add(raw.parser().parse());
              } catch (BadInputException e) {
                result.messages.add(raw.where() + ": " + e.getMessage());
              }
            });
    return result;
  }
}
