// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * The HTML pages of a tar, which may be compressed; ids, and files of other kinds, as of an {@link
 * ZipSource}. Behind a damaged entry, which is named by its place, reading goes on at the next
 * header whose checksum is right. For one thread.
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

  /** In headers of all but the oldest form. */
  private static final String MAGIC = "ustar";

  private final Path path;
  private final Compression compression;
  private final InputRules rules;
  private final Consumer<String> notes;
  private final OtherKinds skipped = OtherKinds.files();
  private boolean isEmpty = true;

  /**
   * @param notes takes a line on the files that are not read
   */
  TarSource(Path path, Compression compression, InputRules rules, Consumer<String> notes) {
    this.path = path;
    this.compression = compression;
    this.rules = rules;
    this.notes = notes;
  }

  /** Whether a file is one, by its name in lower case. */
  static boolean accepts(String name) {
    return Compression.of(name).strip(name).endsWith(".tar");
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (RewindStream in = new RewindStream(compression.open(path), 0)) {
      read(in, sink);
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      sink.accept(RawDocument.unreadable(path.toString(), PageFile.NO_HTML));
    }
  }

  private void read(RewindStream in, Inputs.Sink sink) throws IOException, InterruptedException {
    boolean isTold = false;
    boolean more = true;
    while (more) {
      long place = in.place();
      boolean isSound = toHeader(in);
      more = in.has(BLOCK_BYTES);
      if (!isSound && !isTold) {
        tell(place, more ? "the next one is at byte " + in.place() : "none follows", sink);
      }
      isTold = more && !readEntry(in, sink);
    }
  }

  private void tell(long place, String problem, Inputs.Sink sink) throws InterruptedException {
    isEmpty = false;
    sink.accept(RawDocument.unreadable(path + ":" + place, "damaged entry: " + problem));
  }

  /**
   * Moves to the next header, or to the end; whether there are only zeros before it, of which some
   * are at the end. It may be before this place, where bytes were cut out.
   */
  private static boolean toHeader(RewindStream in) throws IOException {
    long place = in.place();
    if (isHeader(in, place)) {
      return true;
    }
    in.moveTo(place - BLOCK_BYTES + 1); // where no entry was found
    boolean isZero = true;
    int next = 0;
    while (next >= 0 && !isHeader(in, place)) {
      next = in.read();
      isZero &= next <= 0 || in.place() <= place;
    }
    return isZero && in.place() > place;
  }

  /** Whether one is here: away from where blocks should begin, only if it has the magic. */
  private static boolean isHeader(RewindStream in, long blocks) throws IOException {
    boolean isPossible = in.has(BLOCK_BYTES);
    boolean isBlock = (in.place() - blocks) % BLOCK_BYTES == 0;
    for (int i = 0; isPossible && !isBlock && i < MAGIC.length(); i++) {
      isPossible = in.peek(TarConstants.MAGIC_OFFSET + i) == MAGIC.charAt(i);
    }
    if (!isPossible) {
      return false;
    }
    byte[] block = in.readNBytes(BLOCK_BYTES);
    in.moveTo(in.place() - BLOCK_BYTES);
    try {
      // Without digits, the library takes it for 0.
      return block[TarConstants.CHKSUM_OFFSET] != 0 && TarUtils.verifyCheckSum(block);
    } catch (IllegalArgumentException e) { // the library's, for numbers that are none
      return false;
    }
  }

  /** Moves behind the entry that begins here; false if it is damaged, which was told then. */
  private boolean readEntry(RewindStream in, Inputs.Sink sink)
      throws IOException, InterruptedException {
    long start = in.place();
    try {
      // At an end of the archive, it reads to that of a block.
      TarArchiveInputStream tar = new TarArchiveInputStream(in, BLOCK_BYTES);
      TarArchiveEntry entry = tar.getNextEntry();
      if (entry == null || !entry.isCheckSumOK()) {
        throw new IOException("the checksum of a header is wrong");
      }
      read(entry, tar, sink);
      while (tar.skip(Long.MAX_VALUE) > 0) {
        // an entry with holes is skipped in parts
      }
      in.skipNBytes((start - in.place()) & (BLOCK_BYTES - 1));
      return true;
    } catch (EOFException | ZipException e) {
      throw e; // of the stream, which ends
    } catch (IOException | IllegalArgumentException e) {
      tell(start, e.getMessage(), sink);
    } catch (StackOverflowError e) { // the library calls itself for each
      tell(start, "it has too many headers", sink);
    }
    return false;
  }

  private void read(TarArchiveEntry entry, TarArchiveInputStream tar, Inputs.Sink sink)
      throws IOException, InterruptedException {
    String name = entry.getName().replaceFirst("^(\\./)+", "");
    if (!FILES.contains(entry.getLinkFlag())) {
      skipped.add("link or device", name);
    } else if (entry.isFile() && PageFile.isHtml(name)) {
      isEmpty = false;
      sink.accept(PageFile.entry(path, name, tar, entry.getSize(), rules));
    } else if (!entry.isDirectory()) {
      skipped.addFile(name);
    }
  }
}
