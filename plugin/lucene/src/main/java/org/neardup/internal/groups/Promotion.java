// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.neardup.internal.groups.DuplicateFinder.Decision;
import org.neardup.internal.groups.DuplicateFinder.Match;

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
final class Promotion {
  private final LiveDocuments documents;
  private final DuplicateFinder finder;
  private final BiConsumer<String, Optional<String>> moved;
  private final BiConsumer<String, String> succeeded;
  private final LongSupplier numbers;
  private final TreeSet<LiveDocument> unplaced;
  private final Map<Long, LiveDocument> newRepresentatives = new HashMap<>(); // by group

  /** Ids of former representatives, by groups of which only the preferred document is unplaced. */
  private final Map<Long, String> unrepresented = new HashMap<>();

  Promotion(
      LiveDocuments documents,
      DuplicateFinder finder,
      BiConsumer<String, Optional<String>> moved,
      BiConsumer<String, String> succeeded,
      Comparator<RankedDocument> preference,
      LongSupplier numbers) {
    this.documents = documents;
    this.finder = finder;
    this.moved = moved;
    this.succeeded = succeeded;
    this.numbers = numbers;
    unplaced = new TreeSet<>(preference);
  }

  /** Takes in a document without a place. */
  void add(LiveDocument document) {
    unplaced.add(document);
  }

  /** Takes in a group whose visible document, which had this id, was removed. */
  void addGroup(long group, String removed) throws IOException {
    unrepresented.put(group, removed);
    addBest(group);
  }

  private void addBest(long group) throws IOException {
    LiveDocument best = documents.best(group);
    if (best != null) {
      unplaced.add(best);
    }
  }

  /**
   * Gives a document that arrived its place, and those that it displaces theirs.
   *
   * @return whether it is to be written; otherwise it is dropped
   */
  boolean arrive(LiveDocument document, Decision decision) throws IOException {
    LiveDocument behind = decision.representative();
    if (behind != null && behind.hasSameText(document)) {
      document.shareText(behind);
    }
    boolean isKept = documents.add(document, makeRoom(document, decision), behind);
    run();
    return isKept;
  }

  /** Finds places for all. */
  void run() throws IOException {
    while (!unplaced.isEmpty()) {
      LiveDocument document = unplaced.pollLast();
      long group = document.group();
      // The new representative first: it is the likeliest, and looking up one of many copies is
      // expensive.
      LiveDocument newRepresentative = newRepresentatives.get(group);
      if (newRepresentative != null
          && finder.prefers(newRepresentative, document)
          && finder.comparer().isNear(document, newRepresentative)) {
        documents.move(document, group, newRepresentative);
      } else {
        Decision decision = finder.decide(document);
        move(document, makeRoom(document, decision), decision.representative());
      }
      if (unrepresented.containsKey(group)) {
        succeed(group);
      }
    }
  }

  private void move(LiveDocument document, long group, LiveDocument representative)
      throws IOException {
    documents.move(document, group, representative);
    moved.accept(document.id, Optional.ofNullable(representative).map(other -> other.id));
  }

  /** Goes on with a group when its preferred document has a place, which may be elsewhere. */
  private void succeed(long group) throws IOException {
    LiveDocument newRepresentative = newRepresentatives.get(group);
    if (newRepresentative == null) {
      addBest(group);
    } else {
      succeeded.accept(unrepresented.remove(group), newRepresentative.id);
      handOver(group, newRepresentative, false);
    }
  }

  /**
   * Takes in the documents of a group that may not resemble its new representative.
   *
   * @param isFormerBehind whether the former one goes behind it
   */
  private void handOver(long group, LiveDocument newRepresentative, boolean isFormerBehind)
      throws IOException {
    unplaced.addAll(documents.unsure(group, newRepresentative, isFormerBehind));
    unplaced.remove(newRepresentative);
  }

  /** Takes the places of those that a document displaces; returns the group that it goes to. */
  private long makeRoom(LiveDocument document, Decision decision) throws IOException {
    if (decision.behind() != null) {
      return decision.representative().group();
    }
    long group =
        newRepresentatives.containsKey(document.group()) ? numbers.getAsLong() : document.group();
    if (!decision.displaced().isEmpty()) {
      group = decision.displaced().getFirst().representative().group();
    }
    for (Match match : decision.displaced()) {
      displace(match.representative(), document, group);
    }
    newRepresentatives.put(group, document);
    return group;
  }

  private void displace(LiveDocument former, LiveDocument newRepresentative, long group)
      throws IOException {
    newRepresentatives.remove(former.group());
    succeeded.accept(former.id, newRepresentative.id);
    if (former.group() == group) {
      handOver(group, newRepresentative, true);
    } else {
      unplaced.addAll(documents.merge(former.group(), group)); // not all may resemble it
    }
    move(former, group, newRepresentative);
    unplaced.remove(former);
  }
}
