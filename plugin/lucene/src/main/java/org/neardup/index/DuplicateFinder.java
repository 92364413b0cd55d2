// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.util.IOSupplier;
import org.neardup.codec.BandKeys;
import org.neardup.compare.SketchParameters;

/**
 * Finds the visible near-duplicates of a document, in a view and among what is pending since.
 * Guarded by the lock of {@link GroupTable}.
 */
final class DuplicateFinder {
  /**
   * Candidates that turn out to be no near-duplicates before a search gives up: pages of one
   * template just below the threshold would make it quadratic.
   */
  private static final int MAX_UNLIKE = 32;

  /**
   * Documents looked at in the view, among those that appeared in it, and among the pending ones,
   * each under all band keys together: more would make a template on many pages quadratic. They are
   * always the same of a template, those that came first.
   */
  private static final int MAX_CANDIDATES = 1000;

  private final IndexSnapshot view;
  private final PendingTable pending;
  private final SketchParameters parameters;
  private final Verifier verifier;
  private final Comparator<Profile> preference;
  private final Comparator<Profile> preferredFirst;
  private final ReadAllowance allowance;
  private long skippedCandidates;

  /** Decides over these documents, and prefers the greater ones. */
  DuplicateFinder(
      IndexSnapshot view,
      PendingTable pending,
      SketchParameters parameters,
      Verifier verifier,
      Comparator<Profile> preference,
      ReadAllowance allowance) {
    this.allowance = allowance;
    this.parameters = parameters;
    this.view = view;
    this.pending = pending;
    this.verifier = verifier;
    this.preference = preference;
    preferredFirst = preference.reversed();
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
    allowance.earn();
    NavigableMap<Double, List<IOSupplier<Entry>>> candidates = candidates(entry);
    int unlike = 0;
    while (!candidates.isEmpty()) {
      List<Entry> likeliest = entries(candidates.pollLastEntry().getValue());
      likeliest.sort(preferredFirst);
      for (int i = 0; i < likeliest.size(); i++) {
        Optional<Similarity> similarity = matchWithinAllowance(entry, likeliest.get(i));
        if (similarity.isPresent()) {
          if (!action.accept(new Match(likeliest.get(i), similarity.get()))) {
            return;
          }
        } else if (++unlike == MAX_UNLIKE) {
          skippedCandidates += likeliest.size() - i - 1;
          candidates.values().forEach(others -> skippedCandidates += others.size());
          return;
        }
      }
    }
  }

  private static List<Entry> entries(List<IOSupplier<Entry>> candidates) throws IOException {
    List<Entry> entries = new ArrayList<>(candidates.size());
    for (IOSupplier<Entry> candidate : candidates) {
      entries.add(candidate.get());
    }
    return entries;
  }

  /** As {@link #match(Entry, Entry)}, as long as texts may be read in vain. */
  private Optional<Similarity> matchWithinAllowance(Entry entry, Entry candidate)
      throws IOException {
    if (allowance.isSpent() && verifier.hasToRead(entry, candidate)) {
      skippedCandidates++;
      return Optional.empty();
    }
    long before = verifier.textsRead();
    Optional<Similarity> similarity = verifier.match(entry, candidate);
    if (similarity.isEmpty()) {
      allowance.spend(verifier.textsRead() - before);
    }
    return similarity;
  }

  /**
   * Visible documents that may be near-duplicates, by estimate: of many under one key only the
   * likeliest are asked for, so that to sort, or read, them all would take most of the time.
   *
   * <p>One with the same text is the only one: whatever else resembled it would not be visible
   * beside it. So the search ends when it is found, as it is for most copies.
   */
  private NavigableMap<Double, List<IOSupplier<Entry>>> candidates(Entry entry) throws IOException {
    NavigableMap<Double, List<IOSupplier<Entry>>> candidates = new TreeMap<>();
    if (entry.value != null) {
      Entry copy = copy(entry);
      if (copy != null) {
        candidates.put(1.0, List.of(() -> copy));
      } else {
        addCandidates(entry, candidates);
      }
    }
    return candidates;
  }

  private Entry copy(Entry entry) throws IOException {
    Entry copy = pending.copy(entry);
    return copy == null ? view.copy(entry) : copy;
  }

  private void addCandidates(Entry entry, Map<Double, List<IOSupplier<Entry>>> candidates)
      throws IOException {
    BandKeys keys = entry.bandKeys(parameters);
    IndexSnapshot.CandidateAction action =
        (estimate, candidate) -> {
          if (estimate >= verifier.leastEstimate()) {
            candidates.computeIfAbsent(estimate, key -> new ArrayList<>()).add(candidate);
          }
        };
    for (Entry candidate : pending.candidates(keys, MAX_CANDIDATES)) {
      action.accept(verifier.estimate(entry.value, candidate.value), () -> candidate);
    }
    view.forEachCandidate(keys, MAX_CANDIDATES, action);
  }

  /** Candidates that were not compared, as too many likelier ones were no near-duplicates. */
  long skippedCandidates() {
    return skippedCandidates;
  }
}
