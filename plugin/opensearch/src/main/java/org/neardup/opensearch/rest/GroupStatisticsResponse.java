// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.neardup.opensearch.groups.FieldStatistics.Counts;
import org.opensearch.action.support.broadcast.BroadcastResponse;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentBuilder;

/** Statistics of all copies of shards that have fields of the type, summed by index or by node. */
final class GroupStatisticsResponse extends BroadcastResponse {
  private final List<ShardGroupStatistics> shards;

  GroupStatisticsResponse(
      int totalShards,
      int successfulShards,
      int failedShards,
      List<DefaultShardOperationFailedException> failures,
      List<ShardGroupStatistics> shards) {
    super(totalShards, successfulShards, failedShards, failures);
    this.shards =
        shards.stream()
            .filter(shard -> !shard.fields().isEmpty())
            .sorted(Comparator.comparing(shard -> shard.copy().shardId()))
            .toList();
  }

  GroupStatisticsResponse(StreamInput in) throws IOException {
    super(in);
    shards = in.readList(ShardGroupStatistics::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeList(shards);
  }

  /** Those with such fields, in order. */
  List<ShardGroupStatistics> shards() {
    return shards;
  }

  /** By index if the request named some, else by node. */
  @Override
  protected void addCustomXContentFields(XContentBuilder to, Params params) throws IOException {
    if (params.param("index") == null) {
      writeBy("nodes", ShardRouting::currentNodeId, to);
    } else {
      writeSums("_all", shards, to);
      writeBy("indices", ShardRouting::getIndexName, to);
    }
  }

  private void writeBy(String name, Function<ShardRouting, String> key, XContentBuilder to)
      throws IOException {
    Map<String, List<ShardGroupStatistics>> parts =
        shards.stream()
            .collect(
                Collectors.groupingBy(
                    shard -> key.apply(shard.copy()), TreeMap::new, Collectors.toList()));
    to.startObject(name);
    for (Map.Entry<String, List<ShardGroupStatistics>> part : parts.entrySet()) {
      to.startObject(part.getKey());
      writeSums("sum", part.getValue(), to);
      to.field("shards", part.getValue());
      to.endObject();
    }
    to.endObject();
  }

  private static void writeSums(String name, List<ShardGroupStatistics> of, XContentBuilder to)
      throws IOException {
    to.startObject(name);
    to.startObject("primaries");
    sum(of.stream().filter(shard -> shard.copy().primary()).toList())
        .toXContent(to, ToXContent.EMPTY_PARAMS);
    to.endObject().startObject("total");
    sum(of).toXContent(to, ToXContent.EMPTY_PARAMS);
    to.endObject().endObject();
  }

  private static Counts sum(List<ShardGroupStatistics> of) {
    return of.stream()
        .map(
            shard ->
                shard.fields().stream()
                    .map(field -> field.statistics().counts())
                    .reduce(Counts.NONE, Counts::plusField))
        .reduce(Counts.NONE, Counts::plus);
  }
}
