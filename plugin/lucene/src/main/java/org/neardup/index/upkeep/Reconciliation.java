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
import org.neardup.index.groups.Entry;
import org.neardup.index.groups.GroupTable;
import org.neardup.index.groups.IndexSnapshot;
import org.neardup.index.groups.Match;
import org.neardup.record.RecordWriter;

/**
 * Decides on every document of an index anew, or on newer ones and what they move, from the stored
 * sketches: the preferred first, so that each is hidden behind a visible one, or becomes visible,
 * once and for all.
 *
 * <p>Keeps about 200 bytes a document in memory, and 500 a visible one. For one thread, while
 * nothing else writes.
 */
public final class Reconciliation {
  /**
   * What to do.
   *
   * @param settledBelow documents with smaller order numbers keep their places, unless newer ones
   *     are preferred to them or to what they are hidden behind; newer ones stay hidden behind what
   *     stays visible. 0: all are decided on from scratch
   * @param ranker makes ranks again; null to keep those that documents have
   * @param missed near-duplicates that share no band
   * @param drops whether to delete what would be hidden
   */
  public record Plan(long settledBelow, Ranker ranker, MissedPairs missed, boolean drops) {
    /** Decides on all documents from scratch. */
    public static Plan ofAll(boolean drops) {
      return new Plan(0, null, new MissedPairs(), drops);
    }

    public Plan settledBelow(long newNumber) {
      return new Plan(newNumber, ranker, missed, drops);
    }

    public Plan rankedBy(Preference preference) {
      return new Plan(settledBelow, new Ranker(preference), missed, drops);
    }

    public Plan withMissed(MissedPairs pairs) {
      return new Plan(settledBelow, ranker, pairs, drops);
    }
  }

  private final GroupTable groups;
  private final IndexSnapshot snapshot;
  private final DuplicateFinder finder;
  private final Plan plan;
  private final RecordWriter records;
  private final Set<Long> takenGroups = new HashSet<>();
  private final Set<Long> keptGroups = new HashSet<>(); // by what was visible in them before
  private final Map<Long, Entry> visibleByOrder = new HashMap<>(); // of those in missed pairs
  private int visible;
  private int hidden;
  private int changed;

  /** Over a table with nothing pending, which has to be refreshed afterwards. */
  public Reconciliation(GroupTable groups, Plan plan, RecordWriter records) {
    this.groups = groups;
    this.plan = plan;
    this.records = records;
    snapshot = groups.documents().snapshot();
    finder = groups.finder();
  }

  public Reconciled run() throws IOException {
    List<Entry> all = readAll();
    all.sort(groups.preference().reversed());
    snapshot.hideAll();
    for (int i = 0; i < all.size(); i++) {
      Entry entry = all.set(i, null); // the snapshot remembers those that become visible
      if (staysHidden(entry)) {
        hidden++;
      } else {
        settle(entry.withSketch(snapshot.read(entry.doc).value));
      }
    }
    return new Reconciled(visible, hidden, changed);
  }

  /** All that sorting needs; sketches are read again when their turn comes. */
  private List<Entry> readAll() throws IOException {
    List<Integer> docs = snapshot.live();
    List<Entry> all = new ArrayList<>(docs.size());
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : docs) {
      Entry entry = snapshot.read(doc);
      byte[] rank = rank(entry);
      long order = take(takenOrders, entry.order);
      Entry light = entry.withSketch(null).with(order, rank);
      if (light.order != entry.order || !Arrays.equals(rank, entry.rank)) {
        records.updateRank(light.id, light.order, light.rank);
      }
      all.add(light);
    }
    return all;
  }

  private byte[] rank(Entry entry) throws IOException {
    return plan.ranker == null
        ? entry.rank
        : plan.ranker.rank(
            snapshot.storedFields(entry, plan.ranker.fields()), entry.elementCount());
  }

  private boolean staysHidden(Entry entry) {
    return plan.settledBelow > 0 && entry.hidden && keptGroups.contains(entry.group);
  }

  private boolean stoodBefore(Entry entry) {
    return entry.order < plan.settledBelow && !entry.indexedHidden;
  }

  private void settle(Entry entry) throws IOException {
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
      snapshot.adopt(entry);
      if (!plan.missed.partners(entry).isEmpty()) {
        visibleByOrder.put(entry.order, entry);
      }
      visible++;
    }
    if (!entry.isIndexedAsPlaced()) {
      changed++;
    }
    if (plan.drops && entry.hidden) {
      records.delete(entry.id);
    } else if (!entry.isIndexedAsPlaced()) {
      records.updatePlace(entry.id, entry.group, entry.hidden);
    }
  }

  /** What a document is to be hidden behind, or null. */
  private Match best(Entry entry) throws IOException {
    Match best = firstMatch(entry);
    for (long order : plan.missed.partners(entry)) {
      Entry partner = visibleByOrder.get(order);
      if (partner != null) {
        Verdict verdict = finder.comparer().verdict(entry, partner);
        if (verdict.isNear()
            && (best == null || verdict.resemblance().value() > best.resemblance().value())) {
          best = new Match(partner, verdict.resemblance());
        }
      }
    }
    return best;
  }

  /** The likeliest near-duplicate that was not visible beside the document before. */
  private Match firstMatch(Entry entry) throws IOException {
    DuplicateFinder.Search search = finder.search(entry);
    Match match = search.next();
    while (match != null && stoodBefore(entry) && stoodBefore(match.representative())) {
      match = search.next();
    }
    return match;
  }

  /**
   * A number, or a new one if that is taken, as numbers in indexes that were put together may be,
   * or if nobody can have been given it.
   */
  private long take(Set<Long> taken, long number) {
    if (Entry.mayBeGiven(number) && taken.add(number)) {
      return number;
    }
    long newNumber = groups.giveNumber();
    taken.add(newNumber);
    return newNumber;
  }
}
