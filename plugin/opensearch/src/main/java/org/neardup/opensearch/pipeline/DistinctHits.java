// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.group.AnchoredGrouping;
import org.neardup.opensearch.pipeline.ShardState.Format;

/**
 * The hits of a ranking, from the first one on, of which none resembles an earlier one. For one
 * thread.
 *
 * @param <T> what is kept of a hit
 */
final class DistinctHits<T> {
  private final Map<String, ShardState> states;
  private final Map<String, Compared<T>> byIndex = new HashMap<>();
  private int count;

  private record Compared<T>(SketchComparer comparer, AnchoredGrouping grouping, List<T> shown) {
    static <T> Compared<T> by(Format format) {
      ResemblanceRule rule = ResemblanceRule.sketch(format.threshold());
      return new Compared<>(
          new SketchComparer(format.parameters(), rule),
          new AnchoredGrouping(format.parameters(), rule),
          new ArrayList<>());
    }
  }

  /** Of shards with these states, by name of the index. */
  DistinctHits(Map<String, ShardState> states) {
    this.states = states;
    Map<Format, Compared<T>> byFormat = new HashMap<>();
    states.forEach(
        (index, state) -> {
          if (state.format() != null) {
            byIndex.put(index, byFormat.computeIfAbsent(state.format(), Compared::by));
          }
        });
  }

  /** How many there are so far. */
  int count() {
    return count;
  }

  /**
   * Examines the next hit.
   *
   * @param index its full name
   * @param sketch null if it has none
   * @return the earlier hit that it resembles; null if there is none, and it is one of them now
   */
  T find(String index, BytesRef sketch, T hit) {
    if (sketch != null) {
      Compared<T> compared = byIndex.get(index);
      int number = compared.grouping().find(sketch.bytes);
      if (number >= 0) {
        return compared.shown().get(number);
      }
      compared.grouping().add(sketch.bytes);
      compared.shown().add(hit);
    }
    count++;
    return null;
  }

  /** The state of an index, if all that have the field can be compared; else null. */
  ShardState commonState() {
    List<ShardState> known =
        states.values().stream().filter(state -> state.format() != null).toList();
    return known.stream().map(ShardState::format).distinct().count() == 1 ? known.getFirst() : null;
  }

  /** Compares the sketches of an index, by its full name. */
  SketchComparer comparer(String index) {
    return byIndex.get(index).comparer();
  }
}
