// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.lucene.util.IOSupplier;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.HotKeyLimits;

/** Finds the visible near-duplicates of a document among the live ones. */
public final class DuplicateFinder {
  /** A visible near-duplicate of a document, and how much the two resemble each other. */
  public record Match(LiveDocument representative, Resemblance resemblance) {
    private double value() {
      return resemblance.decisive();
    }
  }

  /** What a document goes behind, or else which visible ones go behind it, the most alike first. */
  public record Decision(Match behind, List<Match> displaced) {
    /** The document that it goes behind, or null. */
    public LiveDocument representative() {
      return behind == null ? null : behind.representative;
    }
  }

  private final SketchParameters parameters;
  private final DocumentComparer comparer;
  private final Comparator<RankedDocument> preference;
  private final Comparator<Match> mostAlikeFirst;
  private final ReadBudget reads = new ReadBudget();
  private LiveDocuments documents;
  private long skippedCandidates;

  /** Prefers the greater documents. */
  DuplicateFinder(
      SketchParameters parameters,
      DocumentComparer comparer,
      Comparator<RankedDocument> preference) {
    this.parameters = parameters;
    this.comparer = comparer;
    this.preference = preference;
    mostAlikeFirst =
        Comparator.comparingDouble(Match::value)
            .thenComparing(Match::representative, preference)
            .reversed();
  }

  /** Finds among other documents from now on. */
  void moveTo(LiveDocuments newDocuments) {
    documents = newDocuments;
  }

  /** Of the sketches and bands that it finds by. */
  public SketchParameters parameters() {
    return parameters;
  }

  public DocumentComparer comparer() {
    return comparer;
  }

  boolean prefers(LiveDocument a, LiveDocument b) {
    return preference.compare(a, b) > 0;
  }

  /** Whether the less preferred of two documents may go behind the other. */
  public RuleDecision decision(LiveDocument a, LiveDocument b) throws IOException {
    return prefers(a, b) ? comparer.decision(b, a) : comparer.decision(a, b);
  }

  /** Decides where a document goes; changes nothing. */
  Decision decide(LiveDocument document) throws IOException {
    return decide(document, List.of(), candidate -> false);
  }

  /**
   * The same where visible documents are known that it may have no band in common with.
   *
   * @param isIgnored which visible documents it is not compared with
   */
  public Decision decide(
      LiveDocument document, List<LiveDocument> known, Predicate<LiveDocument> isIgnored)
      throws IOException {
    Search search = search(document, known);
    Match behind = null;
    List<Match> displaced = new ArrayList<>();
    for (LiveDocument each = search.next(); each != null; each = search.next()) {
      boolean isPreferred = prefers(each, document);
      if (isIgnored.test(each) || (behind != null && !isPreferred)) {
        continue;
      }
      Match match = search.match(each);
      if (match != null && !isPreferred) {
        displaced.add(match);
      } else if (match != null && (behind == null || mostAlikeFirst.compare(match, behind) < 0)) {
        behind = match;
        search.endBelow(comparer.sketches().leastEstimate(match.value()));
      }
    }
    displaced.sort(mostAlikeFirst);
    return new Decision(behind, behind == null ? displaced : List.of());
  }

  /** Candidates that were not compared, as too many likelier ones were no near-duplicates. */
  long skippedCandidates() {
    return skippedCandidates;
  }

  private Search search(LiveDocument document, List<LiveDocument> known) throws IOException {
    reads.earn();
    Search search = new Search(document);
    if (document.value != null) {
      known.forEach(each -> search.add(1, () -> each));
      if (!addCopy(search)) {
        addPartners(search);
        addSharingBands(search);
      }
    }
    return search;
  }

  /**
   * Adds a document with the same text, and returns whether it is the only candidate: whatever else
   * resembled it would not be visible beside it. But where nothing may be lost, what resembles a
   * copy may be visible, preferred to that and not to this; and so may what a verdict parts from a
   * copy.
   */
  private boolean addCopy(Search search) throws IOException {
    LiveDocument copy = documents.copy(search.document);
    if (copy == null) {
      return false;
    }
    search.add(1, () -> copy);
    return (!comparer.sketches().isLossless() || prefers(copy, search.document))
        && !comparer.isJudged(search.document)
        && !comparer.isJudged(copy);
  }

