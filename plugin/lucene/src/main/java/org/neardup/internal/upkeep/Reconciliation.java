// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.neardup.index.Preference;
import org.neardup.index.ReconcileReport;
import org.neardup.internal.groups.DuplicateFinder;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.groups.IndexSnapshot;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.groups.LiveDocuments.Steps;
import org.neardup.internal.record.RecordWriter;

/**
 * Decides again on all documents of an index, or on new ones and those that they displace, from the
 * stored sketches. Preferred documents come first, so that each decision is final.
 *
 * <p>Uses about 200 bytes of memory per document, and 500 per visible document. For one thread,
 * with no concurrent writes.
 */
public final class Reconciliation implements Steps {
  /**
   * What to do.
   *
   * @param settledBelow documents with smaller order numbers keep their places, unless a newer
   *     document is preferred to them or to their representative; newer ones stay hidden if their
   *     representative stays visible. -1 decides on all documents
   * @param ranker computes new ranks; null to keep the stored ones
   * @param missed known near-duplicates that share no band
   * @param drops whether to delete documents instead of hiding them
   * @param moved by order number, where documents were before the first run of this plan that are
   *     elsewhere after the latest one
   */
  public record Plan(
      long settledBelow, Ranker ranker, MissedPairs missed, boolean drops, Map<Long, Place> moved) {
    public static Plan ofAll(boolean drops) {
      return new Plan(-1, null, new MissedPairs(), drops, new HashMap<>());
    }

    public Plan settledBelow(long newNumber) {
      return new Plan(newNumber, ranker, missed, drops, moved);
    }

    public Plan rankedBy(Preference preference) {
      return new Plan(settledBelow, new Ranker(preference), missed, drops, moved);
    }

    public Plan withMissed(MissedPairs pairs) {
      return new Plan(settledBelow, ranker, pairs, drops, moved);
    }
  }

  /** Where a document is. */
  public record Place(long group, boolean hidden) {}

  private final GroupTable groups;
  private final IndexSnapshot snapshot;
  private final DuplicateFinder finder;
  private final Plan plan;
  private final RecordWriter records;
  private final Set<Long> takenGroups = new HashSet<>();
  private final Set<Long> keptGroups = new HashSet<>(); // whose representative stays visible
  private final Map<Long, LiveDocument> visibleByOrder =
      new HashMap<>(); // documents in missed pairs
  private final List<LiveDocument> all = new ArrayList<>(); // the preferred first
  private int decided; // of these
  private int visible;
  private int hidden;

  /** Takes a group table with nothing pending; refresh it after {@link #run}. */
  public Reconciliation(GroupTable groups, Plan plan, RecordWriter records) {
    this.groups = groups;
    this.plan = plan;
    this.records = records;
    snapshot = groups.documents().snapshot();
    finder = groups.finder();
  }

  public ReconcileReport run() throws IOException {
    readAll();
    all.sort(groups.preference().reversed());
    groups.decideAgain(this, plan.drops);
    return new ReconcileReport(visible, hidden, plan.moved.size());
  }

  @Override
  public List<Change> next() throws IOException {
    while (decided < all.size()) {
      LiveDocument document = all.set(decided++, null); // what becomes visible is kept elsewhere
      if (!staysHidden(document)) {
        byte[] sketch = snapshot.read(document.doc).value;
        return List.of(decide(document.with(document.order, sketch, document.rank)));
      }
      hidden++;
    }
    return List.of();
  }

  /** Reads documents without their sketches, which are read again one by one. */
  private void readAll() throws IOException {
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : snapshot.live()) {
      LiveDocument document = snapshot.read(doc);
      byte[] rank = rank(document);
      LiveDocument light = document.with(take(takenOrders, document.order), null, rank);
      if (light.order != document.order || !Arrays.equals(rank, document.rank)) {
        records.updateRank(light.id, light.order, light.rank);
      }
      all.add(light);
    }
  }

  private byte[] rank(LiveDocument document) throws IOException {
    return plan.ranker == null
        ? document.rank
        : plan.ranker.rank(
            snapshot.storedFields(document, plan.ranker.fields()), document.elementCount());
  }

  private boolean staysHidden(LiveDocument document) {
    return plan.settledBelow >= 0 && document.isHidden() && keptGroups.contains(document.group());
  }

  private Move decide(LiveDocument document) throws IOException {
    LiveDocument behind =
        finder
            .decide(document, missedBy(document), visible -> areSettled(document, visible))
            .representative();
    long group = behind == null ? take(takenGroups, document.group()) : behind.group();
    if (behind == null) {
      noteVisible(document, group);
      visible++;
    } else {
      hidden++;
    }
    noteMove(document, new Place(group, behind != null));
    return new Move(document, group, behind, false);
  }

  private void noteVisible(LiveDocument document, long group) {
    if (group == document.group() && !document.isHidden()) {
      keptGroups.add(group);
    }
    if (!plan.missed.partners(document).isEmpty()) {
      visibleByOrder.put(document.order, document);
    }
  }

  private void noteMove(LiveDocument document, Place now) {
    Place before = new Place(document.group(), document.isHidden());
    if (!before.equals(now)
        && plan.moved.computeIfAbsent(document.order, any -> before).equals(now)) {
      plan.moved.remove(document.order); // a later run took it back
    }
  }

  /** The visible documents known to be its near-duplicates, which no band tells of. */
  private List<LiveDocument> missedBy(LiveDocument document) {
    return plan.missed.partners(document).stream()
        .map(visibleByOrder::get)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Whether both were visible before, and are no new ones: such do not match each other. */
  private boolean areSettled(LiveDocument document, LiveDocument representative) {
    return Math.max(document.order, representative.order) < plan.settledBelow
        && !document.isHidden()
        && keptGroups.contains(representative.group());
  }

  /** Takes a number, or assigns a new one if it is taken, as in combined indexes, or invalid. */
  private long take(Set<Long> taken, long number) {
    if (LiveDocument.mayBeGiven(number) && taken.add(number)) {
      return number;
    }
    long newNumber = groups.giveNumber();
    taken.add(newNumber);
    return newNumber;
  }
}
