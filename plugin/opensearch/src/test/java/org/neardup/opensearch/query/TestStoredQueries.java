// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.opensearch.percolator.PercolatorModulePlugin;
import org.opensearch.plugins.Plugin;

/** Queries that an index keeps: those of a percolator, and the filters of aliases. */
public class TestStoredQueries extends NodeTestCase {
  private static final String ONE = "{'one_version': {'field': 'text.dup'}}";

  private static final String LIKE =
      "{'near_duplicate': {'field': 'text.dup', 'text': 'some text'}}";

  @Test
  public void testAPercolatorRefusesThemAndAnAliasDoesNot() throws Exception {
    List<Class<? extends Plugin>> percolator = List.of(PercolatorModulePlugin.class);
    try (LocalCluster cluster = LocalCluster.start(1, folder.getRoot().toPath(), percolator)) {
      cluster.ok(
          "PUT",
          "/stored",
          """
          {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0},
           'mappings': {'properties': {
             'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}},
             'query': {'type': 'percolator'}}}}
          """);
      for (String query : List.of(ONE, LIKE)) {
        Reply reply = cluster.request("PUT", "/stored/_doc/1", "{'query': " + query + "}");
        assertEquals(reply.text(), 400, reply.status());
        assertTrue(reply.text(), reply.text().contains("cannot be stored for a percolator"));
      }
      cluster.ok("PUT", "/stored/_doc/2", "{'query': {'match': {'text': 'some'}}}");
      cluster.ok("PUT", "/stored/_doc/3", "{'text': 'some text'}");
      cluster.ok("PUT", "/stored/_doc/4?refresh=true", "{'text': 'some text'}");
      Reply found =
          cluster.ok(
              "GET",
              "/stored/_search",
              "{'query': {'percolate': {'field': 'query', 'document': {'text': 'some text'}}}}");
      assertEquals(List.of("2"), found.ids());

      cluster.ok("PUT", "/stored/_alias/one", "{'filter': " + ONE + "}");
      assertEquals(List.of("2", "3"), cluster.ok("GET", "/one/_search", null).sortedIds());
      cluster.ok("PUT", "/stored/_alias/like", "{'filter': " + LIKE + "}");
      assertEquals(List.of("3", "4"), cluster.ok("GET", "/like/_search", null).sortedIds());
    }
  }
}