  /** Adds the visible documents that a verdict says are the same, whatever their bands. */
  private void addPartners(Search search) throws IOException {
    for (String id : comparer.verdicts().partners(search.document.id)) {
      LiveDocument partner = documents.findVisible(id);
      if (partner != null && comparer.said(search.document, partner) == Kind.SAME) {
        search.add(1, () -> partner);
      }
    }
  }

  private void addSharingBands(Search search) throws IOException {
    documents.forEachCandidate(
        search.document.bandKeys(parameters),
        HotKeyLimits.CANDIDATES,
        (estimate, candidate) -> {
          if (estimate >= comparer.sketches().leastEstimate()) {
            search.add(estimate, candidate);
          }
        });
  }

  /**
   * One search, which gives the likeliest candidates first, by estimate; of equals the preferred.
   * Of many candidates under one key only the likeliest are ever read and sorted, as that would
   * take most of the time.
   */
  private final class Search {
    private final LiveDocument document;
    private final NavigableMap<Double, List<IOSupplier<LiveDocument>>> unread = new TreeMap<>();
    private final Deque<LiveDocument> likeliest = new ArrayDeque<>(); // of one estimate
    private final Set<LiveDocument> given = new HashSet<>(); // several sources may have one
    private double leastEstimate; // of candidates that are given
    private int unlike;

    private Search(LiveDocument document) {
      this.document = document;
    }

    private void add(double estimate, IOSupplier<LiveDocument> candidate) {
      unread.computeIfAbsent(estimate, key -> new ArrayList<>()).add(candidate);
    }

    /** The next candidate, or null if there are no more. */
    private LiveDocument next() throws IOException {
      while (likeliest.isEmpty() && !unread.isEmpty() && unread.lastKey() >= leastEstimate) {
        List<LiveDocument> equals = new ArrayList<>();
        for (IOSupplier<LiveDocument> candidate : unread.pollLastEntry().getValue()) {
          equals.add(candidate.get());
        }
        equals.sort(preference.reversed());
        equals.stream().filter(given::add).forEach(likeliest::add);
      }
      return likeliest.poll();
    }

    /** Of a candidate that is no near-duplicate, or is skipped, null. */
    private Match match(LiveDocument candidate) throws IOException {
      RuleDecision decision = reads.compare(document, candidate);
      if (decision != null && decision.isNear()) {
        return new Match(candidate, decision.resemblance());
      }
      if (++unlike == HotKeyLimits.UNLIKE) {
        skipRest();
      }
      return null;
    }

    /** Candidates are given only if their estimate is at least this. */
    private void endBelow(double estimate) {
      leastEstimate = estimate;
    }

    private void skipRest() {
      unread.headMap(leastEstimate, false).clear();
      skippedCandidates += likeliest.size();
      unread.values().forEach(others -> skippedCandidates += others.size());
      likeliest.clear();
      unread.clear();
    }
  }

  /**
   * Compares documents as long as few stored texts are read in vain: reading one takes as long as
   * indexing a document, and where very many pages of one template are just below the threshold,
   * each arrival would read several of them. Each search earns some, so only such floods use up
   * what may be read.
   */
  private final class ReadBudget {
    private static final int EARNED = 2;
    private static final int MOST = 10_000;

    private long left = MOST;

    void earn() {
      left = Math.min(MOST, left + EARNED);
    }

    /** Null for a candidate that is skipped. */
    RuleDecision compare(LiveDocument document, LiveDocument candidate) throws IOException {
      if (left <= 0 && comparer.hasToRead(document, candidate)) {
        skippedCandidates++;
        return null;
      }
      long before = comparer.readCount();
      RuleDecision decision = decision(document, candidate);
      if (!decision.isNear()) {
        left -= comparer.readCount() - before;
      }
      return decision;
    }
  }
}
