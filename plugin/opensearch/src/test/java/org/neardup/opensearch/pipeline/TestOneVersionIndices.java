// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** Indices with the setting {@code index.neardup.one_version}: searches need no pipeline. */
public class TestOneVersionIndices extends PipelineTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(11), 40);
  private static final int GROUPS = CORPUS.groupCount();
  private static final String ALL = "{'size': 1000}";

  @BeforeClass
  public static void index() {
    putPipeline("variants", ", 'variants': 10");
    putPipeline("default", "");
    for (String index : List.of("three", "one", "without")) {
      CORPUS.index(shared(), index, index.equals("one") ? 1 : 3, 0);
      if (!index.equals("without")) {
        set(index, "'index.neardup.one_version': 'text.dup'");
      }
    }
    shared()
        .ok(
            "POST",
            "/_aliases",
            """
            {'actions': [
              {'add': {'index': 'three', 'alias': 'some', 'filter': {'term': {'copy': 'c1'}}}},
              {'add': {'index': 'one', 'alias': 'some', 'filter': {'term': {'copy': 'c1'}}}},
              {'add': {'index': 'three', 'alias': 'all'}}]}
            """);
  }

  private static void set(String index, String setting) {
    shared().ok("PUT", "/" + index + "/_settings", "{" + setting + "}");
  }

  private static Reply ok(String path, String json) {
    return shared().ok("GET", path, json);
  }

  private static int total(Reply reply) {
    assertEquals("eq", reply.at("hits.total.relation"));
    return reply.number("hits.total.value");
  }

  private static void assertOneVersion(int groups, Reply reply) {
    assertEquals(groups, CORPUS.groups(reply.ids()).size());
    assertEquals(groups, reply.ids().size());
    assertEquals(groups, total(reply));
    assertEquals(false, reply.at("ext.neardup.deriving"));
  }

  @Test
  public void testSearchesCountsAndAliases() {
    for (String name : List.of("three", "one", "all", "t*", "three,one")) {
      assertOneVersion(GROUPS, ok("/" + name + "/_search", ALL));
      assertEquals(GROUPS, ok("/" + name + "/_count", null).number("count"));
    }
    assertEquals(GROUPS + "\n", ok("/_cat/count/three?h=count", null).text());
    int withSecond = total(ok("/three/_search", "{'size': 99, 'query': {'term': {'copy': 'c1'}}}"));
    assertOneVersion(withSecond, ok("/some/_search", ALL));
    assertEquals(CORPUS.size(), ok("/without/_count", null).number("count"));
  }

  @Test
  public void testSearchesOfSeveralKinds() {
    Reply several = ok("/_msearch", "{'index': 'three'}\n{'size': 1000}\n{'index': 'one'}\n{}\n");
    assertEquals(GROUPS, several.number("responses.0.hits.total.value"));
    assertEquals(GROUPS, several.number("responses.1.hits.total.value"));
    Object pit =
        shared().ok("POST", "/three/_search/point_in_time?keep_alive=1m", null).at("pit_id");
    String json = json("{'size': 1000, 'pit': {'id': '%s'}}", pit);
    assertOneVersion(GROUPS, ok("/_search", json));
    List<String> pages = new ArrayList<>();
    for (int from = 0; from < GROUPS; from += 15) {
      pages.addAll(ok("/three/_search", json("{'size': 15, 'from': %d}", from)).ids());
    }
    assertEquals(GROUPS, CORPUS.groups(pages).size());
    int before = searches();
    assertEquals(5, ok("/three/_search", "{'from': 12, 'size': 5}").ids().size());
    assertEquals(3, searches() - before); // one of each shard
    Reply buckets =
        ok("/one/_search", "{'size': 0, 'aggs': {'c': {'value_count': {'field': 'group'}}}}");
    assertEquals(GROUPS, buckets.number("aggregations.c.value"));
    Reply scrolled = ok("/three/_search?scroll=1m", ALL);
    assertEquals(CORPUS.size(), scrolled.ids().size());
  }

  /** Answers without hits are cached by shards, which do not change with settings or mappings. */
  @Test
  public void testCachedAnswersFollowSettingAndOrder() {
    shared()
        .ok(
            "PUT",
            "/cached",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0,
                          'index.neardup.one_version': 'text.dup'},
             'mappings': {'properties': {
               'n': {'type': 'integer'},
               'title': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}},
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
            """);
    for (int i = 1; i <= 3; i++) {
      String text = SampleIndex.text(1, i);
      String json = json("{'n': %d, 'text': '%s', 'title': 'number %d'}", i, text, i);
      shared().ok("PUT", "/cached/_doc/" + i + "?refresh=true", json);
    }
    assertCachedSum(1);
    set("cached", "'index.neardup.one_version': 'title.dup'");
    assertCachedSum(6);
    set("cached", "'index.neardup.one_version': 'text.dup'");
    String mapping =
        "{'properties': {'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup', 'order': 'n:desc'}}}}}";
    shared().ok("PUT", "/cached/_mapping", mapping);
    assertCachedSum(3);
  }

  private static void assertCachedSum(double expected) {
    String json = "{'size': 0, 'aggs': {'n': {'sum': {'field': 'n'}}}}";
    for (int i = 0; i < 2; i++) {
      assertEquals(
          expected, ok("/cached/_search?request_cache=true", json).at("aggregations.n.value"));
    }
    assertTrue(
        ok("/cached/_stats/request_cache", null).number("_all.total.request_cache.hit_count") > 0);
  }

  /** Of an index where each document is alone, aggregations need not look at each. */
  @Test
  public void testTotalBesideAnAggregationThatEndsEarly() {
    String json = "{'size': 0, 'aggs': {'c': {'filter': {'term': {'copy': 'c1'}}}}%s}";
    for (int track : new int[] {10_000, Integer.MAX_VALUE}) {
      Reply reply = ok("/one,without/_search", json(json, ", 'track_total_hits': " + track));
      assertEquals(true, reply.at("terminated_early"));
      assertEquals(GROUPS + CORPUS.size(), total(reply));
    }
    Reply limited = ok("/one,without/_search", json(json, ", 'terminate_after': 2"));
    assertEquals("gte", limited.at("hits.total.relation"));
  }

  private static int searches() {
    return ok("/three/_stats/search", null).number("_all.total.search.query_total");
  }

  @Test
  public void testAllVersions() {
    String term = "{'term': {'copy': 'c1'}}";
    int versions = total(ok("/without/_search", json("{'query': %s}", term)));
    for (String query :
        List.of(
            json("{'all_versions': {'of': %s}}", term),
            json("{'bool': {'must': %s, 'filter': {'all_versions': {}}}}", term))) {
      Reply reply = ok("/three/_search", json("{'size': 1000, 'query': %s}", query));
      assertEquals(versions, total(reply));
      assertEquals(null, reply.map().get("ext"));
      assertEquals(versions, ok("/one/_count", json("{'query': %s}", query)).number("count"));
    }
    String all = "{'size': 1000, 'query': {'all_versions': {}}}";
    for (String path : List.of("/three/_search", "/without/_search?search_pipeline=default")) {
      assertEquals(path, CORPUS.size(), ok(path, all).ids().size());
    }
    assertEquals(CORPUS.size(), ok("/three/_search?search_pipeline=_none", ALL).ids().size());
    Reply collapsed = shared().request("GET", "/one/_search", "{'collapse': {'field': 'group'}}");
    assertEquals(400, collapsed.status());
    assertTrue(collapsed.text(), collapsed.text().contains("a query [all_versions] passes by"));
    String query = "'query': {'all_versions': {}}, 'size': 1000";
    Reply passed = ok("/one/_search", json("{'collapse': {'field': 'group'}, %s}", query));
    assertEquals(GROUPS, passed.ids().size());
  }

  @Test
  public void testOtherPipelinesStay() {
    Reply named = ok("/three/_search?search_pipeline=variants", ALL);
    assertOneVersion(GROUPS, named);
    assertTrue(named.text(), named.text().contains("\"_neardup\":[{\"v"));
    String inline = json("'search_pipeline': {%s, %s}", REQUEST, RESPONSE);
    assertOneVersion(GROUPS, ok("/three/_search", json("{'size': 1000, %s}", inline)));
    String other = "{'search_pipeline': {'response_processors': [{'some_other': {}}]}}";
    Reply processed = shared().request("GET", "/one/_search", other);
    assertTrue(processed.text(), processed.text().contains("Invalid processor type some_other"));
    set("three", "'index.search.default_pipeline': 'default'");
    assertOneVersion(GROUPS, ok("/three/_search", ALL));
    set("three", "'index.search.default_pipeline': null");
  }

  /** Each index collapses by the field that it names, and others stay as they are. */
  @Test
  public void testIndicesOfSeveralFieldsInOneSearch() {
    shared()
        .ok(
            "PUT",
            "/articles",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0,
               'index.neardup.one_version': 'body.same'},
             'mappings': {'properties': {
               'body': {'type': 'text', 'fields': {'same': {'type': 'neardup'}}}}}}
            """);
    for (int i = 0; i < 6; i++) {
      String json = json("{'body': '%s'}", SampleIndex.text(i / 2, i));
      shared().ok("PUT", "/articles/_doc/a" + i + "?refresh", json);
    }
    Reply articles = ok("/articles/_search", ALL);
    assertEquals(articles.text(), 3, articles.ids().size());
    Reply both = ok("/articles,three/_search", ALL);
    assertEquals(both.text(), GROUPS + 3, both.ids().size());
    for (int i = 0; i < 3; i++) { // of another one, whose field has another name
      String json =
          json(
              "{'body': '%s'}",
              shared().ok("GET", "/one/_doc/g" + i + "c0", null).at("_source.text"));
      shared().ok("PUT", "/articles/_doc/g" + i + "c9?refresh", json);
    }
    assertEquals(GROUPS + 3, total(ok("/articles,three/_search", ALL)));
    assertEquals(GROUPS + 3, total(ok("/three,articles/_search", "{'size': 0}")));
    for (int i = 0; i < 3; i++) {
      shared().ok("DELETE", "/articles/_doc/g" + i + "c9?refresh", null);
    }
    Reply all = ok("/articles,three,without/_search", ALL);
    Set<String> ids = new HashSet<>(all.ids());
    assertEquals(all.text(), GROUPS + 3 + CORPUS.size(), all.ids().size());
    assertEquals(CORPUS.size() + 3, ids.size());
    assertEquals(List.of("without"), all.at("ext.neardup.without_field"));
    assertEquals(GROUPS + 3, total(both));
  }

  /** OpenSearch reads their values one by one, and fails by most filters if it need not count. */
  @Test
  public void testSortsByMeansOfValues() {
    shared()
        .ok(
            "PUT",
            "/means",
            """
            {'settings': {'index.codec': 'neardup', 'index.neardup.one_version': 'text.dup'},
             'mappings': {'properties': {
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}},
               'values': {'type': 'integer'}}}}
            """);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      bulk.append(json("{'index': {'_id': '%d'}}\n{'text': 'all %s", i, i % 3 == 0 ? "" : "some"));
      for (int word = 0; word < 20; word++) {
        bulk.append(" w").append(i / 2).append("x").append(word);
      }
      bulk.append(json("', 'values': [%d, %d]}\n", i * 7 % 100, i % 13));
    }
    shared().ok("POST", "/means/_bulk?refresh=true", bulk.toString());
    for (String order : List.of("asc", "desc")) {
      for (String mode : List.of("avg", "sum", "median", "min")) {
        String sorted =
            json(
                "'query': {'match': {'text': 'all some'}}, '_source': false,"
                    + " 'sort': [{'values': {'order': '%s', 'mode': '%s'}}]",
                order, mode);
        Reply page = ok("/means/_search", "{'size': 2, 'track_total_hits': false, " + sorted + "}");
        Reply counted =
            ok("/means/_search", "{'size': 2, 'track_total_hits': true, " + sorted + "}");
        assertEquals(counted.ids(), page.ids());
        assertEquals(null, ((Map<?, ?>) page.at("hits")).get("total"));
      }
    }
  }

  /** OpenSearch says what is too far. */
  @Test
  public void testPagesBeyondAllNumbers() {
    for (String index : List.of("one", "three")) {
      for (String page :
          List.of(
              "{'from': 2147483647, 'size': 10}",
              "{'from': 2147483647, 'size': 2147483647}",
              "{'from': 10, 'size': 2147483647}")) {
        Reply refused = shared().request("GET", "/" + index + "/_search", page);
        assertEquals(refused.text(), 400, refused.status());
        assertTrue(refused.text(), refused.text().contains("Result window is too large"));
      }
    }
  }

  @Test
  public void testAnotherCodecIsRefused() {
    CORPUS.index(shared(), "coded", 1, 0);
    String[] codecs = {"{'index.codec': 'default'}", "{'codec': 'zlib'}", "{'index.codec': null}"};
    set("coded", "'index.blocks.write': true");
    for (String codec : codecs) {
      String copy = json("{'settings': %s}", codec);
      for (String request : List.of("_clone", "_shrink")) {
        assertCodecRefused(shared().request("PUT", "/coded/" + request + "/copy", copy));
      }
    }
    String kept = "{'settings': {'index.codec': 'neardup', 'index.number_of_replicas': 0}}";
    shared().ok("PUT", "/coded/_clone/copy", kept);
    assertEquals(CORPUS.size(), ok("/copy/_count", null).number("count"));
    shared().ok("POST", "/coded/_close", null);
    for (String codec : codecs) {
      assertCodecRefused(shared().request("PUT", "/coded/_settings", codec));
    }
  }

  private static void assertCodecRefused(Reply refused) {
    assertEquals(refused.text(), 400, refused.status());
    String message = "[index.codec] must be [neardup] for fields [text.dup] of index [coded]";
    assertTrue(refused.text(), refused.text().contains(message));
  }

  @Test
  public void testAnotherTypeIsRefused() {
    CORPUS.index(shared(), "mistaken", 1, 0);
    for (String setting : List.of("index.neardup.one_version", "neardup.one_version")) {
      for (String field : List.of("copy", "text")) {
        String json = json("{'%s': '%s'}", setting, field);
        Reply refused = shared().request("PUT", "/mistaken/_settings", json);
        assertEquals(400, refused.status());
        assertTrue(refused.text(), refused.text().contains("field [" + field + "] is of type"));
      }
    }
    String create =
        """
        {'settings': {'index.codec': 'neardup', 'index.neardup.one_version': 'id'},
         'mappings': {'properties': {'id': {'type': 'keyword'}}}}
        """;
    Reply refused = shared().request("PUT", "/never", create);
    assertEquals(400, refused.status());
    assertTrue(refused.text(), refused.text().contains("field [id] must be of type [neardup]"));
    assertEquals(CORPUS.size(), ok("/mistaken/_count", null).number("count"));
    set("mistaken", "'index.neardup.one_version': 'absent'");
    Reply all = ok("/mistaken/_search", "{'size': 0}");
    assertEquals(CORPUS.size(), total(all));
    assertEquals(List.of("mistaken"), all.at("ext.neardup.without_field"));
    String warning = "has the field [of the setting index.neardup.one_version]";
    assertTrue(all.warnings().toString(), all.warnings().toString().contains(warning));
    assertEquals(404, shared().request("GET", "/absent/_search", null).status());
  }
}
