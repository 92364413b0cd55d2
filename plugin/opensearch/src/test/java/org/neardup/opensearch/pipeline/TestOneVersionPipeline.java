// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.RandomizedTest;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.Await;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/** Searches through the processors, on three nodes. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestOneVersionPipeline {
  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(1), 70);
  private static LocalCluster cluster;

  @BeforeClass
  public static void startCluster() {
    cluster = LocalCluster.start(3, FOLDER.getRoot().toPath());
    CORPUS.index(cluster, "three", 3, 1);
    CORPUS.index(cluster, "one", 1, 1);
    cluster.putPipeline("one_version", "");
    cluster.putPipeline("exact", ", 'exact_total': true");
    cluster.putPipeline("variants", ", 'variants': 10");
  }

  @AfterClass
  public static void closeCluster() throws IOException {
    cluster.close();
    cluster = null;
  }

  private static Reply search(String index, String pipeline, String json) {
    return cluster.ok("GET", "/" + index + "/_search?search_pipeline=" + pipeline, json);
  }

  private static Reply search(String index, String json) {
    return search(index, "one_version", json);
  }

  @Test
  public void testOnePageOfEverything() {
    for (String index : List.of("one", "three")) {
      Reply reply = search(index, "{'size': 1000}");
      assertEquals(CORPUS.groupCount(), CORPUS.groups(reply.ids()).size());
      assertEquals(CORPUS.groupCount(), reply.number("hits.total.value"));
      assertEquals("eq", reply.at("hits.total.relation"));
      assertEquals(false, reply.at("ext.neardup.deriving"));
      assertFalse(reply.text(), reply.text().contains("_neardup_sketch"));
      assertFalse(reply.text(), reply.text().contains("neardup_state"));
    }
    assertEquals(CORPUS.size(), search("three", "_none", "{'size': 1000}").ids().size());
  }

  @Test
  public void testPagesBySearchAfterAreDisjoint() {
    for (String index : List.of("one", "three")) {
      for (String sort : List.of("[{'rank': 'desc'}, 'id']", "['_score', 'id']")) {
        Set<Integer> seen = new HashSet<>();
        List<String> all = new ArrayList<>();
        String after = "";
        while (true) {
          Reply page =
              search(
                  index,
                  json(
                      """
                  {'size': 10, 'sort': %s, 'query': {'match': {'text': 'common'}} %s}
                  """,
                      sort, after));
          List<String> ids = page.ids();
          for (String id : ids) {
            assertTrue("twice: " + id, seen.add(CORPUS.group(id)));
          }
          all.addAll(ids);
          if (ids.isEmpty()) {
            break;
          }
          assertTrue(ids.size() == 10 || seen.size() == CORPUS.groupCount());
          List<?> last = (List<?>) page.at("hits.hits." + (ids.size() - 1) + ".sort");
          after = json(", 'search_after': [%s, '%s']", last.get(0), last.get(1));
        }
        assertEquals(CORPUS.groupCount(), seen.size());
        String whole =
            json("{'size': 1000, 'sort': %s, 'query': {'match': {'text': 'common'}}}", sort);
        assertEquals(search(index, whole).ids(), all);
      }
    }
  }

  @Test
  public void testPagesByFromAreThoseOfTheWhole() {
    String whole = "{'size': 1000, 'sort': ['rank', 'id']}";
    List<String> all = search("three", whole).ids();
    for (int from : new int[] {0, 7, 20, 63, 70, 90}) {
      Reply page = search("three", json("{'from': %d, 'size': 20, 'sort': ['rank', 'id']}", from));
      int end = Math.min(all.size(), from + 20);
      assertEquals(all.subList(Math.min(from, end), end), page.ids());
    }
  }

  /** Also if hits can be compared only when they are fetched. */
  @Test
  public void testPagesByFromHaveTheHitsOfTheWhole() {
    CORPUS.index(cluster, "whole", 3, 0);
    String two =
        """
        {'request_processors': [{'one_version': {'field': 'text.dup'}}],
         'response_processors': [{'one_version': {}}]}
        """;
    cluster.ok("PUT", "/_search/pipeline/two", json(two));
    for (String part :
        List.of(
            "'sort': [{'rank': 'desc'}, 'id']",
            "'query': {'match': {'text': 'common'}}",
            "'query': {'match': {'text': 'common'}}, 'min_score': 0.0001, 'track_scores': true",
            "'query': {'match': {'text': 'common'}}, 'post_filter': {'term': {'copy': 'c1'}}",
            "'query': {'match': {'text': 'common'}}, 'sort': ['_score', 'id']",
            """
            'query': {'match': {'text': 'common'}}, 'rescore': {'window_size': 5, 'query': {
               'rescore_query': {'term': {'copy': 'c2'}}, 'rescore_query_weight': 9}}
            """)) {
      String fetched =
          "'version': true, 'highlight': {'fields': {'text': {}}}, 'fields': ['copy'], " + part;
      List<?> all = (List<?>) search("whole", json("{'size': 50, %s}", fetched)).at("hits.hits");
      for (int from : new int[] {1, 12, 30}) {
        String json = json("{'from': %d, 'size': 10, %s}", from, fetched);
        assertEquals(all.subList(from, from + 10), search("whole", json).at("hits.hits"));
        String merged = "one_version&batched_reduce_size=2";
        assertEquals(all.subList(from, from + 10), search("whole", merged, json).at("hits.hits"));
        assertEquals(all.subList(from, from + 10), search("whole", "two", json).at("hits.hits"));
      }
    }
  }

  /** Against a model: what the filter alone finds, without hits of groups that were met before. */
  @Test
  public void testPagesAgainstAModel() {
    String mapping =
        """
        {'settings': {'index.codec': 'neardup', 'number_of_shards': 2},
         'mappings': {'properties': {
           'rank': {'type': 'long'}, 'id': {'type': 'keyword'}, 'copy': {'type': 'keyword'},
           'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
        """;
    cluster.ok("PUT", "/long", json(mapping));
    CORPUS.update(cluster, "long");
    List<String> indices = List.of("three", "one,three", "long,three");
    List<String> queries =
        List.of(
            "{'match_all': {}}",
            "{'match': {'text': 'common'}}",
            "{'terms': {'copy': ['c1', 'c3']}}");
    List<String> sorts =
        List.of("", ", 'sort': ['rank', 'id']", ", 'sort': [{'rank': 'desc'}, '_score', 'id']");
    for (int i = 0; i < 60; i++) {
      String index = RandomizedTest.randomFrom(indices);
      String of = RandomizedTest.randomFrom(queries);
      String sort = RandomizedTest.randomFrom(sorts);
      String filtered =
          json(
              """
              {'size': 1000 %s, 'query': {'bool': {'must': %s, 'filter': {
                 'one_version': {'field': 'text.dup', 'of': %s}}}}}
              """,
              sort, of, of);
      Set<Integer> met = new HashSet<>();
      List<String> expected = new ArrayList<>();
      for (String id : search(index, "_none&preference=same", filtered).ids()) {
        if (met.add(CORPUS.group(id))) {
          expected.add(id);
        }
      }
      int from = RandomizedTest.randomIntBetween(0, expected.size() + 2);
      int size = RandomizedTest.randomIntBetween(1, 30);
      String page = json("{'from': %d, 'size': %d, 'query': %s %s}", from, size, of, sort);
      int end = Math.min(expected.size(), from + size);
      assertEquals(
          index + page,
          expected.subList(Math.min(from, end), end),
          search(index, "one_version&preference=same", page).ids());
    }
  }

  @Test
  public void testTotalsDoNotDependOnThePage() {
    for (int size : new int[] {0, 1, 10, 50, 200, 1000}) {
      String json = json("{'size': %d}", size);
      Reply one = search("one", json);
      assertEquals("eq", one.at("hits.total.relation"));
      assertEquals(CORPUS.groupCount(), one.number("hits.total.value"));
      Reply exact = search("three", "exact", json);
      assertEquals("eq", exact.at("hits.total.relation"));
      assertEquals(CORPUS.groupCount(), exact.number("hits.total.value"));
      Reply merged = search("three", "exact&batched_reduce_size=2", json);
      assertEquals(exact.map().get("hits"), merged.map().get("hits"));
      Reply some = search("three", json);
      int total = some.number("hits.total.value");
      if ("eq".equals(some.at("hits.total.relation"))) {
        assertEquals(CORPUS.groupCount(), total);
      } else {
        assertTrue(total <= CORPUS.groupCount() && total >= 1);
        assertTrue(size > 0 && size < CORPUS.groupCount());
      }
      assertEquals(Math.min(size, CORPUS.groupCount()), some.ids().size());
    }
    assertEquals(null, search("three", "{'track_total_hits': false}").map().get("hits.total"));
    assertEquals(
        0, search("three", "{'query': {'term': {'copy': 'x'}}}").number("hits.total.value"));
  }

  @Test
  public void testChoiceIsAmongWhatMatches() {
    // c3 is in the groups of four or five documents, and never the first.
    Set<Integer> expected = new HashSet<>();
    for (int group = 0; group < CORPUS.groupCount(); group++) {
      if (group % 5 >= 3) {
        expected.add(group);
      }
    }
    for (String index : List.of("one", "three")) {
      for (String part :
          List.of(
              "'query': {'term': {'copy': 'c3'}}",
              "'post_filter': {'term': {'copy': 'c3'}}",
              "'query': {'match': {'text': 'common'}}, 'post_filter': {'term': {'copy': 'c3'}}")) {
        Reply reply = search(index, json("{'size': 100, %s}", part));
        assertEquals(expected, CORPUS.groups(reply.ids()));
        assertTrue(reply.ids().stream().allMatch(id -> id.endsWith("c3")));
      }
    }
  }

  @Test
  public void testChoiceKnowsTheFilterOfAnAlias() {
    cluster.ok(
        "POST",
        "/_aliases",
        """
        {'actions': [{'add': {
           'index': 'three', 'alias': 'seconds', 'filter': {'term': {'copy': 'c1'}}}}]}
        """);
    Reply reply = search("seconds", "{'size': 100}");
    assertEquals(56, CORPUS.groups(reply.ids()).size());
    assertTrue(reply.ids().stream().allMatch(id -> id.endsWith("c1")));
  }

  @Test
  public void testAggregations() {
    String terms = "'aggs': {'copies': {'terms': {'field': 'copy', 'size': 10}}}";
    Reply one = search("one", json("{'size': 0, %s}", terms));
    assertEquals(CORPUS.groupCount(), sumOfBuckets(one, "copies"));
    assertEquals(null, ((Map<?, ?>) one.at("ext.neardup")).get("aggregations_count"));

    Reply three = search("three", json("{'size': 5, %s}", terms));
    assertTrue(sumOfBuckets(three, "copies") > CORPUS.groupCount());
    assertEquals("groups of each shard", three.at("ext.neardup.aggregations_count"));

    // A post filter changes the hits, and not the aggregations.
    Reply filtered =
        search("one", json("{'size': 100, 'post_filter': {'term': {'copy': 'c2'}}, %s}", terms));
    assertEquals(one.at("aggregations"), filtered.at("aggregations"));
    assertEquals(42, filtered.ids().size());
  }

  private static int sumOfBuckets(Reply reply, String name) {
    return ((List<?>) reply.at("aggregations." + name + ".buckets"))
        .stream().mapToInt(bucket -> (int) ((Map<?, ?>) bucket).get("doc_count")).sum();
  }

  @Test
  public void testHitsOfAggregationsShowNoSketches() {
    Reply reply =
        search(
            "three",
            "{'size': 1, 'aggs': {'top': {'top_hits': {'size': 3}}}, 'docvalue_fields': ['rank']}");
    assertFalse(reply.text(), reply.text().contains("_neardup"));
    assertEquals(1, ((Map<?, ?>) reply.at("hits.hits.0.fields")).size());
  }

  @Test
  public void testHitsAreFetchedAsAsked() {
    Reply reply = // some of them by a continued search
        search(
            "three",
            """
            {'size': 60, 'query': {'match': {'text': 'common'}}, '_source': ['group'],
             'fields': ['copy'], 'version': true, 'seq_no_primary_term': true,
             'highlight': {'fields': {'text': {}}}}
            """);
    assertEquals(60, reply.ids().size());
    for (int i = 0; i < 60; i++) {
      String hit = "hits.hits." + i + ".";
      assertEquals(1, ((Map<?, ?>) reply.at(hit + "_source")).size());
      assertEquals(1, ((List<?>) reply.at(hit + "fields.copy")).size());
      assertEquals(1, reply.number(hit + "_version"));
      assertNotEquals(null, reply.at(hit + "_seq_no"));
      assertTrue(reply.at(hit + "highlight.text.0").toString().contains("<em>common</em>"));
      assertFalse(reply.at(hit + "highlight.text").toString().contains("<em>w"));
    }
    List<?> scores =
        ((List<?>) reply.at("hits.hits"))
            .stream().map(hit -> ((Map<?, ?>) hit).get("_score")).toList();
    assertEquals(scores.getFirst(), reply.at("hits.max_score"));
  }

  @Test
  public void testPostFilterIsNotHighlighted() {
    Reply reply =
        search(
            "three",
            """
            {'size': 5, 'query': {'match': {'text': 'common'}}, 'highlight': {'fields': {'text': {
               'number_of_fragments': 0}}}, 'post_filter': {'match': {'text': 'copy1'}}}
            """);
    assertEquals(5, reply.ids().size());
    assertTrue(reply.text().contains("<em>common</em>"));
    assertFalse(reply.text().contains("<em>copy1</em>"));
  }

  @Test
  public void testVariants() {
    for (String index : List.of("one", "three")) {
      Reply reply = search(index, "variants", "{'size': 1000}");
      int hits = reply.ids().size();
      assertEquals(CORPUS.groupCount(), hits);
      for (int i = 0; i < hits; i++) {
        String id = reply.ids().get(i);
        int versions = CORPUS.group(id) % 5 + 1;
        String at = "hits.hits." + i + ".fields._neardup.0.";
        assertEquals(versions, reply.number(at + "versions"));
        assertEquals(index.equals("one") ? "eq" : "gte", reply.at(at + "relation"));
        List<?> variants = (List<?>) reply.at(at + "variants");
        assertEquals(versions - 1, variants.size());
        for (Object each : variants) {
          Map<?, ?> variant = (Map<?, ?>) each;
          assertEquals(index, variant.get("_index"));
          assertEquals(CORPUS.group(id), CORPUS.group(variant.get("_id").toString()));
          assertNotEquals(id, variant.get("_id"));
          assertTrue(variant.toString(), ((Number) variant.get("resemblance")).doubleValue() > .8);
        }
      }
    }
  }

  @Test
  public void testRefusals() {
    assertRefused("[scroll] cannot be used", "&scroll=1m", "{}");
    assertRefused("[collapse] cannot be used", "", "{'collapse': {'field': 'copy'}}");
    assertRefused(
        "[derived] cannot be used",
        "",
        "{'derived': {'d': {'type': 'keyword', 'script': {'source': 'emit(1)'}}}}");
    assertRefused("Result window is too large", "", "{'from': 9995, 'size': 10}");
    Reply unknown =
        cluster.request(
            "GET",
            "/three/_search",
            """
            {'search_pipeline': {
               'request_processors': [{'one_version': {'field': 'text'}}],
               'phase_results_processors': [{'one_version': {}}],
               'response_processors': [{'one_version': {}}]}}
            """);
    assertEquals(unknown.text(), 400, unknown.status());
    assertTrue(unknown.text(), unknown.text().contains("must be of type [neardup]"));
  }

  private static void assertRefused(String message, String parameter, String json) {
    Reply reply =
        cluster.request("GET", "/three/_search?search_pipeline=one_version" + parameter, json);
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }

  @Test
  public void testPipelinesWithImpossibleParametersAreRefused() {
    for (String wrong : List.of("", "'field': 'd', 'variants': -1", "'field': 'd', 'other': 1")) {
      Reply reply =
          cluster.request(
              "PUT",
              "/_search/pipeline/wrong",
              json("{'request_processors': [{'one_version': {%s}}]}", wrong));
      assertEquals(reply.text(), 400, reply.status());
    }
  }

  @Test
  public void testDefaultPipelineOfAnIndex() {
    CORPUS.index(cluster, "by_default", 2, 0);
    cluster.ok("PUT", "/by_default/_settings", "{'index.search.default_pipeline': 'one_version'}");
    Reply reply = cluster.ok("GET", "/by_default/_search", "{'size': 50}");
    assertEquals(50, CORPUS.groups(reply.ids()).size());
    assertEquals(
        50, CORPUS.groups(cluster.ok("GET", "/by_default/_search?size=50", null).ids()).size());
  }

  @Test
  public void testSuggestions() {
    String suggest = "'suggest': {'s': {'text': 'commom', 'term': {'field': 'text'}}}";
    Reply alone = search("three", json("{%s}", suggest));
    assertEquals(List.of(), alone.ids());
    assertEquals("common", alone.at("suggest.s.0.options.0.text"));
    Reply reply = search("three", json("{'query': {'match_all': {}}, %s}", suggest));
    assertEquals(10, reply.ids().size());
    assertEquals(alone.at("suggest"), reply.at("suggest"));
  }

  @Test
  public void testDeepPagesTakeOneSearch() throws Exception {
    CopiesCorpus corpus = new CopiesCorpus(new Random(5), 400);
    corpus.index(cluster, "deep", 3, 0);
    int before = shardSearches();
    Reply page = search("deep", "{'from': 350, 'size': 10}");
    assertEquals(10, corpus.groups(page.ids()).size());
    assertEquals(3, shardSearches() - before);
    for (int from = 0; from < 20; from++) { // most shards have no hit of the page
      assertEquals(1, search("deep", json("{'from': %d, 'size': 1}", from)).ids().size());
    }
    String contexts = "_all.total.search.open_contexts";
    Await.until(
        10,
        () -> cluster.ok("GET", "/deep/_stats/search", null).number(contexts) == 0,
        () -> "contexts are open");
  }

  private static int shardSearches() {
    return cluster.ok("GET", "/deep/_stats/search", null).number("_all.total.search.query_total");
  }

  @Test
  public void testPagesWhileDocumentsAreIndexed() throws Exception {
    CORPUS.index(cluster, "busy", 3, 1);
    AtomicBoolean isDone = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              while (!isDone.get()) {
                CORPUS.update(cluster, "busy");
              }
            });
    try {
      for (int i = 0; i < 40; i++) {
        int from = i % 4 * 10;
        Reply reply = search("busy", json("{'size': 20, 'from': %d}", from));
        assertEquals(20, CORPUS.groups(reply.ids()).size());
      }
    } finally {
      isDone.set(true);
      writer.get(1, TimeUnit.MINUTES);
    }
    Reply whole = search("busy", "{'size': 1000}");
    assertEquals(CORPUS.groupCount(), CORPUS.groups(whole.ids()).size());
  }

  @Test
  public void testPointInTime() {
    String pit =
        cluster
            .ok("POST", "/three/_search/point_in_time?keep_alive=1m", null)
            .at("pit_id")
            .toString();
    Reply reply =
        cluster.ok(
            "GET",
            "/_search?search_pipeline=one_version",
            json(
                """
            {'size': 50, 'from': 10, 'sort': ['rank', 'id'], 'track_total_hits': true,
             'pit': {'id': '%s', 'keep_alive': '1m'}}
            """,
                pit));
    assertEquals(
        search("three", "{'size': 1000, 'sort': ['rank', 'id']}").ids().subList(10, 60),
        reply.ids());
    assertEquals("eq", reply.at("hits.total.relation"));
    assertEquals(CORPUS.groupCount(), reply.number("hits.total.value"));
  }

  @Test
  public void testBeyondTheResultWindow() {
    CORPUS.index(cluster, "narrow", 3, 1);
    cluster.ok("PUT", "/narrow/_settings", "{'index.max_result_window': 30}");
    Reply exact = search("narrow", "exact", "{'size': 10}");
    assertEquals("eq", exact.at("hits.total.relation"));
    assertEquals(CORPUS.groupCount(), exact.number("hits.total.value"));
    Set<String> seen = new HashSet<>();
    String after = "";
    boolean isSaid = false;
    for (int i = 0; i < 20; i++) {
      Reply page = search("narrow", json("{'size': 10, 'sort': ['rank', 'id'] %s}", after));
      List<String> ids = page.ids();
      CORPUS.groups(ids);
      for (String id : ids) {
        assertTrue("twice: " + id, seen.add(id));
      }
      boolean isKnown = ((Map<?, ?>) page.at("ext.neardup")).get("compared_with") == null;
      isSaid |= !isKnown;
      if (ids.isEmpty()) {
        break;
      }
      List<?> last = (List<?>) page.at("hits.hits." + (ids.size() - 1) + ".sort");
      after = json(", 'search_after': [%s, '%s']", last.get(0), last.get(1));
    }
    assertTrue(isSaid);
    assertEquals(CORPUS.groupCount(), seen.stream().map(CORPUS::group).distinct().count());
  }

  @Test
  public void testIndicesTogether() {
    Reply reply = search("one,three", "{'size': 1000}");
    assertEquals(CORPUS.groupCount(), CORPUS.groups(reply.ids()).size());
    assertEquals("eq", reply.at("hits.total.relation"));
  }
}
