// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Tables, tars and compressed files, whole and damaged. */
public class TestFormats extends LuceneTestCase {
  private static final List<String> ENDINGS = List.of("", ".gz", ".zst", ".bz2", ".xz");

  /** What became of an input. */
  record Result(List<InputDocument> documents, List<String> refusals, List<String> notes) {
    List<String> ids() {
      return documents.stream().map(InputDocument::id).toList();
    }
  }

  /** A download that broke off before its first byte must not pass as an empty file. */
  public void testNothingIsNoCompressedFile() throws Exception {
    for (String ending : ENDINGS.subList(1, ENDINGS.size())) {
      Result read = read("x.jsonl" + ending, new byte[0]);
      assertEquals(ending, 1, read.refusals().size());
    }
  }

  public void testCompressedJson() throws Exception {
    byte[] lines = json(500);
    for (String ending : ENDINGS) {
      Result result = read("x.JSONL" + ending, compressed(lines, ending));
      assertEquals(List.of(), result.refusals);
      assertEquals(500, result.documents.size());
    }
  }

  /** As programs that work on several threads write them. */
  public void testSeveralPartsOneAfterTheOther() throws Exception {
    for (String ending : ENDINGS) {
      ByteArrayOutputStream parts = new ByteArrayOutputStream();
      for (int i = 0; i < 3; i++) {
        parts.write(compressed(("{\"id\":" + i + "}\n").getBytes(UTF_8), ending));
      }
      assertEquals(List.of("0", "1", "2"), read("x.jsonl" + ending, parts.toByteArray()).ids());
    }
  }

  public void testTable() throws Exception {
    String table =
        "\uFEFFid,text,title,n\r\n1,\"a, \"\"quoted\"\"\ntext\",,3\r\n\r\n2,,two,\r\n"
            + "3,short\r\n4,T\u00fcr,x,y";
    Result result = read("x.csv", table.getBytes(UTF_8));
    assertEquals(List.of("1", "2", "4"), result.ids());
    assertEquals("a, \"quoted\"\ntext", result.documents.get(0).text());
    assertEquals(List.of("3"), result.documents.get(0).values("n"));
    assertEquals("two", result.documents.get(1).title());
    assertEquals(List.of(), result.documents.get(1).values("n"));
    assertEquals("T\u00fcr", result.documents.get(2).text());
    assertEquals(1, result.refusals.size());
    assertTrue(
        result.refusals.getFirst(),
        result.refusals.getFirst().endsWith("x.csv:6: a row must have 4 values, got 2"));
    for (String ending : ENDINGS) {
      byte[] tabs = compressed("id\ttext\n1\tone, two\n".getBytes(UTF_8), ending);
      assertEquals("one, two", read("x.tsv" + ending, tabs).documents.getFirst().text());
    }
  }

  public void testTablesOfOtherPrograms() throws Exception {
    String table = "\uFEFFid;text;title\r\n1;\"a; b\";x, y\r\n2;c;\r\n";
    Result semicolons = read("x.csv", table.getBytes(UTF_8));
    assertEquals(List.of("1", "2"), semicolons.ids());
    assertEquals("a; b", semicolons.documents.getFirst().text());
    assertEquals("x, y", semicolons.documents.getFirst().title());
    Result unnamed = read("x.csv", ",id,text,,\n0,1,a,,\n7,2,b,c,\n".getBytes(UTF_8));
    assertEquals(List.of("1", "2"), unnamed.ids());
    assertEquals(Map.of(), unnamed.documents.getLast().fields());
  }

