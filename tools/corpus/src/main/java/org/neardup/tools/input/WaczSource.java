// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The pages of the web archives in a WACZ, which is a zip with {@code archive/*.warc.gz}. Each is
 * copied to a temporary file while it is read, as records are looked for in any order. One without
 * any is a failure.
 */
final class WaczSource implements Inputs.Source {
  private final Path path;
  private final InputRules rules;
  private final Consumer<String> notes;

  WaczSource(Path path, InputRules rules, Consumer<String> notes) {
    this.path = path;
    this.rules = rules;
    this.notes = notes;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      boolean isEmpty = true;
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String name = entry.getName().toLowerCase(Locale.ROOT);
        if (name.startsWith("archive/") && RecordFormat.of(name) != null) {
          isEmpty = false;
          read(zip, entry, RecordFormat.of(name), sink);
        }
      }
      if (isEmpty) {
        sink.accept(
            RawDocument.unreadable(path.toString(), "no web archive in it, archive/*.warc.gz"));
      }
    } catch (ZipException e) {
      throw new IOException("not a WACZ, or a damaged one: " + Inputs.reason(e), e);
    }
  }

  private void read(ZipFile zip, ZipEntry entry, RecordFormat format, Inputs.Sink sink)
      throws IOException, InterruptedException {
    String where = path + "!" + entry.getName();
    Path copy = Files.createTempFile("neardup-", ".warc");
    try {
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        sink.accept(RawDocument.unreadable(where, "broken entry: " + Inputs.reason(e)));
      }
      new WarcSource(copy, where, format, rules, notes).read(sink); // as far as it could be copied
    } finally {
      Files.delete(copy);
    }
  }
}
