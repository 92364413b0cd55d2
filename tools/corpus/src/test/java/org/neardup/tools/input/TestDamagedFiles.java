// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.github.luben.zstd.ZstdOutputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * A thousand files of each format in which bytes are changed, cut out, doubled, or missing at the
 * end: reading ends, each failure has words, whole records before the damage are read, those after
 * it too or the file is named, but for what the tests say. Parquet is read by Spark alone.
 */
@LuceneTestCase.SuppressFileSystems("*") // thousands of files are written
public class TestDamagedFiles extends LuceneTestCase {
  private static final int FILES = TEST_NIGHTLY ? 1000 : 100;
  private static final int RECORDS = 8;

  /** One of so many is read twice. */
  private static final int CHECKED = 4;

  private static final int ZIP_HEADER_BYTES = 30;

  /** Some decoders throw away so much of what they have decoded when they fail. */
  private static final int LOST_BYTES = 512;

  private static final byte[] HEADER = "id,text\n".getBytes(UTF_8);
  private static final String HTTP = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n";

  private Path folder;

  /** Of the good file: where records begin; the last one is where they end. */
  private final List<Integer> starts = new ArrayList<>();

  private final ByteArrayOutputStream good = new ByteArrayOutputStream();

  /** What is changed in the good file: the bytes from here to there. */
  private int from;

  private int to;
  private boolean isMoved;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  /** Writes record {@code i} to the good file. */
  @FunctionalInterface
  private interface Writer {
    void write(int i) throws IOException;
  }

  private void make(Writer writer) throws IOException {
    for (int i = 0; i < RECORDS; i++) {
      starts.add(good.size());
      writer.write(i);
    }
    starts.add(good.size());
  }

  public void testWarc() throws Exception {
    make(i -> good.write(warc(i)));
    requireOthers(random().nextBoolean() ? ".warc" : ".wet");
  }

  public void testCompressedWarc() throws Exception {
    make(i -> good.write(gzip(warc(i))));
    requireOthers(".warc.gz");
  }

  public void testArc() throws Exception {
    make(i -> good.write(arc(i)));
    requireOthers(".arc");
  }

  public void testCompressedArc() throws Exception {
    make(i -> good.write(gzip(arc(i))));
    requireOthers(".arc.gz");
  }

  private void requireOthers(String ending) throws Exception {
    for (int round = 0; round < FILES; round++) {
      requireOthers(read(ending, damaged()), i -> "http://p/" + i);
    }
  }

  /** Records that the damage does not touch were read. */
  private void requireOthers(Set<String> ids, IntFunction<String> id) {
    for (int i = 0; i < RECORDS; i++) {
      boolean isTouched = from < starts.get(i + 1) && to >= starts.get(i);
      assertTrue(i + " of " + ids, isTouched || ids.contains(id.apply(i)));
    }
  }

  public void testJsonLines() throws Exception {
    make(i -> good.write(json(i)));
    for (int round = 0; round < FILES; round++) {
      byte[] bytes = damaged();
      Set<String> ids = read(".jsonl", bytes);
      boolean areLines = from >= starts.get(1); // the first line tells
      for (int i = 0; i < RECORDS; i++) {
        boolean isBefore = starts.get(i + 1) <= from;
        boolean isAfter = areLines && starts.get(i) - 1 >= to;
        assertTrue(i + " of " + ids, (!isBefore && !isAfter) || ids.contains("" + i));
      }
    }
  }

  public void testJsonInAnArray() throws Exception {
    boolean areLines = random().nextBoolean();
    good.write('[');
    make(
        i -> {
          String object = new String(json(i), UTF_8);
          String end = i < RECORDS - 1 ? "," : "]";
          good.writeBytes(((areLines ? object : object.strip()) + end).getBytes(UTF_8));
        });
    requireBefore(".json", i -> "" + i);
  }

