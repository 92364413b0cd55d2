// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.Test;
import org.neardup.opensearch.Await;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;
import org.neardup.sketch.Sketches;
import org.opensearch.common.settings.MockSecureSettings;
import org.opensearch.common.settings.Settings;

/** A seed is the same on all nodes, and nobody learns it. */
public class TestNodeSeed extends NodeTestCase {

  private static NodeSeed seed(String secret) {
    MockSecureSettings secure = new MockSecureSettings();
    secure.setString("neardup.seed", secret);
    return NodeSeed.of(Settings.builder().setSecureSettings(secure).build());
  }

  @Test
  public void testSecretsMakeSeeds() {
    assertEquals(Sketches.DEFAULT_SEED, NodeSeed.of(Settings.EMPTY).value());
    assertEquals("default", NodeSeed.of(Settings.EMPTY).id());
    assertEquals(seed("secret"), seed("secret"));
    assertNotEquals(seed("secret").value(), seed("secrets").value());
    assertNotEquals(seed("secret").id(), seed("secrets").id());
    assertFalse(seed("secret").toString().contains(Long.toString(seed("secret").value())));
  }

  @Test
  public void testANodeWithAnotherSeedRefusesTheIndex() throws Exception {
    try (LocalCluster cluster = start(0)) {
      cluster.addNode("secret");
      SampleIndex index = SampleIndex.create(cluster, "keyed");
      index.put("1", 1, 1, "a");
      cluster.addNode("another secret");
      cluster.ok("PUT", "/keyed/_settings", "{'index.number_of_replicas': 1}");
      String explain = "{'index': 'keyed', 'shard': 0, 'primary': false}";
      AtomicReference<String> why = new AtomicReference<>();
      Await.until(
          60,
          () -> {
            why.set(cluster.ok("GET", "/_cluster/allocation/explain", explain).text());
            return why.get().contains("was made with another [neardup.seed]");
          },
          why::get);
      index.refresh();
      assertEquals(List.of("1"), index.oneVersion("{'match_all': {}}"));
      cluster.ok("PUT", "/keyed/_settings", "{'index.routing.allocation.exclude._name': 'node1'}");
      cluster.addNode("secret");
      cluster.ok("POST", "/_cluster/reroute?retry_failed=true", null);
      Reply health =
          cluster.ok("GET", "/_cluster/health/keyed?wait_for_status=green&timeout=30s", null);
      assertEquals("green", health.at("status"));
    }
  }
}
