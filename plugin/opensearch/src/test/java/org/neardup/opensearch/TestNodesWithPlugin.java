// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;

/** Shards that need the plugin go to no node without it. */
public class TestNodesWithPlugin extends NodeTestCase {
  @Test
  public void testANodeWithoutThePluginGetsNoShardThatNeedsIt() throws Exception {
    try (LocalCluster cluster = start(1)) {
      SampleIndex index = SampleIndex.create(cluster, "needs");
      index.put("1", 1, 1, "a");
      cluster.ok("PUT", "/plain", "{'settings': {'number_of_replicas': 0}}");
      cluster.addNodeWithoutPlugin();
      String replicas = "{'index.number_of_replicas': 1}";
      cluster.ok("PUT", "/needs,plain/_settings", replicas);
      Reply plain = cluster.ok("GET", "/_cluster/health/plain?wait_for_status=green", null);
      assertEquals(plain.text(), "green", plain.at("status"));
      Reply why =
          cluster.ok(
              "GET",
              "/_cluster/allocation/explain",
              "{'index': 'needs', 'shard': 0, 'primary': false}");
      assertTrue(why.text(), why.text().contains("the node does not have the plugin [neardup]"));
      assertFalse(why.text(), why.text().contains("failed_allocation_attempts"));

      cluster.addNode(null);
      Reply health =
          cluster.ok("GET", "/_cluster/health/needs?wait_for_status=green&timeout=30s", null);
      assertEquals(health.text(), "green", health.at("status"));
      index.refresh();
      assertEquals(List.of("1"), index.oneVersion("{'match_all': {}}"));
    }
  }
}
