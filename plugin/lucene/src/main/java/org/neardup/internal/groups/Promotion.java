// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.neardup.internal.groups.DuplicateFinder.Decision;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.LiveDocuments.Steps;

/**
 * Says where documents go whose representative went or changed, the preferred first, until all have
 * a place. It moves none itself: each step is to be carried out before the next one is asked for.
 *
 * <p>A document that becomes visible may hide others that are less preferred, whose variants then
 * have no place in their turn. That ends: each such step makes a document visible that is preferred
 * to all those it affects.
 *
 * <p>Of a group whose documents are all near the new representative for sure, no other document is
 * touched, and of one whose representative is gone only the preferred ones are, until one is
 * visible. So promoting one of many copies takes no more than promoting one of two.
 */
final class Promotion implements Steps {
  private final LiveDocuments documents;
  private final DuplicateFinder finder;
  private final LongSupplier numbers;
  private final TreeSet<LiveDocument> unplaced;

  /** By group, what became visible there, or displaced what was. */
  private final Map<Long, LiveDocument> newRepresentatives = new HashMap<>();

  /** Ids of former representatives, by groups of which only the preferred document is unplaced. */
  private final Map<Long, String> unrepresented = new HashMap<>();

  private List<Change> step = new ArrayList<>();
  private Long lastGroup; // that the document of the last step left; null: there was none

  Promotion(
      LiveDocuments documents,
      DuplicateFinder finder,
      Comparator<RankedDocument> preference,
      LongSupplier numbers) {
    this.documents = documents;
    this.finder = finder;
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

  /** The first step: a document that arrived goes where it was decided. */
  List<Change> arrive(LiveDocument document, Decision decision) throws IOException {
    move(document, decision, false);
    return step;
  }

  @Override
  public List<Change> next() throws IOException {
    step = new ArrayList<>();
    if (lastGroup != null && unrepresented.containsKey(lastGroup)) {
      succeed(lastGroup);
    }
    LiveDocument document = unplaced.pollLast();
    if (document != null) {
      lastGroup = document.group();
      // The new representative first: it is the likeliest, and looking up one of many copies is
      // expensive.
      LiveDocument newRepresentative = newRepresentatives.get(lastGroup);
      if (newRepresentative != null
          && finder.prefers(newRepresentative, document)
          && finder.comparer().isNear(document, newRepresentative)) {
        move(document, newRepresentative.group(), newRepresentative, false);
      } else {
        move(document, finder.decide(document), true);
      }
    }
    return step;
  }

  private void move(
      LiveDocument document, long group, LiveDocument representative, boolean isReported) {
    step.add(new Move(document, group, representative, isReported));
  }

  /** Goes on with a group when its preferred document has a place, which may be elsewhere. */
  private void succeed(long group) throws IOException {
    LiveDocument newRepresentative = newRepresentatives.get(group);
    if (newRepresentative == null) {
      addBest(group);
    } else {
      step.add(new Succession(unrepresented.remove(group), newRepresentative));
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

  /** Moves a document where it was decided, after those that it displaces. */
  private void move(LiveDocument document, Decision decision, boolean isReported)
      throws IOException {
    LiveDocument behind = decision.representative();
    long group = behind != null ? behind.group() : groupOfItsOwn(document, decision);
    if (behind == null) {
      for (Match match : decision.displaced()) {
        displace(match.representative(), document, group);
      }
      newRepresentatives.put(group, document);
    }
    move(document, group, behind, isReported);
  }

  private long groupOfItsOwn(LiveDocument document, Decision decision) {
    long own =
        newRepresentatives.containsKey(document.group()) ? numbers.getAsLong() : document.group();
    return decision.displaced().isEmpty()
        ? own
        : decision.displaced().getFirst().representative().group();
  }

  private void displace(LiveDocument former, LiveDocument newRepresentative, long group)
      throws IOException {
    newRepresentatives.put(former.group(), newRepresentative);
    step.add(new Succession(former.id, newRepresentative));
    if (former.group() == group) {
      handOver(group, newRepresentative, true);
    } else {
      unplaced.addAll(documents.members(former.group())); // not all may resemble it
    }
    move(former, group, newRepresentative, true);
    unplaced.remove(former);
  }
}