  /** Records before the damage are read, and others are not left out in silence. */
  private void requireBefore(String ending, IntFunction<String> id) throws Exception {
    for (int round = 0; round < FILES; round++) {
      byte[] bytes = damaged();
      List<String> problems = new ArrayList<>();
      Set<String> ids = read(Files.write(folder.resolve("x" + ending), bytes), problems);
      // Nothing, one under another name, or two in one.
      boolean isUnknown = bytes.length == 0 || ids.size() >= RECORDS - 1;
      for (int i = 0; i < RECORDS; i++) {
        boolean isRead = ids.contains(id.apply(i));
        boolean isBefore = starts.get(i + 1) <= from;
        boolean isTold = !problems.isEmpty() || isUnknown;
        assertTrue(i + " of " + ids, isRead || (!isBefore && isTold));
      }
    }
  }

  /** What follows a quote may be in it, and be prose: it is not read as rows. */
  public void testTable() throws Exception {
    boolean areTabs = random().nextBoolean();
    good.writeBytes(areTabs ? tabs(HEADER) : HEADER);
    make(i -> good.writeBytes(areTabs ? tabs(row(i)) : row(i)));
    for (int round = 0; round < FILES; round++) {
      byte[] bytes = damaged();
      Set<String> ids = read(areTabs ? ".tsv" : ".csv", bytes);
      boolean isQuoted = new String(bytes, UTF_8).contains("\"");
      for (int i = 0; i < RECORDS; i++) {
        boolean isBefore = starts.get(i + 1) <= from;
        boolean isAfter = from >= starts.get(0) && starts.get(i) - 1 >= to && !isQuoted;
        assertTrue(i + " of " + ids, (!isBefore && !isAfter) || ids.contains("" + i));
      }
    }
  }

  public void testTar() throws Exception {
    TarArchiveOutputStream tar = new TarArchiveOutputStream(good);
    boolean isGnu = random().nextBoolean();
    tar.setLongFileMode(
        isGnu ? TarArchiveOutputStream.LONGFILE_GNU : TarArchiveOutputStream.LONGFILE_POSIX);
    String folder = random().nextBoolean() ? "" : "long/".repeat(30);
    make(i -> put(folder + i + ".html", page(i), tar));
    tar.close();
    requireBefore(".tar", i -> "x/" + folder + i + ".html");
  }

  public void testPagesInAFolder() throws Exception {
    Path pages = Files.createDirectory(folder.resolve("pages"));
    good.writeBytes(page(1));
    for (int i = 0; i < RECORDS; i++) {
      Files.write(pages.resolve(i + ".html"), page(i));
    }
    for (int round = 0; round < FILES; round++) {
      Files.write(pages.resolve("1.html"), damaged());
      assertEquals(RECORDS, read(pages).size());
    }
  }

  /**
   * A name that is damaged in the directory is not seen to be; bytes are changed in two at most.
   */
  public void testZip() throws Exception {
    try (ZipOutputStream zip = new ZipOutputStream(good)) {
      zip.setLevel(random().nextInt(10));
      make(
          i -> {
            zip.putNextEntry(new ZipEntry(i + ".html"));
            zip.write(page(i));
            zip.closeEntry();
            zip.flush();
          });
    }
    for (int round = 0; round < FILES; round++) {
      byte[] bytes = damaged();
      List<String> problems = new ArrayList<>();
      Set<String> ids = read(Files.write(folder.resolve("x.zip"), bytes), problems);
      if (to > starts.getLast()) {
        assertTrue(ids.toString(), ids.size() >= RECORDS - 2 || !problems.isEmpty());
        continue;
      }
      for (int i = 0; i < RECORDS; i++) {
        boolean isBefore = starts.get(i + 1) <= from;
        boolean isAfter = !isMoved && starts.get(i) >= to;
        boolean isRead = ids.contains("x/" + i + ".html");
        assertTrue(i + " of " + ids, isRead || !(isBefore || isAfter));
        assertTrue(i + " of " + ids, isRead || !problems.isEmpty());
      }
    }
  }

