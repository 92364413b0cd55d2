// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.CloseShieldInputStream;

/**
 * What is in a zip: the HTML pages of a .jar or .zip; or the pages of the web archives of a WACZ,
 * {@code archive/*.warc.gz}, each of which is copied to a temporary file, as records are looked for
 * in any order. One without any is a failure; files of other kinds are counted and named in a note,
 * as of a {@linkplain FolderSource folder}. A page's id is the archive's name without its ending
 * (and without {@code -javadoc}), then {@code /} and the entry's path, so that the same page of two
 * releases is two documents. Where the directory at the end is cut off or damaged, what comes
 * before the damage is read.
 */
final class ZipSource implements Inputs.Source {
  private final Path path;
  private final boolean isWacz;
  private final InputRules rules;
  private final Consumer<String> notes;
  private final OtherKinds skipped = OtherKinds.files();
  private boolean isEmpty = true;

  /**
   * @param notes takes a line on the files that are not read
   */
  ZipSource(Path path, boolean isWacz, InputRules rules, Consumer<String> notes) {
    this.path = path;
    this.isWacz = isWacz;
    this.rules = rules;
    this.notes = notes;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try {
          read(entry, () -> zip.getInputStream(entry), sink);
        } catch (IOException e) {
          boolean isBroken = e instanceof ZipException || e instanceof EOFException;
          String what = isBroken ? "broken entry: " : "cannot be read: ";
          sink.accept(RawDocument.unreadable(where(entry), what + Inputs.reason(e)));
        }
      }
    } catch (ZipException e) {
      readFromBeginning(sink);
      throw new IOException("not an archive, or a damaged one: " + Inputs.reason(e), e);
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      String none = isWacz ? "no web archive in it, archive/*.warc.gz" : PageFile.NO_HTML;
      sink.accept(RawDocument.unreadable(path.toString(), none));
    }
  }

  /** Up to the damage. */
  private void readFromBeginning(Inputs.Sink sink) throws InterruptedException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path));
        ZipArchiveInputStream zip = new ZipArchiveInputStream(in, UTF_8.name(), true, true)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        read(entry, () -> CloseShieldInputStream.wrap(zip), sink);
      }
    } catch (IOException | IllegalArgumentException e) {
      // the caller tells
    }
  }

  private void read(ZipEntry entry, IOSupplier<InputStream> content, Inputs.Sink sink)
      throws IOException, InterruptedException {
    String name = entry.getName();
    RecordFormat format = RecordFormat.of(name.toLowerCase(Locale.ROOT));
    if (isWacz && format != null && name.startsWith("archive/")) {
      isEmpty = false;
      readArchive(where(entry), format, content, sink);
    } else if (!isWacz && PageFile.isHtml(name)) {
      isEmpty = false;
      sink.accept(page(entry, content));
    } else if (!isWacz && !entry.isDirectory()) {
      skipped.addFile(name);
    }
  }

  private String where(ZipEntry entry) {
    return path + "!" + entry.getName();
  }

  /** The library leaves checking to its callers. A sum behind the content is not known yet. */
  private RawDocument page(ZipEntry entry, IOSupplier<InputStream> content) throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(content.get(), sum)) {
      RawDocument page = PageFile.entry(path, entry.getName(), in, entry.getSize(), rules);
      if (entry.getCrc() >= 0 && in.read() < 0 && sum.getValue() != entry.getCrc()) {
        throw new ZipException(
            String.format(
                Locale.ROOT, "checksum must be %08x, got %08x", entry.getCrc(), sum.getValue()));
      }
      return page;
    }
  }

  private void readArchive(
      String where, RecordFormat format, IOSupplier<InputStream> content, Inputs.Sink sink)
      throws IOException, InterruptedException {
    Path copy = Files.createTempFile("neardup-", ".warc");
    try {
      try (InputStream in = content.get()) {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        sink.accept(RawDocument.unreadable(where, "broken entry: " + Inputs.reason(e)));
      }
      CapturedPages pages = new CapturedPages(where, rules, notes);
      new WarcSource(copy, format, pages).read(sink); // as far as it could be copied
    } finally {
      Files.delete(copy);
    }
  }
}
