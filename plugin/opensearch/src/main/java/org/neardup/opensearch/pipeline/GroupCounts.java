// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.pipeline.ShardState.Format;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lease.Releasables;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/** Counts the groups among hits of several indices, whose sketches may not be comparable. */
final class GroupCounts implements Releasable {
  private final GroupCount[] byShard; // null of shards whose index has no field
  private final Map<Format, GroupCount> byFormat = new HashMap<>();
  private int others;

  /**
   * For hits of shards, which are given by their numbers.
   *
   * @param indices of the shards
   * @param states by index
   * @param most hits at most
   * @throws CircuitBreakingException if there is no memory for them
   */
  GroupCounts(
      List<PackedSketches> shards,
      List<String> indices,
      Map<String, ShardState> states,
      int most,
      SketchMemory memory) {
    byShard = new GroupCount[shards.size()];
    for (int i = 0; i < byShard.length; i++) {
      Format ofShard = states.get(indices.get(i)).format();
      if (ofShard != null) {
        byShard[i] =
            byFormat.computeIfAbsent(
                ofShard, format -> new GroupCount(shards, format, most, memory));
      }
    }
  }

  /** Adds the next hit of the ranking. */
  void add(int shard, int hit) {
    if (byShard[shard] == null) {
      others++;
    } else {
      byShard[shard].add(shard, hit);
    }
  }

  /** How many groups there are. */
  int count() {
    return others + byFormat.values().stream().mapToInt(GroupCount::count).sum();
  }

  @Override
  public void close() {
    Releasables.close(byFormat.values());
  }
}
