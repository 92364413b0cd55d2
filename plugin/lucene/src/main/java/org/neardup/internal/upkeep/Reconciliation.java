// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.index.Preference;
import org.neardup.index.ReconcileReport;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.groups.DuplicateFinder;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.groups.IndexSnapshot;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.groups.LiveDocuments;
import org.neardup.internal.record.RecordWriter;

/**
 * Decides again on all documents of an index, or on new ones and those that they displace, from the
 * stored sketches. Preferred documents come first, so that each decision is final.
 *
 * <p>Uses about 200 bytes of memory per document, and 500 per visible document. For one thread,
 * with no concurrent writes.
 */
public final class Reconciliation {
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
  public record Place(long group, boolean hidden) {
    private static Place of(LiveDocument document) {
      return new Place(document.group(), document.isHidden());
    }
  }

  private final GroupTable groups;
  private final LiveDocuments documents;
  private final IndexSnapshot snapshot;
  private final DuplicateFinder finder;
  private final Plan plan;
  private final RecordWriter records;
  private final Set<Long> takenGroups = new HashSet<>();
  private final Set<Long> keptGroups = new HashSet<>(); // whose representative stays visible
  private final Map<Long, LiveDocument> visibleByOrder =
      new HashMap<>(); // documents in missed pairs
  private int visible;
  private int hidden;

  /** Takes a group table with nothing pending; refresh it after {@link #run}. */
  public Reconciliation(GroupTable groups, Plan plan, RecordWriter records) {
    this.groups = groups;
    this.plan = plan;
    this.records = records;
    documents = groups.documents();
    snapshot = documents.snapshot();
    finder = groups.finder();
  }

  public ReconcileReport run() throws IOException {
    List<LiveDocument> all = readAll();
    all.sort(groups.preference().reversed());
    documents.hideAll();
    for (int i = 0; i < all.size(); i++) {
      LiveDocument document = all.set(i, null); // the snapshot keeps those that become visible
      if (staysHidden(document)) {
        hidden++;
      } else {
        byte[] sketch = snapshot.read(document.doc).value;
        settle(document.with(document.order, sketch, document.rank));
      }
    }
    return new ReconcileReport(visible, hidden, plan.moved.size());
  }

  /** Reads documents without their sketches, which are read again one by one. */
  private List<LiveDocument> readAll() throws IOException {
    List<Integer> docs = snapshot.live();
    List<LiveDocument> all = new ArrayList<>(docs.size());
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : docs) {
      LiveDocument document = snapshot.read(doc);
      byte[] rank = rank(document);
      long order = take(takenOrders, document.order);
      LiveDocument light = document.with(order, null, rank);
      if (light.order != document.order || !Arrays.equals(rank, document.rank)) {
        records.updateRank(light.id, light.order, light.rank);
      }
      all.add(light);
    }
    return all;
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

  private boolean stoodBefore(LiveDocument document) {
    return document.order < plan.settledBelow && !document.isIndexedHidden();
  }

  private void settle(LiveDocument document) throws IOException {
    Place before = Place.of(document);
    Place now = decide(document);
    documents.moveAgain(document, now.group, now.hidden, plan.drops && now.hidden);
    if (!document.isIndexedAsPlaced()
        && plan.moved.computeIfAbsent(document.order, any -> before).equals(now)) {
      plan.moved.remove(document.order); // a later run took it back
    }
  }

  private Place decide(LiveDocument document) throws IOException {
    Match behind = best(document);
    if (behind != null) {
      hidden++;
      return new Place(behind.representative().group(), true);
    }
    long group = take(takenGroups, document.group());
    if (group == document.group() && !document.isHidden()) {
      keptGroups.add(group);
    }
    if (!plan.missed.partners(document).isEmpty()) {
      visibleByOrder.put(document.order, document);
    }
    visible++;
    return new Place(group, false);
  }

  /** The match that hides a document, or null. */
  private Match best(LiveDocument document) throws IOException {
    Match best = firstMatch(document);
    for (long order : plan.missed.partners(document)) {
      LiveDocument partner = visibleByOrder.get(order);
      if (partner != null) {
        RuleDecision decision = finder.comparer().decision(document, partner);
        if (decision.isNear()
            && (best == null
                || decision.resemblance().decisive() > best.resemblance().decisive())) {
          best = new Match(partner, decision.resemblance());
        }
      }
    }
    return best;
  }

  /** The first match; settled visible documents do not match each other. */
  private Match firstMatch(LiveDocument document) throws IOException {
    DuplicateFinder.Search search = finder.search(document);
    Match match = search.next();
    while (match != null && stoodBefore(document) && stoodBefore(match.representative())) {
      match = search.next();
    }
    return match;
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
