// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.UnsupportedZipFeatureException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.io.EndianUtils;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.CloseShieldInputStream;

/**
 * What is in a zip: the HTML pages of a .jar or .zip; or the pages of the web archives of a WACZ,
 * {@code archive/*.warc.gz}, each of which is copied to a temporary file, as records are looked for
 * in any order. One without any is a failure; files of other kinds are counted and named in a note,
 * as of a {@linkplain FolderSource folder}. A page's id is the archive's name without its ending
 * (and without {@code -javadoc}), then {@code /} and the entry's path, so that the same page of two
 * releases is two documents. A damaged entry is named. Where the directory, which is at the end, is
 * missing or damaged, the entries before the damage are read.
 */
final class ZipSource implements Inputs.Source {
  /** Code page 437, that of names that are not UTF-8. */
  private static final Charset CHARSET = Charset.forName("IBM437");

  /** What an archive begins with, unless it begins with a program that unpacks it. */
  private static final int BEGIN = 0x504B0304;

  /** What the directory ends with: up to 64 KB of a comment may follow. */
  private static final String END = "PK\5\6";

  private static final int END_BYTES = 22;
  private static final int COUNT_OFFSET = 10;

  /** A directory of more entries says how many there are elsewhere. */
  private static final int MANY = 0xFFFF;

  private final InputFile file;
  private final Path path;
  private final boolean isWacz;
  private final InputRules rules;
  private final Consumer<String> notes;
  private final OtherKinds skipped = OtherKinds.files();
  private boolean isEmpty = true;

  /**
   * @param notes takes a line on the files that are not read
   */
  ZipSource(InputFile file, boolean isWacz, InputRules rules, Consumer<String> notes) {
    this.file = file;
    this.path = file.path();
    this.isWacz = isWacz;
    this.rules = rules;
    this.notes = notes;
  }

  /** Opens an archive without looking at its entries, of which some may be damaged. */
  static ZipFile open(Path path) throws IOException {
    return ZipFile.builder().setPath(path).setCharset(CHARSET).setIgnoreLocalFileHeader(true).get();
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (ZipFile zip = byDirectory()) {
      if (zip == null) {
        readFromBeginning(sink);
      } else {
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
          read(entry, () -> zip.getInputStream(entry), sink);
        }
      }
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      String none = isWacz ? "no web archive in it, archive/*.warc.gz" : PageFile.NO_HTML;
      sink.accept(RawDocument.unreadable(path.toString(), none));
    }
  }

  /** Null if the directory is missing or damaged. */
  private ZipFile byDirectory() {
    try {
      ZipFile zip = open(path);
      if (isWhole(zip)) {
        return zip;
      }
      zip.close();
    } catch (IOException | RuntimeException e) { // of the library: the bytes come from anywhere
      // what is below fails for the other way to read, too
    }
    return null;
  }

  /**
   * The library takes damage in the directory for its end, and bytes that were added for a program
   * before the archive.
   */
  private boolean isWhole(ZipFile zip) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      if (zip.getFirstLocalFileHeaderOffset() > 0 && file.readInt() == BEGIN) {
        return false;
      }
      byte[] last = new byte[(int) Math.min(file.length(), END_BYTES + MANY)];
      file.seek(file.length() - last.length);
      file.readFully(last);
      int end = new String(last, ISO_8859_1).lastIndexOf(END);
      int said = EndianUtils.readSwappedUnsignedShort(last, end + COUNT_OFFSET);
      return said == MANY || said == Collections.list(zip.getEntries()).size();
    }
  }

  private void readFromBeginning(Inputs.Sink sink) throws IOException, InterruptedException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(path), CHARSET)) {
      for (ZipArchiveEntry entry = next(zip); entry != null; entry = next(zip)) {
        read(entry, () -> CloseShieldInputStream.wrap(zip), sink);
      }
    }
    isEmpty = false;
    sink.accept(
        RawDocument.unreadable(
            path.toString(),
            "not a zip, or one whose directory is damaged; 'zip -FF FILE --out MENDED.zip' saves"
                + " what can be saved"));
  }

  /** Null at the end, and at damage. */
  private static ZipArchiveEntry next(ZipInputStream zip) {
    try {
      ZipEntry entry = zip.getNextEntry();
      return entry == null ? null : new ZipArchiveEntry(entry);
    } catch (IOException | RuntimeException e) { // of the library: the bytes come from anywhere
      return null;
    }
  }

  private void read(ZipArchiveEntry entry, IOSupplier<InputStream> content, Inputs.Sink sink)
      throws IOException, InterruptedException {
    String name = name(entry);
    RecordFormat format = RecordFormat.of(name.toLowerCase(Locale.ROOT));
    if (isWacz && format != null && name.startsWith("archive/")) {
      isEmpty = false;
      readArchive(name, format, content, sink);
    } else if (!isWacz && PageFile.isHtml(name)) {
      isEmpty = false;
      sink.accept(page(entry, name, content));
    } else if (!isWacz && !entry.isDirectory()) {
      skipped.addFile(name);
    }
  }

  /**
   * The name: what Info-ZIP writes beside it goes first, unless the name was changed since. Many
   * programs write UTF-8 without a flag that says so.
   */
  private static String name(ZipArchiveEntry entry) {
    String name = entry.getName();
    byte[] bytes = name.getBytes(CHARSET);
    if (!new String(bytes, CHARSET).equals(name)) {
      return name; // the flag was there
    }
    CRC32 sum = new CRC32();
    sum.update(bytes);
    if (entry.getExtraField(UnicodePathExtraField.UPATH_ID) instanceof UnicodePathExtraField given
        && given.getNameCRC32() == sum.getValue()) {
      return new String(given.getUnicodeName(), UTF_8);
    }
    return Decoding.isUtf8(bytes) ? new String(bytes, UTF_8) : name;
  }

  /** The library leaves the checksum to its callers. */
  private RawDocument page(ZipArchiveEntry entry, String name, IOSupplier<InputStream> content) {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(content.get(), sum)) {
      RawDocument page = PageFile.entry(file, name, in, entry.getSize(), rules);
      if (in.read() < 0 && entry.getCrc() >= 0 && sum.getValue() != entry.getCrc()) {
        throw new ZipException();
      }
      return page;
    } catch (IOException | RuntimeException e) { // of the library: the bytes come from anywhere
      return unreadable(name, e);
    }
  }

  private RawDocument unreadable(String name, Exception reason) {
    return RawDocument.unreadable(
        path + "!" + name,
        switch (reason) {
          case UnsupportedZipFeatureException unknown ->
              "cannot be read: its " + unknown.getFeature() + " is not supported";
          case EOFException end -> "damaged entry: " + Inputs.reason(end);
          default -> "damaged entry: its content or checksum is wrong";
        });
  }

  private void readArchive(
      String name, RecordFormat format, IOSupplier<InputStream> content, Inputs.Sink sink)
      throws IOException, InterruptedException {
    Path copy = Files.createTempFile("neardup-", ".warc");
    try {
      try (InputStream in = content.get()) {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException | RuntimeException e) { // as above
        sink.accept(unreadable(name, e));
      }
      CapturedPages pages = new CapturedPages(path + "!" + name, rules, notes);
      new WarcSource(copy, format, pages).read(sink); // as far as it could be copied
    } finally {
      Files.delete(copy);
    }
  }
}
