// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream.UnicodeExtraFieldPolicy;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Names of entries in any character set, and what of a damaged zip is read and named. */
public class TestZip extends LuceneTestCase {
  private static final List<String> NAMES =
      List.of("a.html", "Stra\u00dfe.html", "p\u00e5l\u00e6g.html", "z.html");

  private final List<String> ids = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private Path file;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    file = createTempDir().resolve("x.zip");
  }

  public void testNamesOfCodePage437() throws Exception {
    for (int method : new int[] {ZipEntry.STORED, ZipEntry.DEFLATED}) {
      read(zip(NAMES, "IBM437", false, UnicodeExtraFieldPolicy.NEVER, method));
      assertEquals(List.of(), problems);
      assertEquals(NAMES.stream().map(name -> "x/" + name).toList(), ids);
    }
  }

  /** They say nothing of it, so their bytes are read as those of code page 437. */
  public void testNamesOfOtherCodePages() throws Exception {
    List<String> names = List.of("a.html", "\u30da\u30fc\u30b8.html", "z.html");
    byte[] zip = zip(names, "Shift_JIS", false, UnicodeExtraFieldPolicy.NEVER, ZipEntry.STORED);
    read(zip);
    String read =
        new String(
            "\u30da\u30fc\u30b8".getBytes(Charset.forName("Shift_JIS")), Charset.forName("IBM437"));
    assertEquals(List.of(), problems);
    assertEquals(List.of("x/a.html", "x/" + read + ".html", "x/z.html"), ids);
    read(withoutDirectory(zip));
    assertEquals(problems.toString(), 1, problems.size());
    assertEquals(List.of("x/a.html", "x/" + read + ".html", "x/z.html"), ids);
  }

  /** Whether by the flag, by the field of Info-ZIP, or without a word, as macOS does. */
  public void testNamesOfUtf8() throws Exception {
    List<String> names = List.of("a.html", "\u30da.html", "Stra\u00dfe.html", "z.html");
    List<String> expected = names.stream().map(name -> "x/" + name).toList();
    for (byte[] zip :
        List.of(
            zip(names, "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, ZipEntry.STORED),
            zip(names, "UTF-8", false, UnicodeExtraFieldPolicy.NEVER, ZipEntry.STORED),
            zip(names, "US-ASCII", false, UnicodeExtraFieldPolicy.ALWAYS, ZipEntry.STORED))) {
      read(zip);
      assertEquals(List.of(), problems);
      assertEquals(expected, ids);
      read(withoutDirectory(zip));
      assertEquals(expected, ids);
    }
  }

  /** A program that renames entries and does not know the field leaves an old name in it. */
  public void testAFieldOfAnotherNameDoesNotCount() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      ZipArchiveEntry entry = new ZipArchiveEntry("new.html");
      entry.addExtraField(new UnicodePathExtraField("old.html", "old.html".getBytes(UTF_8)));
      zip.putArchiveEntry(entry);
      zip.write("the page of new".getBytes(UTF_8));
      zip.closeArchiveEntry();
    }
    read(bytes.toByteArray());
    assertEquals(List.of("x/new.html"), ids);
  }

  public void testADamagedEntryCostsNoOther() throws Exception {
    for (int method : new int[] {ZipEntry.STORED, ZipEntry.DEFLATED}) {
      byte[] zip = zip(NAMES, "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, method);
      int name = new String(zip, ISO_8859_1).indexOf("z.html");
      zip[name + "z.html".length() + 12] ^= 1;
      read(zip);
      assertEquals(List.of("x/a.html", "x/" + NAMES.get(1), "x/" + NAMES.get(2)), ids);
      assertEquals(
          List.of(file + "!z.html: damaged entry: its content or checksum is wrong"), problems);
    }
  }

  public void testWhatIsNotSupportedIsNamed() throws Exception {
    byte[] zip = zip(NAMES, "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, ZipEntry.STORED);
    int directory = new String(zip, ISO_8859_1).indexOf("PK\1\2");
    byte[] encrypted = zip.clone();
    encrypted[directory + 8] |= 1;
    byte[] lzma = zip.clone();
    lzma[directory + 10] = 14;
    for (byte[] odd : List.of(encrypted, lzma)) {
      read(odd);
      assertEquals(3, ids.size());
      String feature = Arrays.equals(odd, encrypted) ? "encryption" : "compression method";
      assertEquals(
          List.of(file + "!a.html: cannot be read: its " + feature + " is not supported"),
          problems);
    }
  }

  public void testWhatIsBeforeACutIsRead() throws Exception {
    byte[] zip = zip(NAMES, "IBM437", false, UnicodeExtraFieldPolicy.NEVER, ZipEntry.DEFLATED);
    int last = new String(zip, ISO_8859_1).indexOf("z.html");
    for (int length = 0; length < zip.length; length++) {
      read(Arrays.copyOf(zip, length));
      assertTrue(length + "", ids.size() == NAMES.size() || length < zip.length - 22);
      assertTrue(length + ": " + ids, ids.size() >= 3 || length < last);
      assertTrue(problems.toString(), problems.getLast().startsWith(file + ": not a zip, or one"));
    }
  }

  /** The library takes what is no entry of the directory for its end. */
  public void testADirectoryThatBreaksOff() throws Exception {
    byte[] zip = zip(NAMES, "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, ZipEntry.DEFLATED);
    int last = new String(zip, ISO_8859_1).lastIndexOf("PK\1\2");
    zip[last] ^= 1;
    read(zip);
    assertEquals(4, ids.size());
    String said = problems.getFirst();
    assertTrue(said, said.contains("'zip -FF FILE --out MENDED.zip' saves what can be saved"));
  }

  public void testArchivesOneAfterTheOther() throws Exception {
    byte[] zip = zip(NAMES, "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, ZipEntry.DEFLATED);
    byte[] two = Arrays.copyOf(zip, 2 * zip.length);
    System.arraycopy(zip, 0, two, zip.length, zip.length);
    read(two);
    assertEquals(4, ids.size());
    assertTrue(problems.toString(), problems.getFirst().startsWith(file + ": not a zip, or one"));
    byte[] program = "MZ a program that unpacks it".getBytes(UTF_8);
    byte[] unpacking = Arrays.copyOf(program, program.length + zip.length);
    System.arraycopy(zip, 0, unpacking, program.length, zip.length);
    read(unpacking);
    assertEquals(4, ids.size());
    assertEquals(List.of(), problems);
  }

  public void testAnEmptyZip() throws Exception {
    read(zip(List.of(), "UTF-8", true, UnicodeExtraFieldPolicy.NEVER, ZipEntry.STORED));
    assertEquals(List.of(file + ": no HTML file in it, .html, .htm, .xhtml"), problems);
  }

  private static byte[] withoutDirectory(byte[] zip) {
    return Arrays.copyOf(zip, new String(zip, ISO_8859_1).indexOf("PK\1\2"));
  }

  private static byte[] zip(
      List<String> names,
      String charset,
      boolean hasFlag,
      UnicodeExtraFieldPolicy policy,
      int method)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      zip.setEncoding(charset);
      zip.setUseLanguageEncodingFlag(hasFlag);
      zip.setCreateUnicodeExtraFields(policy);
      for (String name : names) {
        ZipArchiveEntry entry = new ZipArchiveEntry(name);
        byte[] page = ("<p>the page of " + name.hashCode()).getBytes(UTF_8);
        entry.setMethod(method);
        entry.setSize(page.length);
        entry.setCrc(crc(page));
        zip.putArchiveEntry(entry);
        zip.write(page);
        zip.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static long crc(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }

  private void read(byte[] zip) throws Exception {
    Files.write(file, zip);
    ids.clear();
    problems.clear();
    new Inputs(List.of(file.toString()), InputStream.nullInputStream(), InputRules.DEFAULT)
        .read(
            raw -> {
              try {
                InputDocument page = raw.parser().parse();
                ids.add(page.id());
                assertTrue(page.text(), page.text().startsWith("the page of "));
              } catch (BadInputException e) {
                problems.add(raw.where() + ": " + e.getMessage());
              }
            });
  }
}
