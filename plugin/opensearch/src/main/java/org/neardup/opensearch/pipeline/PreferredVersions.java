// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.compare.SketchComparer;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;

/**
 * Shows on a page the version of each group that the field's order prefers among those of all
 * shards, at the place of the one that ranks first. Each shard sees to its own; so those that
 * resemble a hit are looked up, wherever they rank.
 *
 * <p>A version takes a place only if whatever resembles it resembles the hit of that place, too.
 * Else it might resemble what is shown elsewhere: on this page or another one, which is not known.
 */
final class PreferredVersions {
  /** So many places at a time, for the number of clauses in a query is limited. */
  private static final int SLICE = 100;

  /** So many versions are tried for a place. */
  private static final int TRIED = 3;

  /** So many are expected to resemble one, at most. */
  private static final int NEAR_EACH = 100;

  private final RankingReader ranking;
  private final ShardState state;
  private final int window;
  private final SketchComparer comparer;
  private final ActionListener<Void> listener;

  /**
   * Reads nothing yet.
   *
   * @param state of all indices that have the field
   * @param window up to which hit of a ranking searches may go
   * @param listener is told when the page is done
   */
  PreferredVersions(
      RankingReader ranking, ShardState state, int window, ActionListener<Void> listener) {
    this.ranking = ranking;
    this.state = state;
    this.window = window;
    this.listener = listener;
    comparer = new SketchComparer(state.parameters(), ResemblanceRule.sketch(state.threshold()));
  }

  /** Changes hits of a page. */
  void show(List<DistinctHit> page) {
    List<DistinctHit> ordered = page.stream().filter(DistinctHit::isOrdered).toList();
    if (ordered.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    List<DistinctHit> places = ordered.subList(0, Math.min(SLICE, ordered.size()));
    List<DistinctHit> later = ordered.subList(places.size(), ordered.size());
    List<BytesRef> shown = places.stream().map(DistinctHit::sketch).toList();
    near(shown, true, found -> choose(places, found, () -> show(later)));
  }

  private void near(
      Collection<BytesRef> to, boolean areFetched, Consumer<List<DistinctHit>> action) {
    List<PortableSketch> portable =
        to.stream().map(sketch -> new PortableSketch(state.parameters(), sketch)).toList();
    ActionListener<SearchResponse> read =
        ActionListener.wrap(
            response -> action.accept(DistinctHit.of(response)), listener::onFailure);
    ranking.near(portable, areFetched, Math.min(window, NEAR_EACH * to.size()), read);
  }

  private void choose(List<DistinctHit> places, List<DistinctHit> found, Runnable next) {
    List<DistinctHit> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparingLong(DistinctHit::rank)
            .thenComparing(version -> version.hit().getShard())
            .thenComparingLong(version -> version.key().seqNo()));
    List<List<DistinctHit>> byPlace = new ArrayList<>();
    Set<BytesRef> tried = new LinkedHashSet<>();
    for (DistinctHit place : places) {
      List<DistinctHit> preferred =
          sorted.stream()
              .filter(version -> version.rank() < place.rank())
              .filter(version -> areNear(version.sketch(), place.sketch()))
              .limit(TRIED)
              .toList();
      byPlace.add(preferred);
      preferred.stream()
          .map(DistinctHit::sketch)
          .takeWhile(sketch -> !sketch.equals(place.sketch())) // which is known to fit
          .forEach(tried::add);
    }
    Consumer<List<DistinctHit>> replace =
        around -> {
          for (int i = 0; i < places.size(); i++) {
            DistinctHit place = places.get(i);
            byPlace.get(i).stream()
                .filter(version -> isAlone(version, place, around))
                .findFirst()
                .ifPresent(version -> place.replaceBy(version));
          }
          next.run();
        };
    if (tried.isEmpty()) {
      replace.accept(List.of());
    } else {
      near(tried, false, replace);
    }
  }

  private boolean isAlone(DistinctHit version, DistinctHit place, List<DistinctHit> around) {
    return around.stream()
        .map(DistinctHit::sketch)
        .filter(sketch -> areNear(sketch, version.sketch()))
        .allMatch(sketch -> areNear(sketch, place.sketch()));
  }

  private boolean areNear(BytesRef a, BytesRef b) {
    return comparer.isNear(comparer.score(a.bytes, b));
  }
}
