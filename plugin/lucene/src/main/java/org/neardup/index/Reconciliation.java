// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Decides on every document of an index anew, or on newer ones and what they move, from the stored
 * sketches: the preferred first, so that each is hidden behind a visible one, or becomes visible,
 * once and for all.
 *
 * <p>Keeps about 200 bytes a document in memory, and 500 a visible one. For one thread, while
 * nothing else writes.
 */
final class Reconciliation {
  private final IndexSnapshot view;
  private final IntPredicate isOurs;
  private final long settledBelow;
  private final DuplicateFinder judge;
  private final MissedPairs missed;
  private final Ranker ranker; // null: ranks stay
  private final Comparator<Profile> preference;
  private final IndexWrites writes;
  private final boolean drops;
  private final LongSupplier numbers;
  private final Set<Long> takenGroups = new HashSet<>();
  private final Set<Long> keptGroups = new HashSet<>(); // by what was visible in them before
  private final Map<Long, Entry> visibleByOrder = new HashMap<>(); // of those in missed pairs
  private int visible;
  private int hidden;
  private int changed;

  /**
   * Over the documents of a view, which is of no use for anything else afterwards.
   *
   * @param isOurs tells which documents to decide on
   * @param settledBelow of those, documents with smaller order numbers keep their places, unless
   *     newer ones are preferred to them or to what they are hidden behind; newer ones stay hidden
   *     behind what stays visible. 0: all are decided on anew
   * @param judge over that view
   * @param missed near-duplicates that the judge does not find
   * @param ranker makes ranks anew; null to keep those that documents have
   * @param preference prefers the greater ones
   * @param drops whether to delete what would be hidden
   * @param numbers new numbers for groups and documents
   */
  Reconciliation(
      IndexSnapshot view,
      IntPredicate isOurs,
      long settledBelow,
      DuplicateFinder judge,
      MissedPairs missed,
      Ranker ranker,
      Comparator<Profile> preference,
      IndexWrites writes,
      boolean drops,
      LongSupplier numbers) {
    this.view = view;
    this.isOurs = isOurs;
    this.settledBelow = settledBelow;
    this.judge = judge;
    this.missed = missed;
    this.ranker = ranker;
    this.preference = preference;
    this.writes = writes;
    this.drops = drops;
    this.numbers = numbers;
  }

  Reconciled run() throws IOException {
    List<Entry> all = readAll();
    all.sort(preference.reversed());
    view.hideAll();
    for (int i = 0; i < all.size(); i++) {
      Entry entry = all.set(i, null); // the view remembers those that become visible
      if (staysHidden(entry)) {
        hidden++;
      } else {
        settle(entry.withSketch(view.read(entry.doc).value));
      }
    }
    return new Reconciled(visible, hidden, changed);
  }

  /** All that sorting needs; sketches are read again when their turn comes. */
  private List<Entry> readAll() throws IOException {
    List<Integer> docs = new ArrayList<>();
    view.forEachLive(
        doc -> {
          if (isOurs.test(doc)) {
            docs.add(doc);
          }
        });
    List<Entry> all = new ArrayList<>(docs.size());
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : docs) {
      Entry entry = view.read(doc);
      byte[] rank = rank(entry);
      long order = take(takenOrders, entry.order);
      Entry light = entry.withSketch(null).with(order, rank);
      if (light.order != entry.order || !Arrays.equals(rank, entry.rank)) {
        writes.updateRank(light);
      }
      all.add(light);
    }
    return all;
  }

  private byte[] rank(Entry entry) throws IOException {
    return ranker == null
        ? entry.rank
        : ranker.rank(view.storedFields(entry, ranker.fields()), entry.elementCount());
  }

  private boolean staysHidden(Entry entry) {
    return settledBelow > 0 && entry.hidden && keptGroups.contains(entry.group);
  }

  private boolean stoodBefore(Entry entry) {
    return entry.order < settledBelow && !entry.indexedHidden;
  }

  private void settle(Entry entry) throws IOException {
    Optional<Match> behind = best(entry);
    if (behind.isPresent()) {
      entry.place(behind.get().representative().group, true);
      hidden++;
    } else {
      long group = take(takenGroups, entry.group);
      if (group == entry.group && !entry.hidden) {
        keptGroups.add(group);
      }
      entry.place(group, false);
      view.adopt(entry);
      if (!missed.partners(entry).isEmpty()) {
        visibleByOrder.put(entry.order, entry);
      }
      visible++;
    }
    if (!entry.isIndexedAsPlaced()) {
      changed++;
    }
    if (drops && entry.hidden) {
      writes.delete(entry);
    } else if (!entry.isIndexedAsPlaced()) {
      writes.updateFlags(entry);
    }
  }

  private Optional<Match> best(Entry entry) throws IOException {
    Optional<Match> best = stoodBefore(entry) ? bestNewcomer(entry) : judge.best(entry);
    for (long order : missed.partners(entry)) {
      Entry partner = visibleByOrder.get(order);
      if (partner != null) {
        Optional<Similarity> similarity = judge.match(entry, partner);
        if (similarity.isPresent()
            && (best.isEmpty()
                || similarity.get().resemblance() > best.get().similarity().resemblance())) {
          best = Optional.of(new Match(partner, similarity.get()));
        }
      }
    }
    return best;
  }

  /** The best of those that were not visible beside the document before. */
  private Optional<Match> bestNewcomer(Entry entry) throws IOException {
    AtomicReference<Match> best = new AtomicReference<>();
    judge.forEachMatch(
        entry,
        match -> {
          boolean isNew = !stoodBefore(match.representative());
          if (isNew) {
            best.set(match);
          }
          return !isNew;
        });
    return Optional.ofNullable(best.get());
  }

  /**
   * A number, or a new one if that is taken, as numbers in indexes that were put together may be,
   * or if nobody can have been given it.
   */
  private long take(Set<Long> taken, long number) {
    if (Entry.mayBeGiven(number) && taken.add(number)) {
      return number;
    }
    long newNumber = numbers.getAsLong();
    taken.add(newNumber);
    return newNumber;
  }
}
