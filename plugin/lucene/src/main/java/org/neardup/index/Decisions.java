// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.groups.GroupTable;

/**
 * Takes decisions over a table of groups, one at a time; if one fails halfway the writer closes.
 * Nothing waits in a decision for a document to be written. Thread-safe.
 */
final class Decisions {
  private final GroupTable groups; // guarded by this
  private final FailStopWriter writer;
  private volatile boolean refreshIsDue;

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
}
