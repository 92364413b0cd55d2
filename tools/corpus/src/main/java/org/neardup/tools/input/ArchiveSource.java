// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The HTML pages of a .jar or .zip. One without any is a failure; files of other kinds are counted
 * and named in a note, as of a {@linkplain FolderSource folder}. A document's id is the archive's
 * name without its ending (and without {@code -javadoc}), then {@code /} and the entry's path, so
 * that the same page of two releases is two documents.
 */
final class ArchiveSource implements Inputs.Source {
  private final Path path;
  private final InputRules rules;
  private final Consumer<String> notes;

  /**
   * @param notes takes a line on the files that are not read
   */
  ArchiveSource(Path path, InputRules rules, Consumer<String> notes) {
    this.path = path;
    this.rules = rules;
    this.notes = notes;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    OtherKinds skipped = OtherKinds.files();
    try (ZipFile archive = new ZipFile(path.toFile())) {
      boolean isEmpty = true;
      for (ZipEntry entry : Collections.list(archive.entries())) {
        if (PageFile.isHtml(entry.getName())) {
          isEmpty = false;
          sink.accept(read(archive, entry));
        } else if (!entry.isDirectory()) {
          skipped.addFile(entry.getName());
        }
      }
      if (isEmpty) {
        sink.accept(
            RawDocument.unreadable(path.toString(), "no HTML file in it, " + PageFile.HTML_KINDS));
      }
      skipped.tell(path, notes);
    } catch (ZipException e) {
      throw new IOException("not an archive, or a damaged one: " + Inputs.reason(e), e);
    }
  }

  private RawDocument read(ZipFile archive, ZipEntry entry) {
    String where = path + "!" + entry.getName();
    try (InputStream in = archive.getInputStream(entry)) {
      byte[] bytes = Limits.read(in, rules.maxBytes(), entry.getSize());
      checkSum(entry, bytes);
      return PageFile.document(where, baseName(path) + "/" + entry.getName(), bytes, rules);
    } catch (ZipException | EOFException e) {
      return RawDocument.unreadable(where, "broken entry: " + Inputs.reason(e));
    } catch (IOException e) {
      return RawDocument.unreadable(where, "cannot be read: " + Inputs.reason(e));
    } catch (BadInputException e) {
      return RawDocument.unreadable(where, e.getMessage());
    }
  }

  /** {@link ZipFile} leaves checking to its callers. */
  private static void checkSum(ZipEntry entry, byte[] bytes) throws ZipException {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    if (sum.getValue() != entry.getCrc()) {
      throw new ZipException(
          String.format(
              Locale.ROOT, "checksum must be %08x, got %08x", entry.getCrc(), sum.getValue()));
    }
  }

  /** The name of an archive without what it ends with. */
  static String baseName(Path path) {
    return path.getFileName().toString().replaceFirst("(-javadoc)?(\\.tar\\.[^.]*|\\.[^.]*)$", "");
  }
}
