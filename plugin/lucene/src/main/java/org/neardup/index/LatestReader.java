// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.internal.groups.GroupTable;

/** The reader of the last refresh, on which decisions are based. To be called alone. */
final class LatestReader implements Closeable {
  private final FailStopWriter writer;
  private final Decisions decisions;
  private DirectoryReader reader;

  LatestReader(FailStopWriter writer, Decisions decisions) {
    this.writer = writer;
    this.decisions = decisions;
  }

  void open() throws IOException {
    reader = writer.orClose(() -> DirectoryReader.open(writer));
    show(reader, false);
  }

  DirectoryReader get() {
    return reader;
  }

  /** Shows all changes to the reader and the group table. */
  void refresh() throws IOException {
    DirectoryReader newer = writer.orClose(() -> DirectoryReader.openIfChanged(reader, writer));
    if (newer != null) {
      DirectoryReader unused = newer; // closed below, whichever it is
      try {
        show(newer, true);
        unused = reader;
        reader = newer;
      } finally {
        unused.close();
      }
    }
  }

  /** Refreshes, and has the group table settle which documents are contained in others. */
  void updateContainment() throws IOException {
    refresh();
    decisions.apply(GroupTable::settleContained);
  }

  /** Refreshes, and resets the group table to the state of the reader. */
  void reload() throws IOException {
    refresh();
    show(reader, false);
  }

  /** Shows the group table a reader; {@code isDecided} if it decided on all changes itself. */
  private void show(DirectoryReader shown, boolean isDecided) throws IOException {
    decisions.apply(groups -> groups.refreshed(shown, isDecided));
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
