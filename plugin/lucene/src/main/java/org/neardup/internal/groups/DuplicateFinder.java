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
import org.apache.lucene.util.IOSupplier;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.HotKeyLimits;

/**
 * Finds the visible near-duplicates of a document among the live ones.
 *
 * <p>Few stored texts are read in vain: reading one takes as long as indexing a document, and where
 * very many pages of one template are just below the threshold, each arrival would read several of
 * them. Each search earns some, so only such floods use up what may be read.
 */
public final class DuplicateFinder {
  private static final int EARNED_READS = 2;
  private static final int MOST_READS = 10_000;

  /** A visible near-duplicate of a document, and how much the two resemble each other. */
  public record Match(LiveDocument representative, Resemblance resemblance) {}

  /** What a document goes behind, or else which visible ones go behind it, likeliest first. */
  record Decision(Match behind, List<Match> displaced) {
    /** The document that it goes behind, or null. */
    LiveDocument representative() {
      return behind == null ? null : behind.representative;
    }
  }

  private final SketchParameters parameters;
  private final DocumentComparer comparer;
  private final Comparator<RankedDocument> preference;
  private LiveDocuments documents;
  private long readsLeft = MOST_READS; // of stored texts in vain
  private long skippedCandidates;

  /** Prefers the greater documents. */
  DuplicateFinder(
      SketchParameters parameters,
      DocumentComparer comparer,
      Comparator<RankedDocument> preference) {
    this.parameters = parameters;
    this.comparer = comparer;
    this.preference = preference;
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
    List<Match> displaced = new ArrayList<>();
    Search search = search(document);
    for (Match match = search.next(); match != null; match = search.next()) {
      if (prefers(match.representative, document)) {
        return new Decision(match, List.of());
      }
      displaced.add(match);
    }
    return new Decision(null, displaced);
  }

  /** Candidates that were not compared, as too many likelier ones were no near-duplicates. */
  long skippedCandidates() {
    return skippedCandidates;
  }

  /**
   * Begins to look for the visible near-duplicates of a document.
   *
   * <p>A document with the same text is the only candidate: whatever else resembled it would not be
   * visible beside it. So the search ends when one is found, as it is for most copies. But where
   * nothing may be lost, what resembles a copy may be visible, preferred to that and not to this;
   * and so may what a verdict parts from a copy.
   */
  public Search search(LiveDocument document) throws IOException {
    readsLeft = Math.min(MOST_READS, readsLeft + EARNED_READS);
    Search search = new Search(document);
    LiveDocument copy = document.value == null ? null : documents.copy(document);
    if (copy != null) {
      search.add(1, () -> copy);
    }
    boolean isFound =
        copy != null
            && (!comparer.sketches().isLossless() || prefers(copy, document))
            && !comparer.isJudged(document)
            && !comparer.isJudged(copy);
    if (!isFound && document.value != null) {
      for (String id : comparer.verdicts().partners(document.id)) {
        LiveDocument partner = documents.findVisible(id);
        if (partner != null && comparer.said(document, partner) == Kind.SAME) {
          search.addPartner(partner);
        }
      }
      documents.forEachCandidate(
          document.bandKeys(parameters), HotKeyLimits.DEFAULTS.candidates(), search);
    }
    return search;
  }

  /**
   * One search, which gives the likeliest near-duplicates first, by estimate; of equals the
   * preferred. Of many candidates under one key only the likeliest are ever read and sorted, as
   * that would take most of the time.
   */
  public final class Search implements CandidateTable.Action {
    private final LiveDocument document;
    private final NavigableMap<Double, List<IOSupplier<LiveDocument>>> candidates = new TreeMap<>();
    private final Deque<LiveDocument> likeliest = new ArrayDeque<>(); // of one estimate
    private final Set<LiveDocument> partners = new HashSet<>(); // candidates whatever their bands
    private int unlike;

    private Search(LiveDocument document) {
      this.document = document;
    }

    @Override
    public void accept(double estimate, IOSupplier<LiveDocument> candidate) {
      if (estimate >= comparer.sketches().leastEstimate()) {
        add(estimate, candidate);
      }
    }

    private void add(double estimate, IOSupplier<LiveDocument> candidate) {
      candidates.computeIfAbsent(estimate, key -> new ArrayList<>()).add(candidate);
    }

    /** Adds a visible document that a verdict says is the same. */
    private void addPartner(LiveDocument partner) {
      partners.add(partner);
      add(1, () -> partner);
    }

    /** The next near-duplicate, or null if there are no more. */
    public Match next() throws IOException {
      for (LiveDocument each = nextCandidate(); each != null; each = nextCandidate()) {
        RuleDecision decision = compare(each);
        if (decision != null && decision.isNear()) {
          return new Match(each, decision.resemblance());
        } else if (++unlike == HotKeyLimits.DEFAULTS.unlike()) {
          giveUp();
        }
      }
      return null;
    }

    private LiveDocument nextCandidate() throws IOException {
      while (likeliest.isEmpty() && !candidates.isEmpty()) { // partners may be all of an estimate
        List<LiveDocument> equals = new ArrayList<>();
        boolean isFirst = candidates.lastKey() == 1;
        for (IOSupplier<LiveDocument> candidate : candidates.pollLastEntry().getValue()) {
          equals.add(candidate.get());
        }
        equals.removeIf(each -> !isFirst && partners.contains(each)); // they came first
        equals.sort(preference.reversed());
        equals.stream().distinct().forEach(likeliest::add); // a copy may be a candidate, too
      }
      return likeliest.poll();
    }

    /** Compares with a candidate as long as texts may be read in vain; otherwise gives null. */
    private RuleDecision compare(LiveDocument candidate) throws IOException {
      if (readsLeft <= 0 && comparer.hasToRead(document, candidate)) {
        skippedCandidates++;
        return null;
      }
      long before = comparer.readCount();
      RuleDecision decision = DuplicateFinder.this.decision(document, candidate);
      if (!decision.isNear()) {
        readsLeft -= comparer.readCount() - before;
      }
      return decision;
    }

    private void giveUp() {
      skippedCandidates += likeliest.size();
      candidates.values().forEach(others -> skippedCandidates += others.size());
      likeliest.clear();
      candidates.clear();
    }
  }
}
