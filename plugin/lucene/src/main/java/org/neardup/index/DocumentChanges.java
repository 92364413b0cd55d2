// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Changes single documents: decides under the lock of the table of groups, and writes outside it.
 * Safe for threads, as long as no two change the document of one id at once.
 */
final class DocumentChanges {
  private final CollapseConfig config;
  private final GroupTable groups;
  private final IndexWrites writes;
  private final CollapseListener listener;
  private final OutcomeCounter outcomes = new OutcomeCounter();
  private final LongAdder deleted = new LongAdder();

  DocumentChanges(
      CollapseConfig config, GroupTable groups, IndexWrites writes, CollapseListener listener) {
    this.config = config;
    this.groups = groups;
    this.writes = writes;
    this.listener = listener;
  }

  OutcomeCounter outcomes() {
    return outcomes;
  }

  /** Documents that were removed. */
  long deleted() {
    return deleted.sum();
  }

  /** Adds a document, or replaces the one that has its id. */
  Outcome place(Prepared prepared) throws IOException {
    GroupTable.Placement placement;
    synchronized (groups) {
      placement = groups.place(prepared);
    }
    Outcome outcome = outcome(placement);
    try {
      write(prepared, placement, outcome);
    } catch (Throwable t) {
      withdraw(placement, t);
      throw t;
    }
    synchronized (groups) {
      groups.written(placement);
    }
    outcomes.count(outcome);
    listener.arrived(prepared.id(), outcome);
    return outcome;
  }

  private void withdraw(GroupTable.Placement placement, Throwable cause) {
    try {
      synchronized (groups) {
        groups.withdraw(placement);
      }
    } catch (Throwable t) {
      cause.addSuppressed(t); // such as a writer that the cause closed
    }
  }

  private Outcome outcome(GroupTable.Placement placement) {
    boolean replaced = placement.old() != null;
    Match behind = placement.behind();
    if (behind != null) {
      String representative = behind.representative().id;
      return switch (config.variants()) {
        case HIDE -> new Outcome.Hidden(representative, behind.similarity(), replaced);
        case DROP -> new Outcome.Dropped(representative, behind.similarity(), replaced);
        case REPORT -> new Outcome.Reported(representative, behind.similarity(), replaced);
      };
    }
    if (placement.displaced().isEmpty()) {
      return new Outcome.Visible(replaced);
    }
    return new Outcome.TookOver(
        placement.displaced().stream().map(match -> match.representative().id).toList(),
        placement.displaced().getFirst().similarity(),
        replaced);
  }

  private void write(Prepared prepared, GroupTable.Placement placement, Outcome outcome)
      throws IOException {
    if (!(outcome instanceof Outcome.Dropped)) {
      writes.write(prepared.document(), placement);
    } else if (placement.old() != null) {
      writes.delete(placement.old());
    }
  }

  /** Removes the document with an id; false if there is none. */
  boolean remove(String id) throws IOException {
    synchronized (groups) {
      Entry entry = groups.find(id);
      if (entry == null) {
        return false;
      }
      writes.delete(entry);
      groups.remove(entry);
    }
    deleted.increment();
    return true;
  }
}
