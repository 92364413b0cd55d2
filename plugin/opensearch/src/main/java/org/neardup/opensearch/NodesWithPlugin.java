// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.RoutingNode;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.routing.allocation.RoutingAllocation;
import org.opensearch.cluster.routing.allocation.decider.AllocationDecider;
import org.opensearch.cluster.routing.allocation.decider.Decision;
import org.opensearch.common.settings.Settings;

/**
 * Keeps shards that need the plugin on nodes that have it, by an attribute of theirs: while it is
 * being installed node by node, and when a node joins without it.
 */
final class NodesWithPlugin extends AllocationDecider {
  private static final String NAME = "neardup";

  /** The attribute of a node with the plugin. */
  static final Settings ATTRIBUTE = Settings.builder().put("node.attr." + NAME, true).build();

  @Override
  public Decision canAllocate(ShardRouting shard, RoutingNode node, RoutingAllocation allocation) {
    return decide(allocation.metadata().getIndexSafe(shard.index()), node.node(), allocation);
  }

  @Override
  public Decision canAllocate(IndexMetadata index, RoutingNode node, RoutingAllocation allocation) {
    return decide(index, node.node(), allocation);
  }

  @Override
  public Decision shouldAutoExpandToNode(
      IndexMetadata index, DiscoveryNode node, RoutingAllocation allocation) {
    return decide(index, node, allocation);
  }

  /** Not even for a primary of which there is no other copy: it would fail. */
  @Override
  public Decision canForceAllocatePrimary(
      ShardRouting shard, RoutingNode node, RoutingAllocation allocation) {
    return canAllocate(shard, node, allocation);
  }

  private static Decision decide(
      IndexMetadata index, DiscoveryNode node, RoutingAllocation allocation) {
    if (!NeardupFieldMapper.hasCodec(index.getSettings())) {
      return allocation.decision(
          Decision.YES, NAME, "the index does not need the plugin [neardup]");
    }
    return node.getAttributes().containsKey(NAME)
        ? allocation.decision(Decision.YES, NAME, "the node has the plugin [neardup]")
        : allocation.decision(
            Decision.NO,
            NAME,
            "the index has [index.codec: %s], and the node does not have the plugin [neardup]",
            NeardupFieldMapper.CODEC);
  }
}
