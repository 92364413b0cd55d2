// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.neardup.opensearch.rest.ShardGroupStatistics.OfField;
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
    shards = in.readList(ShardGroupStatistics::read);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeList(shards);
  }

  /** All, each index and its shards. */
  XContentBuilder writeByIndex(XContentBuilder to) throws IOException {
    writeSums("_all", shards, to);
    return writeBy("indices", ShardRouting::getIndexName, to);
  }

  /** Each node and its shards. */
  XContentBuilder writeByNode(XContentBuilder to) throws IOException {
    return writeBy("nodes", ShardRouting::currentNodeId, to);
  }

  private XContentBuilder writeBy(
      String name, Function<ShardRouting, String> key, XContentBuilder to) throws IOException {
    Map<String, List<ShardGroupStatistics>> parts =
        shards.stream()
            .collect(
                Collectors.groupingBy(
                    shard -> key.apply(shard.copy()), TreeMap::new, Collectors.toList()));
    to.startObject(name);
    for (Map.Entry<String, List<ShardGroupStatistics>> part : parts.entrySet()) {
      to.startObject(part.getKey());
      writeSums("sum", part.getValue(), to);
      to.startArray("shards");
      for (ShardGroupStatistics shard : part.getValue()) {
        write(shard, to);
      }
      to.endArray().endObject();
    }
    return to.endObject();
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

  private static GroupCounts sum(List<ShardGroupStatistics> of) {
    return of.stream()
        .map(
            shard ->
                shard.fields().stream()
                    .map(field -> GroupCounts.of(field.statistics()))
                    .reduce(GroupCounts.NONE, GroupCounts::plusField))
        .reduce(GroupCounts.NONE, GroupCounts::plus);
  }

  private static void write(ShardGroupStatistics shard, XContentBuilder to) throws IOException {
    to.startObject();
    to.field("index", shard.copy().getIndexName());
    to.field("shard", shard.copy().id());
    to.field("primary", shard.copy().primary());
    to.field("node", shard.copy().currentNodeId());
    to.field("node_name", shard.nodeName());
    to.startObject("fields");
    for (OfField field : shard.fields()) {
      to.field(field.statistics().field());
      field.toXContent(to, ToXContent.EMPTY_PARAMS);
    }
    to.endObject().endObject();
  }
}
