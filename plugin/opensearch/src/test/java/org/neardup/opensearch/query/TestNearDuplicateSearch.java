// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** What resembles a text or a document. */
public class TestNearDuplicateSearch extends NodeTestCase {

  private static Reply search(LocalCluster cluster, String index, String query) {
    return cluster.request(
        "GET",
        "/" + index + "/_search",
        "{'query': {'near_duplicate': {'field': 'text.dup', " + query + "}}}");
  }

  private static String text(int topic, int variant) {
    return "'text': '" + SampleIndex.text(topic, variant) + "'";
  }

  @Test
  public void testByText() {
    SampleIndex index = SampleIndex.create(shared(), "texts");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.put("3", 2, 1, "a");
    index.refresh();
    Reply found = search(shared(), "texts", text(1, 2));
    assertEquals(List.of("2", "1"), found.ids());
    assertEquals(1, ((Number) found.at("hits.hits.0._score")).doubleValue(), 0);
    assertEquals(.96, ((Number) found.at("hits.hits.1._score")).doubleValue(), .06);
    assertEquals(List.of("2"), search(shared(), "texts", text(1, 2) + ", 'min': 1").ids());
    assertEquals(List.of(), search(shared(), "texts", text(9, 1)).ids());
    assertEquals(List.of(), search(shared(), "texts", "'text': '...'").ids());
    Reply half = search(shared(), "texts", text(1, 2) + ", 'boost': 0.5");
    assertEquals(.5, ((Number) half.at("hits.max_score")).doubleValue(), 0);
  }

  @Test
  public void testByDocumentOfAnyShardAndIndex() throws Exception {
    try (LocalCluster cluster = start(2)) {
      SampleIndex index = SampleIndex.create(cluster, "many", 4, 0, "");
      for (int i = 0; i < 20; i++) {
        index.put("" + i, i % 5, i, "a");
      }
      index.put("blank", 1, 1, "a");
      cluster.ok("PUT", "/many/_doc/blank", "{'text': ''}");
      index.refresh();
      SampleIndex other = SampleIndex.create(cluster, "other", 1, 0, ", 'threshold': 0.6");
      other.put("x", 3, 77, "a");
      other.refresh();
      Reply same = search(cluster, "many", "'index': 'many', 'id': '7'");
      assertEquals(List.of("12", "17", "2", "7"), same.sortedIds());
      assertEquals("7", same.ids().get(0));
      Reply across = search(cluster, "many", "'index': 'other', 'id': 'x'");
      assertEquals(List.of("13", "18", "3", "8"), across.sortedIds());
      assertEquals(List.of(), search(cluster, "many", "'index': 'many', 'id': 'blank'").ids());
      Reply inFilter =
          cluster.ok(
              "GET",
              "/many/_search",
              """
              {'query': {'bool': {'must_not': {'ids': {'values': ['7']}}, 'filter': {'one_version': {
                'field': 'text.dup', 'of': {'near_duplicate': {
                  'field': 'text.dup', 'index': 'many', 'id': '7'}}}}}}}
              """);
      assertTrue(inFilter.text(), inFilter.ids().size() >= 1);
    }
  }

  @Test
  public void testScopes() {
    SampleIndex index = SampleIndex.create(shared(), "tenants", 1, 0, ", 'scope': 'tag'");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 1, "b");
    index.refresh();
    assertEquals(List.of("1"), search(shared(), "tenants", text(1, 1) + ", 'scope': 'a'").ids());
    assertEquals(List.of(), search(shared(), "tenants", text(1, 1)).ids());
    assertEquals(List.of("2"), search(shared(), "tenants", "'index': 'tenants', 'id': '2'").ids());
  }

  @Test
  public void testMistakesAreNamed() {
    SampleIndex index = SampleIndex.create(shared(), "wrong");
    index.put("1", 1, 1, "a");
    SampleIndex characters = SampleIndex.create(shared(), "chars", 1, 0, ", 'shingle': 'char:9'");
    characters.put("1", 1, 1, "a");
    index.refresh();
    characters.refresh();
    assertRefused(400, "'min': 0.5", "needs [text], or both [index] and [id]");
    assertRefused(400, "'index': 'wrong'", "needs [text], or both [index] and [id]");
    assertRefused(400, "'text': 'a', 'index': 'i', 'id': '1'", "and not more");
    assertRefused(400, "'text': 'a', 'min': 0", "at most 1, got [0.0]");
    assertRefused(400, "'index': 'i', 'id': '1', 'scope': 's'", "a document has its own");
    assertRefused(400, "'text': 'a', 'like': 1", "unknown field [like]");
    assertRefused(404, "'index': 'wrong', 'id': '2'", "found no document [2] in [wrong]");
    assertRefused(404, "'index': 'none', 'id': '2'", "no such index [none]");
    assertRefused(400, "'index': 'chars', 'id': '1'", "char:9");
  }

  private static void assertRefused(int status, String query, String message) {
    Reply reply = search(shared(), "wrong", query);
    assertEquals(reply.text(), status, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }
}
