// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.compare.Verdict;
import org.neardup.index.Preference;
import org.neardup.index.Ranker;
import org.neardup.index.Reconciled;
import org.neardup.index.groups.DuplicateFinder;
import org.neardup.index.groups.DuplicateFinder.Match;
import org.neardup.index.groups.GroupTable;
import org.neardup.index.groups.IndexSnapshot;
import org.neardup.index.groups.LiveDocument;
import org.neardup.record.RecordWriter;

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
    private static Place of(LiveDocument entry) {
      return new Place(entry.group, entry.hidden);
    }
  }

  private final GroupTable groups;
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
    snapshot = groups.documents().snapshot();
    finder = groups.finder();
  }

  public Reconciled run() throws IOException {
    List<LiveDocument> all = readAll();
    all.sort(groups.preference().reversed());
    snapshot.hideAll();
    for (int i = 0; i < all.size(); i++) {
      LiveDocument entry = all.set(i, null); // the snapshot keeps those that become visible
      if (staysHidden(entry)) {
        hidden++;
      } else {
        settle(entry.withSketch(snapshot.read(entry.doc).value));
      }
    }
    return new Reconciled(visible, hidden, plan.moved.size());
  }

  /** Reads documents without their sketches, which are read again one by one. */
  private List<LiveDocument> readAll() throws IOException {
    List<Integer> docs = snapshot.live();
    List<LiveDocument> all = new ArrayList<>(docs.size());
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : docs) {
      LiveDocument entry = snapshot.read(doc);
      byte[] rank = rank(entry);
      long order = take(takenOrders, entry.order);
      LiveDocument light = entry.withSketch(null).with(order, rank);
      if (light.order != entry.order || !Arrays.equals(rank, entry.rank)) {
        records.updateRank(light.id, light.order, light.rank);
      }
      all.add(light);
    }
    return all;
  }

  private byte[] rank(LiveDocument entry) throws IOException {
    return plan.ranker == null
        ? entry.rank
        : plan.ranker.rank(
            snapshot.storedFields(entry, plan.ranker.fields()), entry.elementCount());
  }

  private boolean staysHidden(LiveDocument entry) {
    return plan.settledBelow >= 0 && entry.hidden && keptGroups.contains(entry.group);
  }

  private boolean stoodBefore(LiveDocument entry) {
    return entry.order < plan.settledBelow && !entry.indexedHidden;
  }

  private void settle(LiveDocument entry) throws IOException {
    Place before = Place.of(entry);
    Match behind = best(entry);
    if (behind != null) {
      entry.place(behind.representative().group, true);
      hidden++;
    } else {
      long group = take(takenGroups, entry.group);
      if (group == entry.group && !entry.hidden) {
        keptGroups.add(group);
      }
      entry.place(group, false);
      snapshot.file(entry);
      if (!plan.missed.partners(entry).isEmpty()) {
        visibleByOrder.put(entry.order, entry);
      }
      visible++;
    }
    if (!entry.isIndexedAsPlaced()
        && plan.moved.computeIfAbsent(entry.order, any -> before).equals(Place.of(entry))) {
      plan.moved.remove(entry.order); // a later run took it back
    }
    if (plan.drops && entry.hidden) {
      records.delete(entry.id);
    } else if (!entry.isIndexedAsPlaced()) {
      records.updatePlace(entry.id, entry.group, entry.hidden);
    }
  }

  /** The match that hides a document, or null. */
  private Match best(LiveDocument entry) throws IOException {
    Match best = firstMatch(entry);
    for (long order : plan.missed.partners(entry)) {
      LiveDocument partner = visibleByOrder.get(order);
      if (partner != null) {
        Verdict verdict = finder.comparer().verdict(entry, partner);
        if (verdict.isNear()
            && (best == null || verdict.resemblance().decisive() > best.resemblance().decisive())) {
          best = new Match(partner, verdict.resemblance());
        }
      }
    }
    return best;
  }

  /** The first match; settled visible documents do not match each other. */
  private Match firstMatch(LiveDocument entry) throws IOException {
    DuplicateFinder.Search search = finder.search(entry);
    Match match = search.next();
    while (match != null && stoodBefore(entry) && stoodBefore(match.representative())) {
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
