// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Objects;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.query.QueryShardContext;

/**
 * What the shards of an index that were searched say of a field.
 *
 * @param parameters of the sketches; null if the mapping has no such field
 * @param threshold least resemblance of near-duplicates
 * @param resultWindow up to which hit of the ranking searches may go
 * @param deriving how many shards had no groups yet, so that their filters let everything pass
 */
record ShardState(SketchParameters parameters, double threshold, int resultWindow, int deriving)
    implements Writeable {

  /**
   * That of a shard. To be asked for before the query is run: so if there are groups now, the
   * filter of the query has them too; if there are none, it may or may not have them.
   */
  static ShardState of(QueryShardContext shard, String field, GroupsService groups)
      throws IOException {
    int window = shard.getIndexSettings().getMaxResultWindow();
    NeardupFieldType type = NeardupFieldType.find(shard, field);
    if (type == null) {
      return new ShardState(null, 0, window, 0);
    }
    ShardId id = new ShardId(shard.getIndexSettings().getIndex(), shard.getShardId());
    boolean deriving = groups.groups(id, type, shard.getIndexReader()).isEmpty();
    if (deriving) {
      shard.setIsCacheable(false);
    }
    return new ShardState(type.sketches().parameters(), type.threshold(), window, deriving ? 1 : 0);
  }

  /** What sketches must have in common to be compared. */
  record Format(SketchParameters parameters, double threshold) {}

  /** That of the field; null if the mapping has none. */
  Format format() {
    return parameters == null ? null : new Format(parameters, threshold);
  }

  static ShardState read(StreamInput in) throws IOException {
    String parameters = in.readOptionalString();
    return new ShardState(
        parameters == null ? null : SketchParameters.parse(parameters),
        in.readDouble(),
        in.readVInt(),
        in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(Objects.toString(parameters, null));
    out.writeDouble(threshold);
    out.writeVInt(resultWindow);
    out.writeVInt(deriving);
  }

  /** That of two shards of one index. */
  ShardState and(ShardState other) {
    ShardState known = parameters == null ? other : this;
    return new ShardState(
        known.parameters, known.threshold, resultWindow, deriving + other.deriving);
  }
}
