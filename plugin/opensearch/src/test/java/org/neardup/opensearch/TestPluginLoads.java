// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.neardup.opensearch.mapper.NeardupFieldType;

/** A node accepts the plugin, an index its codec, a mapping its field type. */
public class TestPluginLoads extends NodeTestCase {
  @Test
  public void testDocumentsAreSketchedAndFound() throws Exception {
    try (LocalCluster cluster = start(1)) {
      cluster.ok(
          "PUT",
          "/docs",
          """
          {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0},
           'mappings': {'properties': {
             'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
          """);
      cluster.ok("PUT", "/docs/_doc/1?refresh=true", "{'text': 'one two three'}");
      cluster.ok("PUT", "/docs/_doc/2?refresh=true", "{'text': '...'}");
      String withSketch = "{'query': {'exists': {'field': 'text.dup'}}}";
      assertEquals(List.of("1"), cluster.ok("GET", "/docs/_search", withSketch).ids());
      cluster.ok("POST", "/docs/_forcemerge?max_num_segments=1", null);
      assertEquals(List.of("1"), cluster.ok("GET", "/docs/_search", withSketch).ids());
    }
  }

  @Test
  public void testAClosedIndexIsGreenAndOpensAgain() {
    assertEquals(List.of(), NeardupFieldType.all(null)); // it has no mapping
    SampleIndex index = SampleIndex.create(shared(), "closed");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.refresh();
    Reply closed = shared().ok("POST", "/closed/_close?wait_for_active_shards=1", null);
    assertEquals(closed.text(), true, closed.at("shards_acknowledged"));
    shared().ok("GET", "/_cluster/health/closed?wait_for_status=green&timeout=10s", null);
    assertEquals(0, shared().ok("GET", "/_neardup/stats", null).number("_shards.failed"));
    for (String path : List.of("/closed,absent/_neardup/stats", "/_cat/neardup/closed,absent")) {
      assertEquals(path, 404, shared().request("GET", path, null).status());
      assertEquals(
          path, 200, shared().request("GET", path + "?ignore_unavailable=true", null).status());
    }
    shared().ok("POST", "/closed/_open", null);
    shared().ok("GET", "/_cluster/health/closed?wait_for_status=green&timeout=10s", null);
    assertEquals(List.of("1"), index.oneVersion("{'match_all': {}}"));
  }

  @Test
  public void testMappingWithoutTheCodecIsRefused() throws Exception {
    try (LocalCluster cluster = start(1)) {
      Reply reply =
          cluster.request(
              "PUT", "/plain", "{'mappings': {'properties': {'dup': {'type': 'neardup'}}}}");
      assertEquals(400, reply.status());
      assertTrue(reply.text(), reply.text().contains("[index.codec: neardup]"));
    }
  }
}
