// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.shard.IndexShard;

/** The groups of a shard, by field. */
final class ShardGroups {
  private static final Logger LOG = LogManager.getLogger(ShardGroups.class);

  private final int changesInSearch;
  private final Executor background;
  private final Map<String, FieldGroups> fields = new ConcurrentHashMap<>();

  ShardGroups(int changesInSearch, Executor background) {
    this.changesInSearch = changesInSearch;
    this.background = background;
  }

  /** Those of a field; derived anew if its mapping says another order now. */
  FieldGroups of(NeardupFieldType type) {
    return fields.compute(
        type.name(),
        (name, known) ->
            known != null && known.isOf(type)
                ? known
                : new FieldGroups(type, changesInSearch, background));
  }

  /** Derives what a search would have to wait for. */
  void started(IndexShard shard) {
    for (NeardupFieldType type : NeardupFieldType.all(shard.mapperService())) {
      try (Engine.Searcher searcher = shard.acquireSearcher("neardup")) {
        of(type).derive(GroupsService.unfiltered(searcher.getIndexReader()));
      } catch (IOException e) {
        LOG.warn("cannot read {}", shard.shardId(), e); // searches will say so
      }
    }
  }

  List<FieldStatistics> statistics() {
    return fields.values().stream().map(FieldGroups::statistics).toList();
  }
}
