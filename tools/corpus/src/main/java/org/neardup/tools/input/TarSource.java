// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * The HTML pages of a tar, which may be compressed; ids, and files of other kinds, as of an {@link
 * ZipSource}. A damaged entry ends the source, and is named by its place. For one thread.
 */
final class TarSource implements Inputs.Source {
  /** What holds bytes, or other entries; anything else leads elsewhere. */
  private static final Set<Byte> FILES =
      Set.of(
          TarConstants.LF_OLDNORM,
          TarConstants.LF_NORMAL,
          TarConstants.LF_CONTIG,
          TarConstants.LF_GNUTYPE_SPARSE,
          TarConstants.LF_DIR);

  private static final int BLOCK_BYTES = TarConstants.DEFAULT_RCDSIZE;

  private static final String MEND =
      "; the rest is not read: 'tar -xf FILE -C FOLDER' goes on at the next entry";

  private final InputFile file;
  private final Path path;
  private final Compression compression;
  private final InputRules rules;
  private final Consumer<String> notes;
  private final OtherKinds skipped = OtherKinds.files();
  private boolean isEmpty = true;

  /**
   * @param notes takes a line on the files that are not read
   */
  TarSource(InputFile file, Compression compression, InputRules rules, Consumer<String> notes) {
    this.file = file;
    this.path = file.path();
    this.compression = compression;
    this.rules = rules;
    this.notes = notes;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (BoundedInputStream in =
        BoundedInputStream.builder()
            .setInputStream(new BufferedInputStream(compression.open(path)))
            .get()) {
      boolean more = true;
      while (more) {
        more = readNext(in, sink);
      }
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      sink.accept(RawDocument.unreadable(path.toString(), PageFile.NO_HTML));
    }
  }

  /** Reads an entry, or the zeros at an end; false at the end of the file, and at damage. */
  private boolean readNext(BoundedInputStream in, Inputs.Sink sink) throws InterruptedException {
    long place = in.getCount();
    try {
      boolean more = skipZeros(in); // archives may have been put together
      if (!more && in.getCount() < place + BLOCK_BYTES) {
        throw new EOFException();
      } else if (!more || in.getCount() > place) {
        return more;
      }
      TarArchiveInputStream tar = new TarArchiveInputStream(in, BLOCK_BYTES); // stays open
      TarArchiveEntry entry = tar.getNextEntry();
      if (entry == null) {
        throw new EOFException();
      } else if (!entry.isCheckSumOK()) {
        throw new IOException("the checksum of its header is wrong");
      }
      read(entry, tar, sink);
      while (tar.skip(Long.MAX_VALUE) > 0) {
        // an entry with holes is skipped in parts
      }
      in.skipNBytes((place - in.getCount()) & (BLOCK_BYTES - 1));
      return true;
    } catch (EOFException | ZipException e) {
      boolean isPlain = compression == Compression.NONE;
      tell(place, isPlain ? Inputs.reason(e) : Compression.damage(path.toString(), e), sink);
    } catch (IOException e) {
      tell(place, Inputs.reason(e) + MEND, sink);
    } catch (StackOverflowError e) { // the library calls itself for each
      tell(place, "it has too many headers", sink);
    }
    return false;
  }

  private void tell(long place, String problem, Inputs.Sink sink) throws InterruptedException {
    isEmpty = false;
    sink.accept(RawDocument.unreadable(path + ":" + place, "damaged entry: " + problem));
  }

  /** Whether more follows than zeros. */
  private static boolean skipZeros(InputStream in) throws IOException {
    int next = 0;
    while (next == 0) {
      in.mark(1);
      next = in.read();
    }
    in.reset();
    return next > 0;
  }

  private void read(TarArchiveEntry entry, TarArchiveInputStream tar, Inputs.Sink sink)
      throws IOException, InterruptedException {
    String name = entry.getName().replaceFirst("^(\\./)+", "");
    if (!FILES.contains(entry.getLinkFlag())) {
      skipped.add("link or device", name);
    } else if (entry.isFile() && PageFile.isHtml(name)) {
      isEmpty = false;
      sink.accept(PageFile.entry(file, name, tar, entry.getSize(), rules));
    } else if (!entry.isDirectory()) {
      skipped.addFile(name);
    }
  }
}
