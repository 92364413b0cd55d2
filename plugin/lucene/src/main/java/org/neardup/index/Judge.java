// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.neardup.codec.BandKeys;
import org.neardup.codec.SketchParameters;

/**
 * Finds the visible near-duplicates of a document, in a view and among what is pending since.
 * Guarded by the lock of {@link GroupTable}.
 */
final class Judge {
  /**
   * Candidates that turn out to be no near-duplicates before a search gives up. To find that out
   * takes some 100 µs each, if texts have to be compared: pages of one template just below the
   * threshold would make it quadratic.
   */
  private static final int MAX_UNLIKE = 32;

  private final View view;
  private final PendingTable pending;
  private final SketchParameters parameters;
  private final Verifier verifier;
  private final Comparator<Entry> preference;
  private final Comparator<Scored> likeliestFirst;
  private long skippedCandidates;

  private record Scored(Entry entry, double estimate) {}

  /** Decides over these documents, and prefers the greater ones. */
  Judge(
      View view,
      PendingTable pending,
      SketchParameters parameters,
      Verifier verifier,
      Comparator<Entry> preference) {
    this.parameters = parameters;
    this.view = view;
    this.pending = pending;
    this.verifier = verifier;
    this.preference = preference;
    likeliestFirst =
        Comparator.comparingDouble(Scored::estimate)
            .thenComparing(Scored::entry, preference)
            .reversed();
  }

  Optional<Similarity> match(Entry a, Entry b) throws IOException {
    return verifier.match(a, b);
  }

  boolean prefers(Entry a, Entry b) {
    return preference.compare(a, b) > 0;
  }

  /** What is done with a near-duplicate; false ends the search. */
  @FunctionalInterface
  interface MatchAction {
    boolean accept(Match match) throws IOException;
  }

  /**
   * The visible near-duplicate that a document resembles most by estimate; of equals the preferred.
   */
  Optional<Match> best(Entry entry) throws IOException {
    AtomicReference<Match> best = new AtomicReference<>();
    forEachMatch(
        entry,
        match -> {
          best.set(match);
          return false;
        });
    return Optional.ofNullable(best.get());
  }

  /** Finds the visible near-duplicates of a document, the likeliest first. */
  void forEachMatch(Entry entry, MatchAction action) throws IOException {
    List<Entry> candidates = candidates(entry);
    int unlike = 0;
    for (int i = 0; i < candidates.size(); i++) {
      Optional<Similarity> similarity = verifier.match(entry, candidates.get(i));
      if (similarity.isPresent()) {
        if (!action.accept(new Match(candidates.get(i), similarity.get()))) {
          return;
        }
      } else if (++unlike == MAX_UNLIKE) {
        skippedCandidates += candidates.size() - i - 1;
        return;
      }
    }
  }

  /**
   * Visible documents that may be near-duplicates, the likeliest first, of equals the preferred.
   *
   * <p>One with the same text is the only one: whatever else resembled it would not be visible
   * beside it. So the search ends when it is found, as it is for most copies.
   */
  private List<Entry> candidates(Entry entry) throws IOException {
    if (entry.value == null) {
      return List.of();
    }
    Entry copy = copy(entry);
    return copy != null ? List.of(copy) : candidates(entry, entry.bandKeys(parameters));
  }

  private Entry copy(Entry entry) throws IOException {
    Entry copy = pending.copy(entry);
    return copy == null ? view.copy(entry) : copy;
  }

  private List<Entry> candidates(Entry entry, BandKeys keys) throws IOException {
    List<Scored> candidates = new ArrayList<>();
    for (Entry candidate : pending.candidates(keys)) {
      addLikely(entry, candidate, candidates);
    }
    for (Entry candidate : view.candidates(keys, verifier.leastEstimate())) {
      addLikely(entry, candidate, candidates);
    }
    candidates.sort(likeliestFirst);
    return candidates.stream().map(Scored::entry).toList();
  }

  /** Candidates that were not compared, as too many likelier ones were no near-duplicates. */
  long skippedCandidates() {
    return skippedCandidates;
  }

  private void addLikely(Entry entry, Entry candidate, List<Scored> likely) {
    double estimate = verifier.estimate(entry.value, candidate.value);
    if (estimate >= verifier.leastEstimate()) {
      likely.add(new Scored(candidate, estimate));
    }
  }
}
