// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * The HTML pages of a tar, which may be compressed; ids, and files of other kinds, as of an {@link
 * ZipSource}. What is damaged ends the source.
 */
record TarSource(Path path, Compression compression, InputRules rules, Consumer<String> notes)
    implements Inputs.Source {
  /** What holds bytes, or other entries; anything else leads elsewhere. */
  private static final Set<Byte> FILES =
      Set.of(
          TarConstants.LF_OLDNORM,
          TarConstants.LF_NORMAL,
          TarConstants.LF_CONTIG,
          TarConstants.LF_GNUTYPE_SPARSE,
          TarConstants.LF_DIR);

  /** Whether a file is one, by its name in lower case. */
  static boolean accepts(String name) {
    return Compression.of(name).strip(name).endsWith(".tar");
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    OtherKinds skipped = OtherKinds.files();
    boolean isEmpty = true;
    Ending end = new Ending(compression.open(path));
    try (TarArchiveInputStream tar = new TarArchiveInputStream(end)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (!entry.isCheckSumOK()) {
          throw new IOException("the checksum of an entry is wrong");
        }
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
      if (!end.isZero) {
        throw new EOFException();
      }
    } catch (IllegalArgumentException e) { // the library's, for numbers that are none
      throw new IOException(e.getMessage(), e);
    } finally {
      skipped.tell(path, notes);
    }
    if (isEmpty) {
      sink.accept(RawDocument.unreadable(path.toString(), PageFile.NO_HTML));
    }
  }

  /** Keeps whether the last bytes that were read are zeros, as at the end of a tar. */
  private static final class Ending extends FilterInputStream {
    private boolean isZero;

    Ending(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      if (count > 0) {
        isZero = true;
        for (int i = offset; i < offset + count; i++) {
          isZero &= bytes[i] == 0;
        }
      }
      return count;
    }
  }
}