  /** A byte of a page is wrong, and there is no directory: only the checksum behind it tells. */
  public void testDamagedPageOfAZipWithoutDirectory() throws Exception {
    for (int level : new int[] {0, 9}) {
      good.reset();
      starts.clear();
      ZipOutputStream zip = new ZipOutputStream(good);
      zip.setLevel(level);
      make(
          i -> {
            zip.putNextEntry(new ZipEntry("\u00e9" + i + ".html"));
            zip.write((i + "words ".repeat(20)).getBytes(UTF_8));
            zip.closeEntry();
          });
      zip.flush();
      byte[] bytes = good.toByteArray();
      int changed = random().nextInt(RECORDS - 1);
      bytes[starts.get(changed) + ZIP_HEADER_BYTES + 20] ^= 1;
      List<String> problems = new ArrayList<>();
      Set<String> ids = read(Files.write(folder.resolve("x.zip"), bytes), problems);
      for (int i = 0; i < RECORDS; i++) {
        assertEquals(ids + "", i < changed, ids.contains("x/\u00e9" + i + ".html"));
      }
      assertEquals(problems.toString(), 2, problems.size());
      String place = "x.zip!\u00e9" + changed + ".html: damaged entry: its content or checksum";
      assertTrue(problems.toString(), problems.get(0).contains(place));
      assertTrue(problems.toString(), problems.get(1).contains("x.zip: not a zip, or one whose"));
    }
  }

  public void testWacz() throws Exception {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    for (int i = 0; i < RECORDS; i++) {
      archive.write(gzip(warc(i)));
    }
    String name = "archive/data.warc.gz";
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(archive.size());
    CRC32 sum = new CRC32();
    sum.update(archive.toByteArray());
    entry.setCrc(sum.getValue());
    try (ZipOutputStream zip = new ZipOutputStream(good)) {
      zip.putNextEntry(entry);
      archive.writeTo(zip);
    }
    int begin = ZIP_HEADER_BYTES + name.length();
    for (int round = 0; round < FILES; round++) {
      Set<String> ids = read(".wacz", damaged());
      boolean isInside = !isMoved && from >= begin && to <= begin + archive.size();
      assertTrue(ids.toString(), !isInside || ids.size() >= RECORDS - 2);
    }
  }

