// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.opensearch.action.support.broadcast.BroadcastResponse;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** Statistics of all copies of shards that have fields of the type, summed by index or by node. */
final class GroupStatisticsResponse extends BroadcastResponse {
  private static final String DOCUMENTS = "documents";
  private static final String MILLIS = "derivation_in_millis";
  private static final List<String> FIGURES =
      List.of(DOCUMENTS, "sketched", "hidden", "groups", MILLIS, "memory_in_bytes");

  private final List<Copy> copies;

  /**
   * What a copy of a shard says of its groups.
   *
   * @param fields what is shown of each, by name
   */
  record Copy(ShardRouting shard, String nodeName, Map<String, Map<String, Object>> fields)
      implements Writeable, ToXContentObject {
    @SuppressWarnings("unchecked") // as it was written
    Copy(StreamInput in) throws IOException {
      this(
          new ShardRouting(in),
          in.readString(),
          (Map<String, Map<String, Object>>) in.readGenericValue());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      shard.writeTo(out);
      out.writeString(nodeName);
      out.writeGenericValue(new LinkedHashMap<>(fields)); // keeps the order
    }

    /** All fields of a shard have the same documents, and derivations run side by side. */
    long sum(String figure) {
      LongStream each = fields.values().stream().mapToLong(field -> (long) field.get(figure));
      boolean isShared = figure.equals(DOCUMENTS) || figure.equals(MILLIS);
      return isShared ? each.max().orElse(0) : each.sum();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
      to.startObject();
      to.field("index", shard.getIndexName());
      to.field("shard", shard.id());
      to.field("primary", shard.primary());
      to.field("node", shard.currentNodeId());
      to.field("node_name", nodeName);
      return to.field("fields", fields).endObject();
    }
  }

  GroupStatisticsResponse(
      int totalShards,
      int successfulShards,
      int failedShards,
      List<DefaultShardOperationFailedException> failures,
      List<Copy> copies) {
    super(totalShards, successfulShards, failedShards, failures);
    this.copies =
        copies.stream()
            .filter(copy -> !copy.fields().isEmpty())
            .sorted(Comparator.comparing(copy -> copy.shard().shardId()))
            .toList();
  }

  GroupStatisticsResponse(StreamInput in) throws IOException {
    super(in);
    copies = in.readList(Copy::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeList(copies);
  }

  /** Those with such fields, in order. */
  List<Copy> copies() {
    return copies;
  }

  /** By index if the request named some, else by node. */
  @Override
  protected void addCustomXContentFields(XContentBuilder to, Params params) throws IOException {
    if (params.param("index") == null) {
      writeBy("nodes", ShardRouting::currentNodeId, to);
    } else {
      writeSums("_all", copies, to);
      writeBy("indices", ShardRouting::getIndexName, to);
    }
  }

  private void writeBy(String name, Function<ShardRouting, String> key, XContentBuilder to)
      throws IOException {
    Map<String, List<Copy>> parts =
        copies.stream()
            .collect(
                Collectors.groupingBy(
                    copy -> key.apply(copy.shard()), TreeMap::new, Collectors.toList()));
    to.startObject(name);
    for (Map.Entry<String, List<Copy>> part : parts.entrySet()) {
      to.startObject(part.getKey());
      writeSums("sum", part.getValue(), to);
      to.field("shards", part.getValue());
      to.endObject();
    }
    to.endObject();
  }

  private static void writeSums(String name, List<Copy> of, XContentBuilder to) throws IOException {
    to.startObject(name);
    writeSum("primaries", of.stream().filter(copy -> copy.shard().primary()).toList(), to);
    writeSum("total", of, to);
    to.endObject();
  }

  private static void writeSum(String name, List<Copy> of, XContentBuilder to) throws IOException {
    to.startObject(name);
    for (String figure : FIGURES) {
      LongStream each = of.stream().mapToLong(copy -> copy.sum(figure));
      to.field(figure, figure.equals(MILLIS) ? each.max().orElse(0) : each.sum());
    }
    to.endObject();
  }
}
