// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;

/**
 * The reader as of the last refresh, over which decisions are taken. Called through {@link
 * WriterGuard#alone} only.
 */
final class LatestReader implements Closeable {
  private final IndexWriter writer;
  private final WriterGuard guard;
  private DirectoryReader reader;

  LatestReader(IndexWriter writer, WriterGuard guard) {
    this.writer = writer;
    this.guard = guard;
  }

  void open() throws IOException {
    reader = guard.orClose(() -> DirectoryReader.open(writer));
    show(reader, false);
  }

  DirectoryReader get() {
    return reader;
  }

  /** Brings the reader, and the table of groups, up to all that was written. */
  void refresh() throws IOException {
    DirectoryReader newer = guard.orClose(() -> DirectoryReader.openIfChanged(reader, writer));
    if (newer != null) {
      DirectoryReader unused = newer; // until all is well
      try {
        show(newer, true);
        unused = reader;
        reader = newer;
      } finally {
        unused.close();
      }
    }
  }

  /** Refreshes, and has the table of groups forget whatever it knows beyond the reader. */
  void reload() throws IOException {
    refresh();
    show(reader, false);
  }

  /** Shows all that was decided; or also what was changed otherwise. */
  private void show(DirectoryReader shown, boolean isDecided) throws IOException {
    guard.apply(groups -> groups.refreshed(shown, isDecided));
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