  /** As spreadsheets and shells of Windows write them. */
  public void testUtf16() throws Exception {
    String lines = "{\"id\":1,\"text\":\"T\u00fcr \ud83d\ude80\"}\n{\"id\":2}\n";
    String table = "id\ttext\r\n1\tT\u00fcr \ud83d\ude80\r\n2\t\r\n";
    for (Charset charset : List.of(UTF_16LE, UTF_16BE, UTF_8)) {
      for (String ending : ENDINGS) {
        for (String name : List.of("x.jsonl", "x.json", "x.tsv")) {
          String content = name.equals("x.tsv") ? table : lines;
          content = name.equals("x.json") ? "[" + content.replace("}\n{", "},{") + "]" : content;
          Result result =
              read(name + ending, compressed(("\uFEFF" + content).getBytes(charset), ending));
          assertEquals(List.of(), result.refusals);
          assertEquals(List.of("1", "2"), result.ids());
          assertEquals("T\u00fcr \ud83d\ude80", result.documents.getFirst().text());
        }
      }
      byte[] text = "\uFEFFT\u00fcr".getBytes(charset);
      assertEquals("T\u00fcr", read("x.txt", text).documents.getFirst().text());
      Path file = Files.write(createTempDir().resolve("x.jsonl"), text);
      assertEquals(charset.equals(UTF_8), JsonSources.canBeSplit(file, InputRules.DEFAULT));
    }
  }

  public void testALineThatSaysTheSeparator() throws Exception {
    for (String line : List.of("sep=;", "SEP=;", "\"sep=;\"", "\uFEFFsep=;")) {
      byte[] table = (line + "\r\nid;text\r\n1;a, b\r\nx;sep=;\r\n").getBytes(UTF_8);
      Result result = read("x.csv", table);
      assertEquals(List.of("1"), result.ids());
      assertEquals("a, b", result.documents.getFirst().text());
      assertEquals(1, result.refusals.size()); // a row of three values
    }
    assertEquals(List.of("1"), read("x.csv", "sep=|\nid|text\n1|b\n".getBytes(UTF_8)).ids());
  }

