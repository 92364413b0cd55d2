// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Records of web archives as crawlers wrote them, made by hand. */
public class TestCaptures extends LuceneTestCase {
  /** Without digits, and without letters that are some. */
  private static final String WORDS = "sun horizon hours point worry noisy rusty";

  private static final String BROTLI =
      "G3YAIER3eL27300joqhAJmcaCPcV3AMKJcD0ZCU8fLw4o9lP"
          + "A0EQyse7JceHn4Z/zGwLimOHbkE6cUkn/iBZTZehLgvRAw==";

  private final ByteArrayOutputStream archive = new ByteArrayOutputStream();

  /** What became of an archive. */
  private record Result(List<InputDocument> documents, List<String> refusals, List<String> notes) {
    List<String> texts() {
      return documents.stream().map(InputDocument::text).toList();
    }
  }

  public void testContentEncodings() throws Exception {
    byte[] plain = page(WORDS).getBytes(UTF_8);
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("gzip", gzip(plain));
    bodies.put("x-gzip", gzip(plain));
    bodies.put("GZIP", join(gzip(plain), "\r\n".getBytes(UTF_8)));
    bodies.put("gzip, identity", gzip(plain));
    bodies.put("gzip,gzip", gzip(gzip(plain)));
    bodies.put("deflate", deflate(plain, false));
    bodies.put(" deflate ", deflate(plain, true));
    bodies.put("deflate, gzip", gzip(deflate(plain, false)));
    for (String wrong :
        List.of("gzip ", "deflate  ", "br ", "UTF-8", "", "identity", "none", "text/html", "x,y")) {
      bodies.put(wrong, plain);
    }
    bodies.forEach(
        (coding, body) -> response("Content-Type: text/html\nContent-Encoding: " + coding, body));
    Result result = read(".warc");
    assertEquals(List.of(), result.refusals);
    assertEquals(List.of(), result.notes);
    assertEquals(bodies.size(), result.documents.size());
    result.texts().forEach(text -> assertEquals(WORDS, text));
  }

  /** The format allows it, and some servers send it. */
  public void testABodyOfSeveralMembers() throws Exception {
    byte[] first = gzip(page(WORDS).getBytes(UTF_8));
    byte[] second = gzip("<p>end".getBytes(UTF_8));
    response("Content-Type: text/html\nContent-Encoding: gzip", join(first, second));
    response(
        "Content-Type: text/html\nContent-Encoding: gzip",
        join(join(first, second), "\r\n\0".getBytes(UTF_8)));
    Result result = read(".warc");
    assertEquals(List.of(WORDS + " end", WORDS + " end"), result.texts());
    assertEquals(List.of(), result.notes);
    archive.reset();
    byte[] cut = Arrays.copyOf(second, second.length - 1);
    response("Content-Type: text/html\nContent-Encoding: gzip", join(first, cut));
    Result damaged = read(".warc");
    assertEquals(List.of(WORDS + " end"), damaged.texts());
    assertTrue(damaged.notes.getFirst().contains("1 cut off or damaged"));
  }