  public void testMessages() throws Exception {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(message);
      out.writeString(1, "http://p/" + i);
      out.writeString(3, words());
      out.flush();
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      messages.write(length.putInt(message.size()).array());
      message.writeTo(messages);
      ends.add(messages.size());
    }
    requireReadable(".pb", ".gz", messages.toByteArray(), ends, 0);
  }

  public void testGzip() throws Exception {
    requireReadable(".gz", 0);
  }

  public void testZstd() throws Exception {
    requireReadable(".zst", LOST_BYTES);
  }

  public void testBzip2() throws Exception {
    requireReadable(".bz2", LOST_BYTES);
  }

  public void testXz() throws Exception {
    requireReadable(".xz", LOST_BYTES);
  }

  private void requireReadable(String ending, int lostBytes) throws Exception {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    List<Integer> ends = new ArrayList<>();
    String kind = RandomPicks.randomFrom(random(), List.of(".csv", ".jsonl", ".tar"));
    lines.writeBytes(kind.equals(".csv") ? HEADER : new byte[0]);
    TarArchiveOutputStream tar = new TarArchiveOutputStream(lines);
    for (int i = 0; i < 2 * RECORDS; i++) {
      switch (kind) {
        case ".tar" -> put(i + ".html", page(i), tar);
        case ".csv" -> lines.write(row(i));
        default -> lines.write(json(i));
      }
      ends.add(lines.size());
    }
    requireReadable(kind, ending, lines.toByteArray(), ends, lostBytes);
  }

  /**
   * What is read where the file is cut off at the damage is read with it: behind that, no library
   * finds its way.
   */
  private void requireReadable(
      String kind, String ending, byte[] content, List<Integer> ends, int lostBytes)
      throws Exception {
    try (OutputStream out = compressing(ending)) {
      out.write(content);
    }
    for (int round = 0; round < FILES; round++) {
      byte[] bytes = damaged();
      int found = read(kind + ending, bytes).size();
      if (round % CHECKED == 0 && bytes.length > from) {
        int before = read(kind + ending, Arrays.copyOf(bytes, from)).size();
        int certain = before < 2 ? 0 : ends.get(before - 2) - lostBytes; // the last may go on
        assertTrue(
            before
                + " "
                + found
                + " "
                + from
                + "-"
                + to
                + " of "
                + good.size()
                + ", "
                + bytes.length,
            certain <= 0 || (found > 0 && ends.get(Math.min(found, ends.size()) - 1) >= certain));
      }
    }
  }

  private static void put(String name, byte[] page, TarArchiveOutputStream tar) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(page.length);
    tar.putArchiveEntry(entry);
    tar.write(page);
    tar.closeArchiveEntry();
    tar.flush();
  }

  private OutputStream compressing(String ending) throws IOException {
    return switch (ending) {
      case ".gz" -> new GZIPOutputStream(good);
      case ".zst" -> new ZstdOutputStream(good).setChecksum(true);
      case ".bz2" -> new BZip2CompressorOutputStream(good, 1);
      default -> new XZOutputStream(good, new LZMA2Options(0));
    };
  }

  private byte[] damaged() {
    byte[] whole = good.toByteArray();
    from = random().nextInt(whole.length);
    to = Math.min(whole.length, from + 1 + random().nextInt(20));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(whole, 0, from);
    int kind = random().nextInt(4);
    isMoved = kind > 0;
    if (kind == 0) {
      byte[] other = new byte[to - from];
      random().nextBytes(other);
      bytes.writeBytes(other);
    } else if (kind == 1) {
      bytes.write(whole, from, to - from);
      bytes.write(whole, from, to - from);
    } else if (kind == 2) {
      to = whole.length;
    } // else cut out
    bytes.write(whole, to, whole.length - to);
    return bytes.toByteArray();
  }

  private static String words() {
    StringBuilder words = new StringBuilder();
    for (int i = random().nextInt(100); i >= 0; i--) {
      words.append((char) ('a' + random().nextInt(26)));
    }
    return words.toString();
  }

  private static byte[] json(int i) {
    return ("{\"id\":" + i + ",\"text\":\"" + words() + "\"}\n").getBytes(UTF_8);
  }

  private static byte[] row(int i) {
    return (i + ",words " + words() + "\n").getBytes(UTF_8);
  }

  private static byte[] tabs(byte[] row) {
    return new String(row, UTF_8).replace(',', '\t').getBytes(UTF_8);
  }

  private static byte[] page(int i) {
    return ("<title>" + i + "</title><p>" + words()).getBytes(UTF_8);
  }

  private static byte[] arc(int i) {
    String http = HTTP + words();
    return ("http://p/"
            + i
            + " 1.2.3.4 20080430204825 text/plain "
            + http.length()
            + "\n"
            + http
            + "\n")
        .getBytes(UTF_8);
  }

  private static byte[] warc(int i) {
    String http = HTTP + words();
    return ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://p/"
            + i
            + "\r\nWARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http\r\n"
            + "Content-Length: "
            + http.length()
            + "\r\n\r\n"
            + http
            + "\r\n\r\n")
        .getBytes(UTF_8);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  /** The ids that are read, in their order. */
  private Set<String> read(String ending, byte[] content) throws Exception {
    return read(Files.write(folder.resolve("x" + ending), content));
  }

  private static Set<String> read(Path file) throws Exception {
    return read(file, new ArrayList<>());
  }

  private static Set<String> read(Path file, List<String> problems) throws Exception {
    Set<String> ids = new LinkedHashSet<>();
    new Inputs(List.of(file.toString()), InputStream.nullInputStream(), InputRules.DEFAULT)
        .read(
            raw -> {
              try {
                ids.add(raw.parser().parse().id());
              } catch (BadInputException e) {
                problems.add(raw.where() + ": " + e.getMessage());
                assertFalse(
                    raw.where() + e.getMessage(), e.getMessage().matches(".*(null|Exception)"));
              }
            });
    return ids;
  }
}
