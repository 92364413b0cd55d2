// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;

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