  public void testAnArcRecordBehindOneWithoutALineEnd() throws Exception {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String http = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + WORDS;
      String header = "http://p/" + i + " 1.2.3.4 20080430204825 text/plain " + http.length();
      records.add((header + "\n" + http + (i == 1 ? "" : "\n")).getBytes(UTF_8));
    }
    records.forEach(archive::writeBytes);
    byte[] whole = archive.toByteArray();
    assertEquals(4, read(".arc").documents.size());
    assertEquals(4, read(".arc.gz").documents.size());
    archive.reset();
    String wrong = new String(whole, UTF_8).replaceFirst("plain ([0-9]+)", "plain 1000");
    archive.writeBytes(wrong.getBytes(UTF_8));
    assertEquals(3, read(".arc").documents.size());
  }

  /** What the bytes are counts. */
  public void testCodingsThatAreOthers() throws Exception {
    byte[] plain = page(WORDS).getBytes(UTF_8);
    response("Content-Encoding: gzip", deflate(plain, false));
    response("Content-Encoding: gzip", deflate(plain, true));
    for (String coding : List.of("deflate", "br", "none", "gzip;q=1", "\"gzip\"", "utf-8", "")) {
      response("Content-Encoding: " + coding, gzip(plain));
    }
    Result result = read(".warc");
    assertEquals(List.of(), result.refusals);
    assertEquals(List.of(), result.notes);
    assertEquals(9, result.texts().size());
    result.texts().forEach(text -> assertEquals(WORDS, text));
  }

  /** Many a text is the beginning of a stream in a format without a mark of its own. */
  public void testTextIsNeverInflated() throws Exception {
    List<String> texts = new ArrayList<>();
    for (char c = '!'; c <= '~'; c++) {
      for (String coding : List.of("deflate", "br", "gzip")) {
        texts.add(c + "ounted " + WORDS);
        response(
            "Content-Type: text/plain\nContent-Encoding: " + coding,
            texts.getLast().getBytes(UTF_8));
      }
    }
    Result result = read(".warc");
    assertEquals(texts, result.texts());
    assertEquals(List.of(), result.notes);
  }

  public void testBrotli() throws Exception {
    response("Content-Encoding: br", Base64.getDecoder().decode(BROTLI));
    String text = read(".warc").documents.getFirst().text();
    assertTrue(text, text.startsWith("the lighthouse keeper counted seven boats beyond"));
  }

  /** What is there is read; the rest is counted. */
  public void testCompressedBodiesThatAreCut() throws Exception {
    StringBuilder words = new StringBuilder();
    while (words.length() < 20_000) {
      words.append(Integer.toString(random().nextInt(), Character.MAX_RADIX)).append(' ');
    }
    byte[] plain = words.toString().getBytes(UTF_8);
    for (byte[] body : List.of(gzip(plain), deflate(plain, false), deflate(plain, true))) {
      String coding = body[0] == 0x1F ? "gzip" : "deflate";
      for (int i = 0; i < 12; i++) {
        archive.reset();
        int length = 1000 + random().nextInt(body.length - 1000);
        response(
            "Content-Type: text/plain\nContent-Encoding: " + coding, Arrays.copyOf(body, length));
        Result result = read(".warc");
        assertTrue(words.toString().startsWith(result.documents.getFirst().text()));
        assertTrue(result.documents.getFirst().text().length() > length / 2);
        assertEquals(1, result.notes.size());
        assertTrue(result.notes.getFirst(), result.notes.getFirst().contains("1 cut off"));
      }
    }
  }

  /** Cut at each place, with line ends of both kinds: no size becomes a word. */
  public void testChunks() throws Exception {
    for (String end : List.of("\r\n", "\n")) {
      StringBuilder body = new StringBuilder();
      int at = 0;
      while (at < WORDS.length()) {
        int size = Math.min(WORDS.length() - at, 1 + random().nextInt(20));
        String spelled = Integer.toHexString(size);
        body.append(random().nextBoolean() ? spelled : "00" + spelled + ";name=value");
        body.append(random().nextBoolean() ? end : "  " + end);
        body.append(WORDS, at, at + size).append(end);
        at += size;
      }
      int content = body.length();
      body.append('0').append(end).append(end);
      for (int length = 0; length <= body.length(); length++) {
        archive.reset();
        response(
            "Content-Type: text/plain\nTransfer-Encoding: chunked",
            body.substring(0, length).getBytes(UTF_8));
        Result result = read(".warc");
        String text = result.documents.getFirst().text();
        assertTrue(text, WORDS.startsWith(text));
        assertTrue(length < content || text.equals(WORDS));
        boolean isTold = !result.notes.isEmpty() || !result.refusals.isEmpty();
        assertEquals(length < content + 1 + end.length(), isTold);
      }
    }
  }

  public void testChunksThatDoNotEndAreNamed() throws Exception {
    String type = "Content-Type: text/plain\nTransfer-Encoding: chunked";
    response(type, "5\r\nwords\r\n5\r\n and ".getBytes(UTF_8));
    response(type, "5\r\nwords\r\n3\r\n and more\r\n0\r\n\r\n".getBytes(UTF_8));
    response(type, "5\r\nwords\r\n0\r\n\r\n".getBytes(UTF_8));
    Result result = read(".warc");
    assertEquals(List.of("words and ", "words an", "words"), result.texts());
    assertEquals(List.of(), result.notes);
    assertEquals(2, result.refusals.size());
    for (String refusal : result.refusals) {
      assertTrue(refusal, refusal.endsWith(": read as far as possible: 2 chunks began, 1 ended"));
    }
  }

  public void testXhtmlIsXml() throws Exception {
    String head =
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/><script src='x'/></head>";
    String page = head + "<body><p><![CDATA[" + WORDS + "]]></p></body></html>";
    response("Content-Type: application/xhtml+xml; charset=utf-8", page.getBytes(UTF_8));
    response("Content-Type: application/xhtml+xml", ("<p>" + WORDS + "<br>").getBytes(UTF_8));
    response("X: no type", ("<?xml version='1.0'?>\n" + page).getBytes(UTF_8));
    assertEquals(List.of(WORDS, WORDS, WORDS), read(".warc").texts());
  }

  public void testWhatIsNotChunkedThoughTheHeaderSaysSo() throws Exception {
    response("Transfer-Encoding: chunked", page(WORDS).getBytes(UTF_8));
    assertEquals(List.of(WORDS), read(".warc").texts());
  }

  public void testTypes() throws Exception {
    Map<String, String> types = new LinkedHashMap<>(); // to what the body is then taken for
    types.put("X: no type", "html");
    types.put("Content-Type:", "html");
    types.put("Content-Type: html", "html");
    types.put("Content-Type: text/html, text/html", "html");
    types.put("Content-Type: text/plain\nContent-Type: text/html", "html");
    types.put("Content-Type: text/html\nContent-Type: text/plain", "text");
    types.put("Content-Type: TEXT/HTML;charset=\"utf-8\"", "html");
    types.put("Content-Type: application/xhtml+xml", "html");
    types.put("Content-Type: unknown/unknown", "html");
    types.put("Content-Type:\n text/html", "html");
    types.put("no colon\nContent-Type: text/html", "html");
    types.keySet().forEach(header -> response(header, page(WORDS).getBytes(UTF_8)));
    Result result = read(".warc");
    int i = 0;
    for (String kind : types.values()) {
      assertEquals(kind.equals("html") ? WORDS : page(WORDS), result.texts().get(i++));
    }
    assertEquals(List.of(), result.notes);
  }

  public void testWithoutTypeTheContentTells() throws Exception {
    response("X: y", ("\n<!-- c --><p>" + WORDS).getBytes(UTF_8));
    response("X: y", WORDS.getBytes(UTF_8));
    response("X: y", new byte[] {'a', 0, 1, 2});
    response("X: y", "%PDF-1.4".getBytes(UTF_8));
    Result result = read(".warc");
    assertEquals(List.of(WORDS, WORDS), result.texts());
    assertEquals(1, result.notes.size());
    assertTrue(
        result.notes.getFirst(),
        result.notes.getFirst().contains("2 records not read: 1 PDF (such as http://a/p)"));
    assertTrue(result.notes.getFirst().contains("1 unknown content (such"));
  }

  public void testOtherFormatsThatCallThemselvesHtml() throws Exception {
    for (String begin :
        List.of(
            "%PDF-1.7\n",
            "PK\3\4",
            "\u00FF\u00D8\u00FF\u00E0",
            "GIF89a",
            "\0\0\0\30ftypmp42",
            "\0\0\1\0ftypmp42",
            "\0\0\1\0",
            "\u00CA\u00FE\u00BA\u00BE\0\0\0\101",
            "MM\0*")) {
      response("Content-Type: text/html", (begin + "words").getBytes(ISO_8859_1));
    }
    Result result = read(".warc");
    assertEquals(List.of(), result.documents);
    assertEquals(
        List.of("PDF", "zip", "JPEG", "GIF", "MP4", "MP4", "icon", "Java class", "TIFF"),
        result.refusals.stream()
            .map(refusal -> refusal.replaceFirst(".*type text/html says, got ", ""))
            .toList());
  }

  public void testTextsThatBeginAsOtherFormats() throws Exception {
    List<String> texts =
        List.of("RIFF raff", "BZh is", "ID3 tags", "CWS is", "OggS is", "wOFten", "PK is", "GIFs");
    for (String text : texts) {
      response("Content-Type: text/plain", text.getBytes(UTF_8));
    }
    assertEquals(texts, read(".warc").texts());
    archive.reset();
    for (String begin : List.of("RIFF\1\2", "ID3\3\0", "\n%PDF-1.4 ", "BZh91AY&SY\0")) {
      response("Content-Type: text/plain", begin.getBytes(UTF_8));
    }
    assertEquals(List.of(), read(".warc").documents);
  }

  public void testAnAddressInUtf8AndAResponseWithoutType() throws Exception {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(WORDS);
    byte[] record = warc("response", "application/http", http.getBytes(UTF_8));
    archive.writeBytes(
        new String(record, UTF_8)
            .replace("http://a/p", "http://a/\u00fcber")
            .replaceFirst("Content-Type: application/http\r\n", "")
            .getBytes(UTF_8));
    InputDocument document = read(".warc").documents.getFirst();
    assertEquals("http://a/\u00fcber", document.id());
    assertEquals(WORDS, document.text());
    assertEquals(List.of("200"), document.fields().get("status"));
  }

  public void testKindsOfRecords() throws Exception {
    record("response", "application/http; msgtype=response", "HTTP/1.1 200 OK\n\na");
    record("resource", "text/html", "<p>b");
    record("conversion", "text/plain", "c");
    record("resource", "image/png", "d");
    record("revisit", "application/http", "HTTP/1.1 304 Not Modified\n\n");
    record("request", "application/http", "GET / HTTP/1.1\n\n");
    record("metadata", "application/warc-fields", "x: y");
    record("response", "application/http", "no header of HTTP");
    record("warcinfo", "application/warc-fields", "x: y");
    Result result = read(".warc");
    assertEquals(List.of("a", "b", "c", "no header of HTTP"), result.texts());
    assertEquals(List.of(), result.refusals);
    assertTrue(
        result.notes.getFirst(),
        result.notes.getFirst().contains("4 records not read: 1 image/png (such as http://a/p)"));
    assertEquals(1, result.notes.size());
  }

  public void testAllThatIsLeftOutIsSaid() throws Exception {
    record("warcinfo", "application/warc-fields", "x: y");
    assertTrue(read(".warc").notes.getFirst().endsWith(": note: no page in it"));
  }

  public void testHeaderLinesThatEndInLf() throws Exception {
    for (int i = 0; i < 3; i++) {
      String http = "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nwords " + i;
      String record =
          "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: <http://a/"
              + i
              + ">\nWARC-Date:"
              + " 2020-01-02T03:04:05Z\nContent-Type: application/http\nContent-Length: "
              + http.length()
              + "\n\n"
              + http
              + "\n\n";
      archive.write(record.getBytes(UTF_8));
    }
    Result result = read(".warc");
    assertEquals(List.of(), result.refusals);
    assertEquals(List.of("words 0", "words 1", "words 2"), result.texts());
    assertEquals("http://a/2", result.documents.getLast().id());
  }

  public void testTruncatedByTheCrawler() throws Exception {
    byte[] cut = Arrays.copyOf("<meta charset=utf-8><p>T\u00fcr f\u00fc".getBytes(UTF_8), 27);
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    archive.write(warc("response", "application/http\r\nWARC-Truncated: length", join(http, cut)));
    Result result = read(".warc");
    assertEquals("T\u00fcr", result.documents.getFirst().text().substring(0, 3));
    assertTrue(result.notes.getFirst(), result.notes.getFirst().contains("truncated by the"));
  }

  public void testBytesThatAreNotOfTheirCharacterSet() throws Exception {
    byte[] odd = "<p>T\u00fcr \u00fcber gr\u00fcn h\u00fcben x\u00fc".getBytes(UTF_8);
    odd[odd.length - 1] = 'y';
    response("Content-Type: text/html;charset=utf-8", odd);
    response("Content-Type: text/html", odd); // declares nothing, and is UTF-8 but for one byte
    byte[] russian = "<meta charset=koi8-r>\u00c1".getBytes(ISO_8859_1);
    response("Content-Type: text/html;charset=klingon", russian);
    Result result = read(".warc");
    String read = "T\u00fcr \u00fcber gr\u00fcn h\u00fcben x\uFFFDy";
    assertEquals(List.of(read, read, "\u0430"), result.texts());
    assertTrue(result.notes.getFirst().contains("2 pages read as far as possible: 2 with bytes"));
  }

  public void testArc() throws Exception {
    archive.write(
        ("filedesc://x.arc 0.0.0.0 20080430204825 text/plain 68\n1 0 Harbour\nURL IP-address"
                + " Archive-date Content-type Archive-length\n\n")
            .getBytes(UTF_8));
    String http = "HTTP/1.1 404 Gone\r\nContent-Type: text/html\r\n\r\n" + page(WORDS);
    for (String address : List.of("http://a/one", "http://a/with blanks in it")) {
      archive.write(
          (address + " 1.2.3.4 20080430204825 text/html " + http.length() + "\n" + http + "\n")
              .getBytes(UTF_8));
    }
    archive.write(
        ("http://a/v2 1.2.3.4 20080430204825 text/html 404 abc - 12 x.arc " + http.length() + "\n")
            .getBytes(UTF_8));
    archive.write((http + "\ndns:a 1.2.3.4 20080430204825 text/dns 3\nabc\n").getBytes(UTF_8));
    for (String ending : List.of(".arc", ".arc.gz")) {
      Result result = read(ending);
      assertEquals(List.of(), result.refusals);
      assertEquals(List.of(WORDS, WORDS, WORDS), result.texts());
      assertEquals("http://a/with blanks in it", result.documents.get(1).id());
      Map<String, List<String>> fields = result.documents.get(2).fields();
      assertEquals(List.of("2008-04-30T20:48:25Z"), fields.get("date"));
      assertEquals(List.of("404"), fields.get("status"));
      assertTrue(result.notes.getFirst().contains("1 record not read: 1 dns (such as dns:a)"));
    }
  }

  public void testWacz() throws Exception {
    response("Content-Type: text/plain", WORDS.getBytes(UTF_8));
    Path file = createTempDir().resolve("x.wacz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String name : List.of("archive/data.warc.gz", "pages/pages.jsonl", "archive/b.warc")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.endsWith("gz") ? gzip(archive.toByteArray()) : archive.toByteArray());
      }
    }
    assertEquals(List.of(WORDS, WORDS), read(file).texts());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("pages/pages.jsonl"));
    }
    assertTrue(read(file).refusals.getFirst().endsWith("no web archive in it, archive/*.warc.gz"));
  }

  public void testExtraFieldsOfGzip() throws Exception {
    response("Content-Type: text/plain", WORDS.getBytes(UTF_8));
    byte[] member = gzip(archive.toByteArray());
    member[3] = 4;
    byte[] extra = new byte[2 + random().nextInt(20)];
    random().nextBytes(extra);
    extra[0] = (byte) (extra.length - 2); // all that is said of it
    extra[1] = 0;
    archive.reset();
    for (int i = 0; i < 3; i++) {
      archive.write(member, 0, 10);
      archive.write(extra);
      archive.write(member, 10, member.length - 10);
    }
    assertEquals(List.of(WORDS, WORDS, WORDS), read(".warc").texts());
  }

  private static String page(String words) {
    return "<html><body><p>" + words + "</p></body></html>";
  }

  private void response(String header, byte[] body) {
    String lines = header.replace("\n", "\r\n");
    byte[] http = join("HTTP/1.1 200 OK\r\n" + lines + "\r\n\r\n", body);
    archive.writeBytes(warc("response", "application/http; msgtype=response", http));
  }

  private void record(String kind, String type, String content) {
    archive.writeBytes(warc(kind, type, content.getBytes(UTF_8)));
  }

  private static byte[] warc(String kind, String type, byte[] content) {
    String header =
        "WARC/1.0\r\nWARC-Type: "
            + kind
            + "\r\nWARC-Target-URI: http://a/p\r\nWARC-Date: 2024-05-06T07:08:09Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    return join(join(header, content), "\r\n\r\n".getBytes(UTF_8));
  }

  private static byte[] join(String begin, byte[] end) {
    return join(begin.getBytes(UTF_8), end);
  }

  private static byte[] join(byte[] begin, byte[] end) {
    byte[] both = Arrays.copyOf(begin, begin.length + end.length);
    System.arraycopy(end, 0, both, begin.length, end.length);
    return both;
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] deflate(byte[] content, boolean bare) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, bare);
    try (OutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private Result read(String ending) throws Exception {
    byte[] bytes = archive.toByteArray();
    boolean compresses = ending.endsWith(".gz");
    return read(
        Files.write(createTempDir().resolve("x" + ending), compresses ? gzip(bytes) : bytes));
  }

  private static Result read(Path file) throws Exception {
    Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    new Inputs(
            List.of(file.toString()),
            InputStream.nullInputStream(),
            InputRules.DEFAULT,
            new Problems(result.notes::add, null))
        .read(
            raw -> {
              try {
                result.documents.add(raw.parser().parse());
              } catch (BadInputException e) {
                assertFalse(raw.where() + e.getMessage(), e.getMessage().endsWith("null"));
                result.refusals.add(raw.where() + ": " + e.getMessage());
              }
            });
    return result;
  }
}
