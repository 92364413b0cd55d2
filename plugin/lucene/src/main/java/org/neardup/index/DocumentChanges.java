// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Changes single documents: decides under the lock of the table of groups, and writes outside it.
 * Safe for threads, as long as no two change the document of one id at once.
 */
final class DocumentChanges {
  private final CollapseConfig config;
  private final Decisions decisions;
  private final GroupTable groups;
  private final IndexWrites writes;
  private final CollapseListener listener;
  private final Admission admission;
  private final OutcomeCounter outcomes = new OutcomeCounter();
  private final LongAdder deleted = new LongAdder();

  DocumentChanges(
      CollapseConfig config,
      Decisions decisions,
      GroupTable groups,
      IndexWrites writes,
      CollapseListener listener) {
    this.config = config;
    this.decisions = decisions;
    this.groups = groups;
    this.writes = writes;
    this.listener = listener;
    admission = new Admission(writes, decisions);
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
    if (config.variants() == Variants.DROP) {
      admission.check(prepared.document());
    }
    GroupTable.Placement placement = decisions.take(() -> groups.place(prepared));
    OneDocument document = new OneDocument(() -> writes.fields(prepared.document(), placement));
    try {
      write(document, placement);
    } catch (Throwable t) {
      writeFailed(document, placement, t);
      throw t;
    }
    return arrived(placement);
  }

  private Outcome arrived(GroupTable.Placement placement) throws IOException {
    if (!placement.finish()) {
      decisions.take(
          () -> {
            groups.written(placement);
            return null;
          });
    }
    Outcome outcome = outcome(placement);
    outcomes.count(outcome);
    listener.arrived(placement.entry().id, outcome);
    return outcome;
  }

  /** What failed may have come after the document was written, such as a merge that is due then. */
  private void writeFailed(OneDocument document, GroupTable.Placement placement, Throwable cause) {
    try {
      if (document.isIndexed()) {
        arrived(placement);
      } else {
        withdraw(placement);
      }
    } catch (Throwable t) {
      cause.addSuppressed(t); // such as a writer that the cause closed
    }
  }

  private void withdraw(GroupTable.Placement placement) throws IOException {
    decisions.take(
        () -> {
          groups.withdraw(placement);
          return null;
        });
  }

  private Outcome outcome(GroupTable.Placement placement) {
    boolean replaced = !placement.replaced().isEmpty();
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

  private void write(OneDocument document, GroupTable.Placement placement) throws IOException {
    if (!placement.dropped()) {
      writes.write(document, placement);
    } else if (!placement.replaced().isEmpty()) {
      decisions.orClose(
          () -> {
            writes.delete(placement.entry()); // no telling how far it got if it fails
            return null;
          });
    }
  }

  /** Removes the document with an id; returns whether there was one. */
  boolean remove(String id) throws IOException {
    return decisions.take(
        () -> {
          List<Entry> found = groups.find(id);
          if (!found.isEmpty()) {
            writes.delete(found.getFirst()); // by the id, and so all
            groups.remove(found);
            deleted.add(found.size());
          }
          return !found.isEmpty();
        });
  }
}
