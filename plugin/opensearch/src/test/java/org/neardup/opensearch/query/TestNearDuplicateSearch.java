// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

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
    assertReason("'min': 0.5", "needs [text], or both [index] and [id]");
    assertReason("'index': 'wrong'", "needs [text], or both [index] and [id]");
    assertReason("'text': 'a', 'index': 'i', 'id': '1'", "and not more");
    for (String minimum : List.of("0", "1.01", "-0.5", "NaN", "half")) {
      String message = "[min] of [near_duplicate] must be above 0 and at most 1, got [%s]";
      assertReason("'text': 'a', 'min': '" + minimum + "'", json(message, minimum));
    }
    assertReason("'text': 'a', 'min': null", "min doesn't support values of type: VALUE_NULL");
    assertReason("'index': 'i', 'id': '1', 'scope': 's'", "a document has its own");
    assertReason("'text': 'a', 'like': 1", "unknown field [like]");
    String inside = "{'field': 'text.dup', 'of': {'near_duplicate': {'field': 'f', 'id': '1'}}}";
    Reply nested =
        shared().request("GET", "/wrong/_search", json("{'query': {'one_version': %s}}", inside));
    assertEquals(
        "[near_duplicate] needs [text], or both [index] and [id], and not more",
        nested.at("error.reason"));
    assertRefused(404, "'index': 'wrong', 'id': '2'", "found no document [2] in [wrong]");
    assertRefused(404, "'index': 'none', 'id': '2'", "no such index [none]");
    assertRefused(400, "'index': 'chars', 'id': '1'", "char:9");
  }

  /** Not only in what caused the error. */
  private static void assertReason(String query, String message) {
    Reply reply = search(shared(), "wrong", query);
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.at("error.reason").toString().contains(message));
  }

  @Test
  public void testDocumentsOfSeveralIndices() {
    for (String name : List.of("day-1", "day-2", "day-3")) {
      SampleIndex index = SampleIndex.create(shared(), name);
      index.put(name, name.length(), 1, "a");
      index.put("same", name.charAt(4), 1, "a");
      index.refresh();
    }
    Reply one = search(shared(), "day-*", "'index': 'day-*', 'id': 'day-2'");
    assertEquals(List.of("day-1", "day-2", "day-3"), one.sortedIds());
    Reply several = search(shared(), "day-*", "'index': 'day-*', 'id': 'same'");
    assertEquals(several.text(), 400, several.status());
    assertEquals(
        "[near_duplicate] must name one document, but [day-*] has [same] in [day-1, day-2, day-3]",
        several.at("error.reason"));
  }

  @Test
  public void testFieldsThatAnIndexDoesNotHave() {
    SampleIndex index = SampleIndex.create(shared(), "mapped");
    index.put("1", 1, 1, "a");
    shared().ok("PUT", "/unmapped/_doc/2?refresh", "{'tag': 'b'}");
    index.refresh();
    String there = "'index': 'unmapped', 'id': '2'";
    Reply notThere = search(shared(), "mapped", there);
    assertEquals(notThere.text(), 400, notThere.status());
    assertTrue(notThere.text(), notThere.text().contains("field [text.dup] must be of type"));
    Reply none = search(shared(), "mapped", there + ", 'ignore_unmapped': true");
    assertEquals(none.text(), List.of(), none.ids());
    Reply other =
        shared()
            .request(
                "GET",
                "/mapped/_search",
                "{'query': {'near_duplicate': {'field': 'text', 'index': 'mapped', 'id': '1'}}}");
    assertEquals(other.text(), 400, other.status());
    assertTrue(other.text(), other.text().contains("field [text] must be of type [neardup]"));
    for (String query :
        List.of(
            "'one_version': {'field': 'text.dop' %s}",
            "'near_duplicate': {'field': 'text.dop', 'text': 'a' %s}",
            "'near_duplicate': {'field': 'text.dop', 'index': 'mapped', 'id': '1' %s}")) {
      Reply refused =
          shared().request("GET", "/mapped/_search", "{'query': {" + json(query, "") + "}}");
      assertEquals(refused.text(), 400, refused.status());
      String message = "field [text.dop] must be of type [neardup], but it is not in the mapping";
      assertTrue(refused.text(), refused.text().contains(message));
      String ignoring = json(query, ", 'ignore_unmapped': true");
      Reply ignored = shared().ok("GET", "/mapped/_search", "{'query': {" + ignoring + "}}");
      assertEquals(query.contains("one_version") ? List.of("1") : List.of(), ignored.ids());
      String some = json(query.replace("dop", "dup"), "");
      Reply partial = shared().ok("GET", "/mapped,unmapped/_search", "{'query': {" + some + "}}");
      assertEquals(partial.text(), 1, partial.number("_shards.failed"));
    }
  }

  @Test
  public void testADocumentWithoutItsSource() {
    shared()
        .ok(
            "PUT",
            "/sourceless",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0},
             'mappings': {'_source': {'enabled': false}, 'properties': {
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
            """);
    shared().ok("PUT", "/sourceless/_doc/1?refresh", "{" + text(1, 1) + "}");
    Reply found = search(shared(), "sourceless", "'index': 'sourceless', 'id': '1'");
    assertEquals(found.text(), List.of("1"), found.ids());
  }

  private static void assertRefused(int status, String query, String message) {
    Reply reply = search(shared(), "wrong", query);
    assertEquals(reply.text(), status, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }
}
