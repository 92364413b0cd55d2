// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** Who may not see some documents sees one version of the others, and nothing of those. */
public class TestDocumentSecurity extends NodeTestCase {
  private static final String QUERY =
      "{'query': " + SampleIndex.oneVersionOf("{'match_all': {}}") + ", 'track_total_hits': true}";

  private static List<String> search(LocalCluster cluster, String body, String header, String tag) {
    Map<String, String> headers = tag == null ? Map.of() : Map.of(header, tag);
    Reply reply = cluster.request("GET", "/secured/_search", body, headers);
    assertEquals(reply.text(), 200, reply.status());
    assertEquals(reply.ids().size(), reply.number("hits.total.value"));
    return reply.sortedIds();
  }

  @Test
  public void testReadersAndQueriesThatHideDocuments() throws Exception {
    for (String header :
        List.of(HidingPlugin.BY_READER, HidingPlugin.BY_QUERY, HidingPlugin.BY_OPAQUE_QUERY)) {
      try (LocalCluster cluster =
          LocalCluster.start(1, folder.newFolder().toPath(), List.of(HidingPlugin.class))) {
        SampleIndex index = SampleIndex.create(cluster, "secured");
        index.put("1", 1, 1, "a");
        index.put("2", 1, 2, "b");
        index.put("3", 1, 3, "b");
        index.refresh();
        index.put("4", 2, 1, "b");
        index.put("5", 2, 2, "a");
        index.put("6", 3, 1, "c");
        index.refresh();
        for (int i = 0; i < 2; i++) { // whoever comes first
          assertEquals(List.of("1", "4", "6"), search(cluster, QUERY, header, null));
          assertEquals(List.of("2", "4"), search(cluster, QUERY, header, "b"));
          assertEquals(List.of("1", "5"), search(cluster, QUERY, header, "a"));
          assertEquals(List.of("6"), search(cluster, QUERY, header, "c"));
          assertEquals(List.of(), search(cluster, QUERY, header, "d"));
        }
        String alone = "{'query': {'one_version': {'field': 'text.dup'}}}";
        if (header.equals(HidingPlugin.BY_READER)) {
          assertEquals(List.of("2", "4"), search(cluster, alone, header, "b"));
        }
        for (String elsewhere :
            List.of(
                "{'query': %s, 'post_filter': {'one_version': {'field': 'text.dup'}}}",
                "{'query': {'bool': {'must': %s, 'must_not': {'bool': {'must_not':"
                    + " {'one_version': {'field': 'text.dup'}}}}}}}")) {
          String all = json(elsewhere, SampleIndex.oneVersionOf("{'match_all': {}}"));
          assertEquals(List.of("1", "4", "6"), search(cluster, all, header, null));
          assertEquals(List.of("2", "4"), search(cluster, all, header, "b"));
        }
        String like =
            "{'query': {'near_duplicate': {'field': 'text.dup', 'index': 'secured', 'id': '3'}}}";
        assertEquals(List.of("2", "3"), search(cluster, like, header, "b"));
        Reply hidden = cluster.request("GET", "/secured/_search", like, Map.of(header, "a"));
        assertEquals(404, hidden.status());
      }
    }
  }
}
