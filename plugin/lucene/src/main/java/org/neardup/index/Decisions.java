// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.groups.GroupTable;

/**
 * Takes decisions over a table of groups, one at a time, and shows it the reader of each refresh;
 * if one fails halfway the writer closes. Nothing waits in a decision for a document to be written.
 * Decisions are safe for threads; whatever opens, gives or closes the reader is to be called alone.
 */
final class Decisions implements Closeable {
  private final GroupTable groups; // guarded by this
  private final FailStopWriter writer;
  private volatile boolean refreshIsDue;
  private DirectoryReader reader; // of the last refresh; null before the first

  /** Decides over a table that nobody else refers to. */
  Decisions(GroupTable groups, FailStopWriter writer) {
    this.groups = groups;
    this.writer = writer;
  }

  /** Whether so much is in memory that a refresh is due. */
  boolean refreshIsDue() {
    return refreshIsDue;
  }

  /** Takes a decision, and returns what came of it. */
  synchronized <T> T decide(IOFunction<GroupTable, T> decision) throws IOException {
    T decided = writer.orClose(() -> decision.apply(groups));
    refreshIsDue = groups.refreshIsDue();
    return decided;
  }

  /** As {@link #decide}, without a result. */
  void apply(IOConsumer<GroupTable> decision) throws IOException {
    decide(
        table -> {
          decision.accept(table);
          return null;
        });
  }

  /** Reads something that is in memory. */
  synchronized <T> T read(Function<GroupTable, T> question) {
    return question.apply(groups);
  }

  /** Opens the first reader. */
  void open() throws IOException {
    reader = writer.orClose(() -> DirectoryReader.open(writer));
    show(reader, false);
  }

  /** The reader of the last refresh. */
  DirectoryReader reader() {
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
    apply(GroupTable::settleContained);
  }

  /** Refreshes, and resets the group table to the state of the reader. */
  void reload() throws IOException {
    refresh();
    show(reader, false);
  }

  /** Shows the group table a reader; {@code isDecided} if it decided on all changes itself. */
  private void show(DirectoryReader shown, boolean isDecided) throws IOException {
    apply(table -> table.refreshed(shown, isDecided));
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
