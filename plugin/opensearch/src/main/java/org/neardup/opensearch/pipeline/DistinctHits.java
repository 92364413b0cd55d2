// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchParameters;
import org.neardup.group.AnchoredGrouping;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.RemoteClusterAware;

/**
 * The hits of a ranking, from the first one on, of which none resembles an earlier one. For one
 * thread.
 */
final class DistinctHits {
  private final Map<String, ShardState> states;
  private final Map<String, Compared> byIndex = new HashMap<>();
  private final Set<DocumentKey> seen = new HashSet<>();
  private int count;

  /** What sketches must have in common to be compared. */
  private record Format(SketchParameters parameters, double threshold) {
    static Format of(ShardState state) {
      return new Format(state.parameters(), state.threshold());
    }
  }

  private record Compared(
      SketchComparer comparer, AnchoredGrouping grouping, List<DistinctHit> shown) {

    static Compared by(Format format) {
      ResemblanceRule rule = ResemblanceRule.sketch(format.threshold);
      return new Compared(
          new SketchComparer(format.parameters, rule),
          new AnchoredGrouping(format.parameters, rule),
          new ArrayList<>());
    }
  }

  /** Tells documents apart. A document that is updated meanwhile is another one. */
  record DocumentKey(String cluster, ShardId shard, long seqNo) {}

  /** Of shards with these states, by name of the index. */
  DistinctHits(Map<String, ShardState> states) {
    this.states = states;
    Map<Format, Compared> byFormat = new HashMap<>();
    for (Map.Entry<String, ShardState> index : states.entrySet()) {
      if (index.getValue().parameters() != null) {
        Format format = Format.of(index.getValue());
        byIndex.put(index.getKey(), byFormat.computeIfAbsent(format, Compared::by));
      }
    }
  }

  /** How many there are so far. */
  int count() {
    return count;
  }

  /** Examines the next hit: whether it resembles no earlier one, nor is one. */
  boolean examine(DistinctHit hit) {
    if (!seen.add(hit.key())) {
      return false;
    }
    if (hit.sketch() != null) {
      byte[] sketch = hit.sketch().bytes;
      Compared compared = comparedWith(hit.hit());
      int number = compared.grouping().find(sketch);
      if (number >= 0) {
        compared.shown().get(number).absorb(hit);
        return false;
      }
      compared.grouping().add(sketch);
      compared.shown().add(hit);
    }
    count++;
    return true;
  }

  private Compared comparedWith(SearchHit hit) {
    return byIndex.get(
        RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex()));
  }

  /** The state of an index, if all that have the field can be compared; else null. */
  ShardState commonState() {
    List<ShardState> known =
        states.values().stream().filter(state -> state.parameters() != null).toList();
    return known.stream().map(Format::of).distinct().count() == 1 ? known.getFirst() : null;
  }

  /** Puts the versions of a hit into it. */
  void showVariants(DistinctHit hit, int most) {
    if (hit.sketch() != null) {
      hit.showVariants(most, comparedWith(hit.hit()).comparer());
    }
  }
}
