// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The HTML pages of a .jar or .zip. A document's id is the archive's name without its ending (and
 * without {@code -javadoc}), then {@code /} and the entry's path, so that the same page of two
 * releases is two documents.
 */
final class ArchiveSource implements Source {
  private final Path path;
  private final InputRules rules;

  ArchiveSource(Path path, InputRules rules) {
    this.path = path;
    this.rules = rules;
  }

  @Override
  public void read(Sink sink) throws IOException, InterruptedException {
    try (ZipFile archive = new ZipFile(path.toFile())) {
      for (ZipEntry entry : Collections.list(archive.entries())) {
        if (!entry.isDirectory() && PageFile.isHtml(entry.getName())) {
          sink.accept(read(archive, entry));
        }
      }
    } catch (ZipException e) {
      throw new IOException("not an archive, or a damaged one: " + Inputs.reason(e), e);
    }
  }

  private RawDocument read(ZipFile archive, ZipEntry entry) {
    String where = path + "!" + entry.getName();
    try (InputStream in = archive.getInputStream(entry)) {
      byte[] bytes = Limits.read(in, rules.maxBytes(), entry.getSize());
      checkSum(entry, bytes);
      return PageFile.document(where, baseName() + "/" + entry.getName(), bytes, rules);
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

  private String baseName() {
    return path.getFileName().toString().replaceFirst("(-javadoc)?\\.[^.]*$", "");
  }
}
