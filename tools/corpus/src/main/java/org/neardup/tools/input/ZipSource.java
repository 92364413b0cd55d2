// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.CloseShieldInputStream;

/**
 * What is in a zip: the HTML pages of a .jar or .zip; or the pages of the web archives of a WACZ,
 * {@code archive/*.warc.gz}, each of which is copied to a temporary file, as records are looked for
 * in any order. One without any is a failure; files of other kinds are counted and named in a note,
 * as of a {@linkplain FolderSource folder}. A page's id is the archive's name without its ending
 * (and without {@code -javadoc}), then {@code /} and the entry's path, so that the same page of two
 * releases is two documents. What the directory at the end does not lead to is looked for by its
 * own header: from the beginning on, and behind each damage, which is named by its place.
 */
final class ZipSource implements Inputs.Source {
  /** Of damaged entries, so many files' bytes are read again, to find other entries in them. */
  private static final int MOST_READINGS = 2;

  private final Path path;
  private final boolean isWacz;
  private final InputRules rules;
  private final Consumer<String> notes;
  private final OtherKinds skipped = OtherKinds.files();

  /** What the directory does not lead to, by name, with the reason. */
  private final Map<String, String> broken = new LinkedHashMap<>();

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
      if (zip.size() == 0 && Files.size(path) > ZipFile.ENDHDR) {
        throw new ZipException("no entry in its directory");
      }
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try {
          read(entry, () -> zip.getInputStream(entry), sink);
        } catch (EOFException | ZipException e) {
          broken.put(entry.getName(), "broken entry: " + Inputs.reason(e));
        } catch (IOException e) {
          sink.accept(RawDocument.unreadable(where(entry), "cannot be read: " + Inputs.reason(e)));
        }
      }
      if (!broken.isEmpty()) { // as bytes before the directory are missing or doubled, perhaps
        readFromBeginning(broken::containsKey, raw -> {}, sink);
      }
      for (Map.Entry<String, String> entry : broken.entrySet()) {
        sink.accept(RawDocument.unreadable(path + "!" + entry.getKey(), entry.getValue()));
      }
    } catch (EOFException | ZipException e) {
      if (!readFromBeginning(name -> true, sink, sink)) {
        throw new IOException("not an archive, or a damaged one: " + Inputs.reason(e), e);
      }
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      String none = isWacz ? "no web archive in it, archive/*.warc.gz" : PageFile.NO_HTML;
      sink.accept(RawDocument.unreadable(path.toString(), none));
    }
  }

  /**
   * Reads entries without the directory. Behind a damaged one, goes on at the next whole one.
   *
   * @param problems takes each damage that has a whole entry behind it, by its first byte
   * @return whether there was any such damage and no other
   */
  private boolean readFromBeginning(
      Predicate<String> wanted, Inputs.Sink problems, Inputs.Sink sink)
      throws IOException, InterruptedException {
    long spare = MOST_READINGS * Files.size(path); // so that time is in proportion to the file
    long reach = rules.maxBytes() + (long) RewindStream.LEAST_BYTES;
    RawDocument damage = null;
    boolean isTold = false;
    try (RewindStream in = new RewindStream(Files.newInputStream(path), reach)) {
      for (long place = 0; toHeader(in); place = in.place()) {
        long start = in.place();
        if (start > place && damage == null) {
          damage = damage(place, "no header");
        }
        String problem = readLocal(in, wanted, sink);
        if (problem != null) {
          damage = damage == null ? damage(start, problem) : damage;
          spare -= in.place() - start;
          in.moveTo(spare > 0 ? start + 1 : in.place());
        } else if (damage != null) {
          problems.accept(damage);
          isTold = true;
          damage = null;
        }
      }
    }
    return isTold && damage == null;
  }

  private RawDocument damage(long place, String problem) {
    return RawDocument.unreadable(path + ":" + place, "damaged entry: " + problem);
  }

  private static boolean toHeader(RewindStream in) throws IOException {
    int last = 0; // four bytes, the last one highest
    for (int next = in.read(); next >= 0; next = in.read()) {
      last = last >>> Byte.SIZE | next << (Integer.SIZE - Byte.SIZE);
      if (last == ZipFile.LOCSIG) {
        in.moveTo(in.place() - Integer.BYTES);
        in.mark();
        return true;
      }
    }
    return false;
  }

  /** Moves behind the entry whose header is here; what is wrong with it, or null. */
  private String readLocal(RewindStream in, Predicate<String> wanted, Inputs.Sink sink)
      throws IOException, InterruptedException {
    try (LocalEntry zip = new LocalEntry(in)) {
      ZipEntry entry = zip.getNextEntry();
      if (entry == null) {
        throw new EOFException();
      }
      if (wanted.test(entry.getName())) {
        read(entry, () -> CloseShieldInputStream.wrap(zip), sink);
        broken.remove(entry.getName());
      }
      zip.closeEntry(); // which looks at the checksum
      in.moveTo(in.place() - zip.readBeyond());
      return null;
    } catch (EOFException | ZipException e) {
      return Inputs.reason(e);
    } catch (IllegalArgumentException e) { // the library's, for names and fields that are none
      return e.getMessage();
    }
  }

  /** An entry that is read as a stream, by its own header alone. */
  private static final class LocalEntry extends ZipInputStream {
    LocalEntry(RewindStream in) {
      super(CloseShieldInputStream.wrap(in), UTF_8);
    }

    /** How many bytes behind the entry were read: they are pushed back, and the rest says 0. */
    int readBeyond() throws IOException {
      return in.available();
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

  /** Of a directory's entries, the library leaves checking to its callers. */
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
        if (Files.size(copy) == 0) {
          throw e;
        }
        sink.accept(RawDocument.unreadable(where, "broken entry: " + Inputs.reason(e)));
      }
      CapturedPages pages = new CapturedPages(where, rules, notes);
      new WarcSource(copy, format, pages).read(sink); // as far as it could be copied
    } finally {
      Files.delete(copy);
    }
  }
}