  public void testZstdWithTheLongestWindow() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(bytes).setLong(31)) {
      out.write(json(50));
    }
    assertEquals(50, read("x.jsonl.zst", bytes.toByteArray()).documents.size());
  }

  public void testBadTables() throws Exception {
    Result odd = read("x.csv", "id,text\n1,T\u00fcr\n2,x\n".getBytes(ISO_8859_1));
    assertEquals(List.of("2"), odd.ids());
    assertTrue(odd.refusals.getFirst().contains(": invalid UTF-8 at byte 1, got FC"));
    Result twice = read("x.csv", "id,id\n1,2\n".getBytes(UTF_8));
    assertTrue(
        twice.refusals.getFirst(),
        twice.refusals.getFirst().contains("must name each column once, got [id, id]"));
    assertEquals(List.of(), twice.documents);
    byte[] endless = ("id,text\n1,\"" + "x".repeat(100_000)).getBytes(UTF_8);
    byte[] lines = ("id,text\n1,\"" + "x\n".repeat(100_000)).getBytes(UTF_8);
    for (byte[] table : List.of(endless, lines)) {
      Result longest = read("x.csv", table, new InputRules(10_000, 1000, false));
      assertTrue(
          longest.refusals.getFirst(),
          longest.refusals.getFirst().contains("x.csv:2: row must be shorter than 10,000 bytes"));
    }
    assertEquals(List.of(), read("x.csv", new byte[0]).documents);
  }

  public void testTar() throws Exception {
    byte[] tar = tar("./a.html", "<p>one", "deep/b.HTM", "<p>two", "c.txt", "three");
    for (String name : List.of("site.tar", "site.tgz", "site.tar.gz", "site.tar.xz")) {
      String ending = name.endsWith("tgz") ? ".gz" : name.substring("site.tar".length());
      Result result = read(name, compressed(tar, ending));
      assertEquals(List.of("site/a.html", "site/deep/b.HTM"), result.ids());
      assertTrue(
          result.notes.getFirst(),
          result
              .notes
              .getFirst()
              .endsWith("1 file of other kinds not read: 1 .txt (such as c.txt)"));
    }
    assertTrue(
        read("x.tar", tar("c.txt", "three")).refusals.getFirst().contains("no HTML file in it"));
  }

  public void testADamagedEntryEndsATar() throws Exception {
    byte[] tar = tar("a.html", "<p>one", "b.html", "<p>two", "c.html", "<p>three");
    byte[] changed = tar.clone();
    changed[1024 + 30] ^= 1;
    byte[] zeroed = tar.clone(); // an end of an archive, and more behind it
    Arrays.fill(zeroed, 1024, 1536, (byte) 0);
    for (byte[] damaged : List.of(changed, zeroed)) {
      String place = Arrays.equals(damaged, changed) ? "1024" : "1536";
      for (String ending : ENDINGS) {
        Result result = read("x.tar" + ending, compressed(damaged, ending));
        assertEquals(List.of("x/a.html"), result.ids());
        assertEquals(1, result.refusals.size());
        String said = result.refusals.getFirst();
        assertTrue(
            said, said.contains(":" + place + ": damaged entry: the checksum of its header"));
        assertTrue(said, said.contains("'tar -xf FILE -C FOLDER' goes on at the next entry"));
      }
    }
    for (int length : new int[] {2048, 2100, 2559, 3072}) { // 2048 is where an entry ends
      Result cut = read("x.tar", Arrays.copyOf(tar, length));
      int whole = length == 3072 ? 3 : 2;
      assertEquals(List.of("x/a.html", "x/b.html", "x/c.html").subList(0, whole), cut.ids());
      assertEquals(1, cut.refusals.size());
      assertTrue(cut.refusals.getFirst(), cut.refusals.getFirst().contains("damaged entry: "));
    }
    byte[] gzip = compressed(tar, ".gz");
    String said = read("x.tar.gz", Arrays.copyOf(gzip, gzip.length - 9)).refusals.getFirst();
    assertTrue(said, said.endsWith("gzip is cut off or damaged: it ends too early"));
    byte[] two = Arrays.copyOf(tar, 2 * tar.length);
    System.arraycopy(tar, 0, two, tar.length, tar.length);
    assertEquals(6, read("x.tar", two).ids().size());
    assertEquals(List.of(), read("x.tar", two).refusals);
  }

  public void testWhatIsNoTarIsSaidOnce() throws Exception {
    byte[] garbage = new byte[1 << 20];
    random().nextBytes(garbage);
    garbage[0] |= 1; // zeros are skipped
    byte[] digits = new byte[1 << 20];
    Arrays.fill(digits, (byte) '0');
    for (byte[] bytes : List.of(garbage, digits, new byte[0])) {
      List<String> refusals = read("x.tar", bytes).refusals;
      assertEquals(1, refusals.size());
      assertTrue(refusals.getFirst(), refusals.getFirst().contains("x.tar:0: damaged entry: "));
    }
    byte[] name = Arrays.copyOf(tar("b/".repeat(60), ""), 1024);
    byte[] names = new byte[20_000 * name.length];
    for (int i = 0; i < names.length; i += name.length) {
      System.arraycopy(name, 0, names, i, name.length);
    }
    String said = read("x.tar", names).refusals.getFirst();
    assertTrue(said, said.endsWith("x.tar:0: damaged entry: it has too many headers"));
  }

  public void testLinksInATarAreNoPages() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (byte kind :
          new byte[] {TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_FIFO}) {
        tar.putArchiveEntry(new TarArchiveEntry(kind + ".html", kind));
        tar.closeArchiveEntry();
      }
    }
    Result result = read("x.tar", bytes.toByteArray());
    assertEquals(List.of(), result.documents);
    assertTrue(result.notes.getFirst(), result.notes.getFirst().contains("3 link or device"));
  }

  public void testJsonThatWasPutTogetherOrHasOtherLineEnds() throws Exception {
    String lines = "\uFEFF{\"id\":1}\n\uFEFF{\"id\":2}\n";
    assertEquals(List.of("1", "2"), read("x.jsonl", lines.getBytes(UTF_8)).ids());
    String carriageReturns = "{\"id\":1,\"text\":\"a\"}\r{\"id\":2}\r";
    assertEquals(List.of("1", "2"), read("x.jsonl", carriageReturns.getBytes(UTF_8)).ids());
    String deep = "{\"id\":1,\"a\":" + "[".repeat(2000) + "]".repeat(2000) + "}\n{\"id\":2}\n";
    Result result = read("x.jsonl", deep.getBytes(UTF_8));
    assertEquals(List.of("2"), result.ids());
    String said = result.refusals.getFirst();
    assertTrue(said, said.contains("exceeds the maximum allowed (")); // digits of the locale
    assertFalse(said, said.contains("StreamReadConstraints"));
  }

  public void testNumbersThatJsonDoesNotHave() throws Exception {
    String object =
        "\"id\":1,\"text\":NaN,\"n\":-Infinity,\"all\":[1.0,NaN,2],\"deep\":{\"x\":Infinity}";
    for (String json : List.of("{" + object + "}\n", "[{" + object + "}]", "{\n" + object + "}")) {
      Result result = read("x.json", json.getBytes(UTF_8));
      assertEquals(List.of(), result.refusals);
      InputDocument read = result.documents.getFirst();
      assertEquals("", read.text());
      assertEquals(List.of(), read.values("n"));
      assertEquals(List.of("1.0", "2"), read.values("all"));
      assertEquals(List.of("{\"x\":null}"), read.values("deep"));
      assertEquals(List.of("read as null, as JSON has no such number: NaN in text"), read.notes());
    }
    for (String id : List.of("NaN", "null", "-Infinity")) {
      String said =
          read("x.jsonl", ("{\"id\":" + id + ",\"text\":\"x\"}\n").getBytes(UTF_8))
              .refusals
              .getFirst();
      assertTrue(said, said.contains("x.jsonl:1: document without id: id must have a value, got"));
    }
    assertEquals(
        List.of(),
        read("x.jsonl", "{\"id\":1,\"n\":1e400}\n".getBytes(UTF_8)).documents.getFirst().notes());
  }

  /** As in a web archive. */
  public void testOddBytesOfHtmlAreReplaced() throws Exception {
    for (String name : List.of("x.html", "x.xhtml", "x.htm.gz")) {
      byte[] page = "<meta charset='utf-8'/><p>caf\u00e9 pier".getBytes(ISO_8859_1);
      Result result = read(name, compressed(page, name.endsWith("gz") ? ".gz" : ""));
      assertEquals(List.of(), result.refusals);
      assertEquals("caf\uFFFD pier", result.documents.getFirst().text());
      assertEquals(
          List.of("read with U+FFFD for invalid UTF-8 at byte 29, got E9"),
          result.documents.getFirst().notes());
    }
    byte[] cut = "<p>T\u00fcr, T\u00fcr, T\u00fcr und \u00fc".getBytes(UTF_8);
    Result result = read("x.html", Arrays.copyOf(cut, cut.length - 1));
    assertEquals("T\u00fcr, T\u00fcr, T\u00fcr und \uFFFD", result.documents.getFirst().text());
  }

  public void testBinariesThatCallThemselvesHtml() throws Exception {
    for (String name : List.of("x.html", "x.xhtml", "x.txt")) {
      String kind = name.equals("x.txt") ? "text" : "HTML";
      for (String begin : List.of("%PDF-1.4 PDF", "PK\u0003\u0004 zip", "\u0089PNG\r\n PNG")) {
        String said = read(name, begin.getBytes(ISO_8859_1)).refusals.getFirst();
        String found = begin.substring(begin.lastIndexOf(' ') + 1);
        assertTrue(
            said, said.endsWith(": content must be " + kind + ", as the name says, got " + found));
      }
      assertEquals(1, read(name, "BMW and MZ".getBytes(UTF_8)).documents.size());
    }
    Result archive = read("x.tar", tar("a.html", "%PDF-1.4", "b.html", "<p>b"));
    assertEquals(List.of("x/b.html"), archive.ids());
    assertEquals(1, archive.refusals.size());
  }

  public void testTheFormatMayBeGiven() throws Exception {
    for (String ending : ENDINGS) {
      byte[] lines = compressed("id,text\n1,x\n".getBytes(UTF_8), ending);
      InputRules rules = InputRules.DEFAULT.withFormat("csv", FieldRoles.DEFAULT);
      assertEquals(List.of("1"), read("lies.txt" + ending, lines, rules).ids());
    }
  }

  public void testWhatIsNoJsonIsSaidWithoutNamesOfSettings() throws Exception {
    for (String odd : List.of("\u001e{\"id\":1}\n", "{\"id\":1,\"n\":+1}\n", "{\"id\":e}\n")) {
      String said = read("x.jsonl", odd.getBytes(UTF_8)).refusals.getFirst();
      assertFalse(said, said.contains("eature"));
      assertFalse(said, said.contains("NaN"));
    }
    for (String comment : List.of("/* c */", "// c\n")) {
      for (String json : List.of("{\"id\":1}\n" + comment, "[{\"id\":1}, " + comment + "]")) {
        String said = read("x.json", json.getBytes(UTF_8)).refusals.getFirst();
        assertTrue(said, said.contains("JSON has no comments at "));
        assertFalse(said, said.contains("eature"));
      }
    }
  }

  public void testTablesThatWerePutTogether() throws Exception {
    String table = "id,wörter\n1,\"a\nb\"\n";
    Result result = read("x.csv", ("\uFEFF" + table + table.replace('1', '2')).getBytes(UTF_8));
    assertEquals(List.of("1", "2"), result.ids());
    assertEquals(List.of(), result.refusals);
  }

  public void testDamageIsThatOfTheCompression() throws Exception {
    for (String ending : ENDINGS) {
      if (!ending.isEmpty()) {
        byte[] whole = compressed(randomJson(), ending);
        String refusal =
            read("x.jsonl" + ending, Arrays.copyOf(whole, whole.length / 2)).refusals.getFirst();
        String name =
            Map.of(".gz", "gzip", ".zst", "zstd", ".bz2", "bzip2", ".xz", "xz").get(ending);
        assertTrue(refusal, refusal.contains(": " + name + " is cut off or damaged: "));
        assertFalse(refusal, refusal.endsWith("Exception"));
      }
    }
  }

  /** Of several blocks, in each compression. */
  private static byte[] randomJson() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; lines.length() < 400_000; i++) {
      lines.append("{\"id\":").append(i).append(",\"text\":\"");
      for (int j = 0; j < 1000; j++) {
        lines.append((char) ('a' + random().nextInt(26)));
      }
      lines.append("\"}\n");
    }
    return lines.toString().getBytes(UTF_8);
  }

  public void testParquetIsReadElsewhere() throws Exception {
    String refusal = read("x.parquet", new byte[4]).refusals.getFirst();
    assertTrue(refusal, refusal.contains("'neardup-spark cluster --output FOLDER "));
  }

  public void testAPlaceIsAnIdWhereThereIsNone() throws Exception {
    InputRules rules =
        InputRules.DEFAULT.withFormat("", new FieldRoles(FieldRoles.LINE, FieldRoles.TITLE));
    for (String name : List.of("x.jsonl", "x.json", "x.csv")) {
      String table = "text,id\nx,\ny,7\n";
      String objects = "{\"text\":\"x\"}\n{\"text\":\"y\",\"id\":7}\n";
      String array = "[\n" + objects.replace("}\n{", "},\n{") + "]";
      boolean isTable = name.endsWith("csv");
      String content = isTable ? table : name.endsWith("json") ? array : objects;
      List<String> ids = read(name, content.getBytes(UTF_8), rules).ids();
      assertTrue(ids.toString(), ids.get(0).endsWith(name + (name.endsWith("l") ? ":1" : ":2")));
      assertEquals("7", ids.get(1));
    }
  }

  private static byte[] json(int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append("{\"id\":").append(i).append(",\"text\":\"words ").append(i).append("\"}\n");
    }
    return lines.toString().getBytes(UTF_8);
  }

  static byte[] tar(String... namesAndTexts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        byte[] text = namesAndTexts[i + 1].getBytes(UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(namesAndTexts[i]);
        entry.setSize(text.length);
        tar.putArchiveEntry(entry);
        tar.write(text);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  static byte[] compressed(byte[] content, String ending) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (ending) {
          case ".gz" -> new GZIPOutputStream(bytes);
          case ".zst" -> new ZstdOutputStream(bytes).setChecksum(true);
          case ".bz2" -> new BZip2CompressorOutputStream(bytes, 1);
          case ".xz" -> new XZOutputStream(bytes, new LZMA2Options(0));
          default -> bytes;
        }) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  static Result read(String name, byte[] content) throws Exception {
    return read(name, content, InputRules.DEFAULT);
  }

  static Result read(String name, byte[] content, InputRules rules) throws Exception {
    Path file = Files.write(createTempDir().resolve(name), content);
    Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    InputStream stdin = new ByteArrayInputStream(new byte[0]);
    new Inputs(List.of(file.toString()), stdin, rules, new Problems(result.notes::add, null))
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
