// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** Parts of requests, indices and pipelines that stand in the way of one version. */
public class TestRequestParts extends PipelineTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(7), 70);

  @BeforeClass
  public static void index() {
    putPipeline("p", "");
    putPipeline("variants", ", 'variants': 10");
    CORPUS.index(shared(), "three", 3, 0);
    CORPUS.index(shared(), "one", 1, 0);
    shared()
        .ok(
            "PUT",
            "/plain",
            """
            {'settings': {'number_of_shards': 2, 'number_of_replicas': 0},
             'mappings': {'properties': {'text': {'type': 'text'}, 'rank': {'type': 'integer'}}}}
            """);
    CORPUS.update(shared(), "plain");
  }

  private static void assertFails(String message, String path, String json) {
    Reply reply = shared().request("GET", path, json);
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }

  private static Set<Integer> groupsOf(List<String> ids) {
    return ids.stream().map(CORPUS::group).collect(Collectors.toSet());
  }

  @Test
  public void testInnerHits() {
    shared()
        .ok(
            "PUT",
            "/nested",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0},
             'mappings': {'properties': {
               'comments': {'type': 'nested', 'properties': {'by': {'type': 'keyword'}}},
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
            """);
    for (int i = 0; i < 6; i++) {
      shared()
          .ok(
              "PUT",
              "/nested/_doc/" + i + "?refresh",
              json(
                  "{'text': '%s', 'comments': [{'by': 'ann'}, {'by': 'bob'}]}",
                  SampleIndex.text(i / 2, i)));
    }
    String nested =
        "{'nested': {'path': 'comments', 'query': {'term': {'comments.by': 'bob'}},"
            + " 'inner_hits': {}}}";
    for (String json :
        List.of(
            json("{'query': %s}", nested),
            json("{'post_filter': %s}", nested),
            json("{'query': %s, 'aggs': {'a': {'global': {}}}}", nested))) {
      Reply reply = search("nested", "p", json);
      assertEquals(List.of("0", "2", "4"), reply.sortedIds());
      assertEquals(1, reply.number("hits.hits.0.inner_hits.comments.hits.total.value"));
      assertEquals("bob", reply.at("hits.hits.0.inner_hits.comments.hits.hits.0._source.by"));
      assertFalse(reply.text(), reply.text().contains("_neardup"));
    }
    Reply byQuery =
        search("nested", "_none", json("{'query': %s}", SampleIndex.oneVersionOf(nested)));
    assertEquals(List.of("0", "2", "4"), byQuery.sortedIds());
    assertEquals(1, byQuery.number("hits.hits.0.inner_hits.comments.hits.total.value"));
  }

  /** The plain one has the text of each hit in a reader of its own. */
  @Test
  public void testHighlighters() {
    for (String kind : List.of("plain", "unified")) {
      for (String index : List.of("one", "three")) {
        Reply shown =
            search(
                index,
                "p",
                json(
                    "{'query': {'match': {'text': 'common'}},"
                        + " 'highlight': {'type': '%s', 'fields': {'text': {}}}}",
                    kind));
        assertEquals(10, shown.ids().size());
        String fragment = String.valueOf(shown.at("hits.hits.9.highlight.text.0"));
        assertTrue(fragment, fragment.contains("<em>common</em>"));
      }
    }
  }

  /** What a query looks up it looks up once, though it is used twice. */
  @Test
  public void testQueriesLookUpOnce() {
    shared().ok("PUT", "/lookup/_doc/1?refresh", "{'copies': ['c1', 'c3']}");
    String terms = "{'terms': {'copy': {'index': 'lookup', 'id': '1', 'path': 'copies'}}}";
    int before = lookUps();
    Reply found =
        search(
            "three",
            "p",
            json("{'size': 1000, 'query': %s, 'aggs': {'a': {'global': {}}}}", terms));
    assertEquals(1, lookUps() - before);
    assertEquals(56, CORPUS.groups(found.ids()).size());
    search("three", "p", json("{'size': 60, 'post_filter': %s}", terms)); // is continued
    assertEquals(2, lookUps() - before);
  }

  private static int lookUps() {
    return shared().ok("GET", "/lookup/_stats/get", null).number("_all.total.get.total");
  }

  /** A group whose representative scores too low has another version that does not. */
  @Test
  public void testLeastScore() {
    String query =
        """
        'min_score': 600, 'query': {'function_score': {
          'query': {'match': {'text': 'common'}},
          'field_value_factor': {'field': 'rank'}, 'boost_mode': 'replace'}}
        """;
    for (String index : List.of("one", "three")) {
      for (String more :
          List.of(
              "",
              ", 'post_filter': {'terms': {'copy': ['c1', 'c2']}}",
              ", 'sort': ['id'], 'track_scores': true")) {
        String json = json("{'size': 1000, %s %s}", query, more);
        List<String> plain = search(index, "_none", json).ids();
        Reply shown = search(index, "p", json);
        assertEquals(groupsOf(plain), CORPUS.groups(shown.ids()));
        assertEquals(groupsOf(plain).size(), shown.number("hits.total.value"));
        assertTrue(groupsOf(plain).size() < plain.size());
      }
      String counted =
          json("{'size': 0, %s, 'aggs': {'c': {'cardinality': {'field': 'group'}}}}", query);
      assertEquals(
          search(index, "_none", counted).at("aggregations"),
          search(index, "p", counted).at("aggregations"));
    }
  }

  @Test
  public void testIndicesWithoutTheFieldPassAsTheyAre() {
    for (String pipeline : List.of("p", "variants")) {
      Reply both = search("three,plain", pipeline, "{'size': 1000, 'sort': ['rank']}");
      assertEquals(0, both.number("_shards.failed"));
      assertEquals(CORPUS.groupCount() + CORPUS.size(), both.ids().size());
      assertEquals(CORPUS.groupCount() + CORPUS.size(), both.number("hits.total.value"));
      assertEquals("eq", both.at("hits.total.relation"));
      assertEquals(List.of("plain"), both.at("ext.neardup.without_field"));
      Reply page = search("three,plain", pipeline, "{'from': 50, 'size': 20, 'sort': ['rank']}");
      assertEquals(20, page.ids().size());
    }
    Reply alone = search("plain", "p", "{'size': 1000}");
    assertEquals(CORPUS.size(), alone.ids().size());
    assertEquals(List.of("plain"), alone.at("ext.neardup.without_field"));
    assertTrue(
        alone.warnings().toString().contains("no index of the search has the field [text.dup]"));
    assertEquals(List.of(), search("three,plain", "p", "{}").warnings());
    assertEquals(
        CORPUS.groupCount() + CORPUS.size(),
        shared()
            .ok(
                "GET",
                "/one,plain/_search?size=0",
                "{'query': {'one_version': {'field': 'text.dup', 'ignore_unmapped': true}}}")
            .number("hits.total.value"));
    Reply near =
        shared()
            .ok(
                "GET",
                "/one,plain/_search",
                """
                {'query': {'near_duplicate': {'field': 'text.dup', 'index': 'one', 'id': 'g4c0',
                  'ignore_unmapped': true}}}
                """);
    assertEquals(List.of("g4c0", "g4c1", "g4c2", "g4c3", "g4c4"), near.sortedIds());
    assertEquals(0, near.number("_shards.failed"));
  }

  /** The first thirty hits have fewer groups, but those of each shard have as many. */
  @Test
  public void testPagesBeyondTheResultWindow() {
    CORPUS.index(shared(), "narrow", 3, 0);
    shared().ok("PUT", "/narrow/_settings", "{'index.max_result_window': 30}");
    String sort = "'sort': ['group', 'id']";
    String path = "/narrow/_search?search_pipeline=p&batched_reduce_size=2";
    for (int from : new int[] {20, 29}) {
      String json = json("{'from': %d, 'size': 1, %s}", from, sort);
      assertFails("read on with [search_after]", path, json);
      assertFails("first [30] hits", path, json);
    }
    assertFails("[index.max_result_window]", path, json("{'from': 1, 'size': 29, %s}", sort));
    List<String> all = search("three", "p", json("{'size': 1000, %s}", sort)).ids();
    String last = json("{'from': 29, 'size': 1, %s}", sort);
    assertEquals(all.subList(29, 30), search("narrow", "p", last).ids());
    assertEquals(all.subList(0, 30), search("narrow", "p", json("{'size': 30, %s}", sort)).ids());
    Reply byScore =
        shared().ok("GET", path, "{'size': 30, 'query': {'match': {'text': 'common'}}}");
    assertTrue(byScore.ids().size() < 30);
    assertEquals("the first 30 hits", byScore.at("ext.neardup.ends_after"));
    assertEquals("gte", byScore.at("hits.total.relation"));
    Set<Integer> read = new HashSet<>();
    String after = "";
    while (read.size() < all.size()) { // its pages are full, but know less of each other
      Reply page = search("narrow", "p", json("{'size': 10, %s %s}", sort, after));
      read.addAll(CORPUS.groups(page.ids()));
      assertTrue(page.ids().size() == 10 || read.size() == all.size());
      List<?> values = (List<?>) page.at("hits.hits." + (page.ids().size() - 1) + ".sort");
      after = json(", 'search_after': [%s, '%s']", values.get(0), values.get(1));
    }
    assertEquals(CORPUS.groupCount(), read.size());
    String end = json("{'from': 25, 'query': {'term': {'copy': 'c4'}}, 'size': 5, %s}", sort);
    assertEquals(List.of(), search("narrow", "p", end).ids()); // there are 14
  }

  @Test
  public void testPipelinesNeedBothProcessors() {
    for (String[] half :
        new String[][] {
          {REQUEST, "needs the response processor [one_version]"},
          {
            REQUEST.replace("]", ", {'one_version': {'field': 'text.dup'}}]") + ", " + RESPONSE,
            "must have one request processor [one_version], got several"
          },
          {RESPONSE, "needs the request processor [one_version]"}
        }) {
      shared().ok("PUT", "/_search/pipeline/half", "{" + half[0] + "}");
      for (String index : List.of("one", "three")) {
        for (int size : new int[] {0, 5}) {
          String json = "{'size': " + size + "}";
          assertFails(half[1], "/" + index + "/_search?search_pipeline=half", json);
          String inline = json("{'size': %d, 'search_pipeline': {%s}}", size, half[0]);
          assertFails(half[1], "/" + index + "/_search", inline);
        }
        String settings = "/" + index + "/_settings";
        shared().ok("PUT", settings, "{'index.search.default_pipeline': 'half'}");
        assertFails(half[1], "/" + index + "/_count", null);
        Reply several = shared().ok("GET", "/" + index + "/_msearch", "{}\n{}\n");
        assertEquals(400, several.number("responses.0.status"));
        assertTrue(several.text(), several.text().contains(half[1]));
        shared().ok("PUT", settings, "{'index.search.default_pipeline': null}");
      }
    }
  }

  /** Whoever lets the request processor fail gets what was asked without it. */
  @Test
  public void testFailuresThatAreIgnored() {
    String json =
        """
        {'size': 1000, 'collapse': {'field': 'group'}, 'search_pipeline': {
          'request_processors': [{'one_version': {'field': 'text.dup', 'ignore_failure': true}}],
          'phase_results_processors': [{'one_version': {}}],
          'response_processors': [{'one_version': {}}]}}
        """;
    Reply reply = shared().ok("GET", "/one/_search", json);
    assertEquals(CORPUS.groupCount(), reply.ids().size());
    assertEquals(Map.of("relation", "eq", "value", CORPUS.size()), reply.at("hits.total"));
  }
}
