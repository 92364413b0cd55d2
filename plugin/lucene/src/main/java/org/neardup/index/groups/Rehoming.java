// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Finds places for documents whose representative went or changed, the preferred first, until all
 * have one.
 *
 * <p>A document that becomes visible may hide others that are less preferred, whose variants then
 * have no place in their turn. That ends: each such step makes a document visible that is preferred
 * to all those it affects.
 *
 * <p>Of a group whose documents are all near the new representative for sure, no other document is
 * touched, and of one whose representative is gone only the preferred ones are, until one is
 * visible. So promoting one of many copies takes no more than promoting one of two.
 */
final class Rehoming {
  /** What a document is hidden behind, or else which visible ones are to be hidden behind it. */
  record Decision(Match behind, List<Match> displaced) {}

  private final LiveDocuments documents;
  private final DuplicateFinder finder;
  private final PlacementExecutor executor;
  private final GroupDistances.Texts texts;
  private final PlacementListener listener;
  private final LongSupplier numbers;
  private final TreeSet<Entry> homeless;
  private final Map<Long, Entry> heirs = new HashMap<>(); // by group

  /** Ids of former representatives, by groups of which only the preferred document is homeless. */
  private final Map<Long, String> orphaned = new HashMap<>();

  Rehoming(
      LiveDocuments documents,
      DuplicateFinder finder,
      PlacementExecutor executor,
      GroupDistances.Texts texts,
      PlacementListener listener,
      Comparator<Profile> preference,
      LongSupplier numbers) {
    this.documents = documents;
    this.finder = finder;
    this.executor = executor;
    this.texts = texts;
    this.listener = listener;
    this.numbers = numbers;
    homeless = new TreeSet<>(preference);
  }

  /** Takes in a document without a place. */
  void add(Entry entry) {
    homeless.add(entry);
  }

  /** Takes in a group whose visible document, which had this id, was removed. */
  void addGroup(long group, String removed) throws IOException {
    orphaned.put(group, removed);
    addBest(group);
  }

  private void addBest(long group) throws IOException {
    Entry best = documents.best(group);
    if (best != null) {
      homeless.add(best);
    }
  }

  /** Finds places for all. */
  void run() throws IOException {
    while (!homeless.isEmpty()) {
      Entry entry = homeless.pollLast();
      long group = entry.group;
      // The heir first: it is the likeliest, and looking up one of many copies is expensive.
      Entry heir = heirs.get(group);
      if (heir != null && finder.prefers(heir, entry) && finder.comparer().isNear(entry, heir)) {
        executor.settle(entry, heir);
      } else {
        Match behind = decide(entry).behind;
        move(entry, behind == null ? null : behind.representative());
      }
      if (orphaned.containsKey(group)) {
        succeed(group);
      }
    }
  }

  private void move(Entry entry, Entry representative) throws IOException {
    executor.settle(entry, representative);
    listener.moved(entry.id, Optional.ofNullable(representative).map(other -> other.id));
  }

  /** Goes on with a group when its preferred document has a place, which may be elsewhere. */
  private void succeed(long group) throws IOException {
    Entry heir = heirs.get(group);
    if (heir == null) {
      addBest(group);
    } else {
      listener.succeeded(orphaned.remove(group), heir.id);
      handOver(group, heir);
    }
  }

  /** Takes in the documents of a group that may not resemble its new representative. */
  private void handOver(long group, Entry heir) throws IOException {
    homeless.addAll(
        executor.mayStay() ? documents.unsure(group, heir, texts) : documents.members(group));
    homeless.remove(heir);
  }

  /** Gives a hidden or new document its place, and takes others theirs if it must. */
  Decision decide(Entry entry) throws IOException {
    List<Match> displaced = new ArrayList<>();
    DuplicateFinder.Search search = finder.search(entry);
    for (Match match = search.next(); match != null; match = search.next()) {
      if (finder.prefers(match.representative(), entry)) {
        entry.place(match.representative().group, true);
        return new Decision(match, List.of());
      }
      displaced.add(match);
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
      for (Entry member : documents.members(formerGroup)) {
        member.place(group, true); // unless it does not resemble this representative
        documents.file(member);
        homeless.add(member);
      }
    }
    move(former, heir);
    homeless.remove(former);
  }
}
