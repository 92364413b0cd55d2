// SPDX-License-Identifier: Apache-2.0
package org.neardup.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.AnchoredGrouping;

/**
 * One version of each content, over the hits of any engines: a hit whose sketch resembles that of
 * an earlier one goes behind the one of these that it resembles most. Hits without a sketch stay.
 *
 * <p>{@link #add} takes hits one by one, in the order of their ranking. {@link #merge} takes whole
 * lists, of several shards, engines or queries. For one thread.
 *
 * @param <T> what the caller knows of a hit
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public final class CollapsedRanking<T> {
  /** Makes the first ranks of a list count about alike, as the paper has it. */
  private static final int FUSION = 60;

  private final AnchoredGrouping grouping;
  private final List<Place<T>> places = new ArrayList<>();

  /**
   * A hit that is shown.
   *
   * @param versions the hits behind it, in the order of the ranking
   */
  public record Place<T>(T hit, List<T> versions) {}

  /**
   * A hit of a list.
   *
   * @param list number of the list, from 0
   * @param rank in it, from 1
   */
  public record Ranked<T>(T hit, int list, int rank) {}

  /**
   * An empty ranking.
   *
   * @param parameters of all sketches; their bands are not used
   * @param rule sketches alone are compared
   */
  public CollapsedRanking(SketchParameters parameters, ResemblanceRule rule) {
    grouping = new AnchoredGrouping(parameters, rule);
  }

  /**
   * Takes the next hit.
   *
   * @param sketch null if there is none
   * @return the place of the hit: its own, or that of the earlier hit that it goes behind
   */
  public Place<T> add(T hit, byte[] sketch) {
    int number = grouping.find(sketch);
    if (number >= 0) {
      Place<T> place = places.get(number);
      place.versions.add(hit);
      return place;
    }
    grouping.add(sketch);
    Place<T> place = new Place<>(hit, new ArrayList<>());
    places.add(place);
    return place;
  }

  /** The hits that are shown, in their order. */
  public List<Place<T>> places() {
    return Collections.unmodifiableList(places);
  }

  /**
   * Merges lists and collapses what is in them. With scores, which must mean the same in all lists,
   * the hits of the highest scores come first. Without, the ranks count: a content has the sum,
   * over the lists, of 1 / (60 + the best rank of a version there). Of equal ones, the hit of the
   * earlier list is first.
   *
   * @param lists each the best first
   * @param sketch of a hit, of the format of the parameters; null if it has none
   * @param score of a hit; null for ranks
   * @see <a href="https://doi.org/10.1145/1571941.1572114">Cormack, Clarke, Büttcher, Reciprocal
   *     rank fusion outperforms Condorcet and individual rank learning methods, 2009</a>
   */
  public static <T> List<Place<Ranked<T>>> merge(
      List<List<T>> lists,
      Function<T, byte[]> sketch,
      ToDoubleFunction<T> score,
      SketchParameters parameters,
      ResemblanceRule rule) {
    List<Ranked<T>> all = new ArrayList<>();
    for (int list = 0; list < lists.size(); list++) {
      for (int i = 0; i < lists.get(list).size(); i++) {
        all.add(new Ranked<>(lists.get(list).get(i), list, i + 1));
      }
    }
    ToDoubleFunction<Ranked<T>> order =
        score == null ? hit -> -hit.rank : hit -> score.applyAsDouble(hit.hit);
    all.sort(Comparator.comparingDouble(order).reversed()); // stable
    CollapsedRanking<Ranked<T>> ranking = new CollapsedRanking<>(parameters, rule);
    all.forEach(hit -> ranking.add(hit, sketch.apply(hit.hit)));
    List<Place<Ranked<T>>> merged = new ArrayList<>(ranking.places);
    if (score == null) {
      Comparator<Place<Ranked<T>>> ofLeast = Comparator.comparingDouble(CollapsedRanking::fused);
      merged.sort(ofLeast.reversed());
    }
    return merged;
  }

  private static <T> double fused(Place<Ranked<T>> place) {
    Map<Integer, Integer> best = new HashMap<>(); // rank by list
    best.put(place.hit.list, place.hit.rank);
    place.versions.forEach(version -> best.merge(version.list, version.rank, Math::min));
    return best.values().stream().mapToDouble(rank -> 1.0 / (FUSION + rank)).sorted().sum();
  }
}
