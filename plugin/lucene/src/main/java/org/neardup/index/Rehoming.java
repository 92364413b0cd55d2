// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Finds places for documents whose representative went or changed, the preferred first, until all
 * have one.
 *
 * <p>A document that becomes visible may hide others that are less preferred, whose variants are
 * then without a place in their turn. That ends: each such step makes a document visible that is
 * preferred to all those it affects.
 *
 * <p>Of a group whose documents are all near the new representative for sure, no other document is
 * touched, and of one whose representative is gone only the preferred ones are, until one is
 * visible. So it takes no more to promote one of many copies than one of two.
 */
final class Rehoming {
  /** What a document is hidden behind, or else which visible ones are to be hidden behind it. */
  record Decision(Match behind, List<Match> displaced) {}

  private final DuplicateFinder judge;
  private final LiveDocuments members;
  private final PlacementExecutor places;
  private final CollapseListener listener;
  private final LongSupplier numbers;
  private final TreeSet<Entry> unsettled;
  private final Map<Long, Entry> heirs = new HashMap<>(); // by group

  /** Ids of those who represented groups of which only the preferred document is unsettled. */
  private final Map<Long, String> orphaned = new HashMap<>();

  Rehoming(
      DuplicateFinder judge,
      LiveDocuments members,
      PlacementExecutor places,
      CollapseListener listener,
      Comparator<Profile> preference,
      LongSupplier numbers) {
    this.judge = judge;
    this.members = members;
    this.places = places;
    this.listener = listener;
    this.numbers = numbers;
    unsettled = new TreeSet<>(preference);
  }

  /** Takes in a document without a place. */
  void add(Entry entry) {
    unsettled.add(entry);
  }

  /** Takes in a group whose visible document, of the id given, was removed. */
  void addGroup(long group, String removed) throws IOException {
    orphaned.put(group, removed);
    addBest(group);
  }

  private void addBest(long group) throws IOException {
    Entry best = members.best(group);
    if (best != null) {
      unsettled.add(best);
    }
  }

  /** Settles all. */
  void run() throws IOException {
    while (!unsettled.isEmpty()) {
      Entry entry = unsettled.pollLast();
      long group = entry.group;
      // The heir first: it is the likeliest, and a look-up among many of a kind is dear.
      Entry heir = heirs.get(group);
      if (heir != null && isBehind(entry, heir)) {
        places.settle(entry, heir);
      } else {
        Match behind = decide(entry).behind;
        move(entry, behind == null ? null : behind.representative());
      }
      if (orphaned.containsKey(group)) {
        succeed(group);
      }
    }
  }

  private boolean isBehind(Entry entry, Entry heir) throws IOException {
    return judge.prefers(heir, entry) && judge.match(entry, heir).isPresent();
  }

  private void move(Entry entry, Entry representative) throws IOException {
    places.settle(entry, representative);
    listener.moved(entry.id, Optional.ofNullable(representative).map(other -> other.id));
  }

  /** Goes on with a group when its preferred document is settled: it may have left. */
  private void succeed(long group) throws IOException {
    Entry heir = heirs.get(group);
    if (heir == null) {
      addBest(group);
    } else {
      listener.succeeded(orphaned.remove(group), heir.id);
      handOver(group, heir);
    }
  }

  /** Has the documents of a group that do not resemble its representative for sure settled. */
  private void handOver(long group, Entry heir) throws IOException {
    unsettled.addAll(places.mayStay() ? members.unsure(group, heir) : members.of(group));
    unsettled.remove(heir);
  }

  /** Gives a hidden or new document its place, and takes others theirs if it must. */
  Decision decide(Entry entry) throws IOException {
    List<Match> displaced = new ArrayList<>();
    AtomicReference<Match> behind = new AtomicReference<>();
    judge.forEachMatch(
        entry,
        match -> {
          if (judge.prefers(match.representative(), entry)) {
            behind.set(match);
            return false;
          }
          return displaced.add(match);
        });
    if (behind.get() != null) {
      entry.place(behind.get().representative().group, true);
      return new Decision(behind.get(), List.of());
    }
    show(entry, displaced.stream().map(Match::representative).toList());
    return new Decision(null, displaced);
  }

  private void show(Entry entry, List<Entry> displaced) throws IOException {
    long group = heirs.containsKey(entry.group) ? numbers.getAsLong() : entry.group;
    if (!displaced.isEmpty()) {
      group = displaced.getFirst().group;
    }
    for (Entry former : displaced) {
      displace(former, entry, group);
    }
    entry.place(group, false);
    heirs.put(group, entry);
  }

  private void displace(Entry former, Entry heir, long group) throws IOException {
    long formerGroup = former.group;
    heirs.remove(formerGroup);
    former.place(group, true);
    listener.succeeded(former.id, heir.id);
    if (formerGroup == group) {
      handOver(group, heir);
    } else {
      for (Entry member : members.of(formerGroup)) {
        member.place(group, true); // unless it does not resemble this representative
        members.file(member);
        unsettled.add(member);
      }
    }
    move(former, heir);
    unsettled.remove(former);
  }
}
