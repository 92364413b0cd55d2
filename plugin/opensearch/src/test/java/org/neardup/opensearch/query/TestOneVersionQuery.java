// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.junit.Test;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** What the filter shows. */
public class TestOneVersionQuery extends NodeTestCase {
  private static final String ALL = "{'match_all': {}}";

  @Test
  public void testTheRepresentativeOrThePreferredVariantThatMatches() {
    SampleIndex index = SampleIndex.create(shared(), "filters");
    index.put("1", 1, 1, "old");
    index.put("2", 1, 2, "new");
    index.put("3", 1, 3, "new");
    index.put("4", 2, 1, "new");
    index.put("5", 3, 1, "old");
    index.refresh();
    assertEquals(List.of("1", "4", "5"), index.oneVersion(ALL));
    assertEquals(List.of("1", "4", "5"), index.search("{'one_version': {'field': 'text.dup'}}"));
    assertEquals(List.of("2", "4"), index.oneVersion("{'term': {'tag': 'new'}}"));
    assertEquals(List.of("1", "5"), index.oneVersion("{'term': {'tag': 'old'}}"));
    assertEquals(List.of("3"), index.oneVersion("{'match': {'text': 'variant3'}}"));
    assertEquals(List.of(), index.oneVersion("{'term': {'tag': 'none'}}"));
  }

  @Test
  public void testVersionsThatAGuardParts() {
    SampleIndex index =
        SampleIndex.create(shared(), "guarded", 1, 0, ", 'guard': ['numbers', 'negations']");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 1, "a");
    index.put("3", 1, 2, "a"); // its text has another number
    index.refresh();
    assertEquals(List.of("1", "3"), index.oneVersion(ALL));
    assertEquals(
        List.of("negations", "numbers"),
        shared()
            .ok("GET", "/guarded/_mapping", null)
            .at("guarded.mappings.properties.text.fields.dup.guard"));
    index.delete("1");
    index.refresh();
    assertEquals(List.of("2", "3"), index.oneVersion(ALL));
  }

  @Test
  public void testEqualTextsThatSayNothingMore() {
    SampleIndex index = SampleIndex.create(shared(), "lossless", 1, 0, ", 'guard': 'lossless'");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.put("3", 1, 1, "a");
    index.refresh();
    assertEquals(List.of("1", "2"), index.oneVersion(ALL));
  }

  @Test
  public void testScoresAreThoseOfTheQuery() {
    SampleIndex index = SampleIndex.create(shared(), "scores");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.refresh();
    String query = "{'match': {'text': 'variant1'}}";
    Reply plain = shared().ok("GET", "/scores/_search", "{'query': " + query + "}");
    Reply one =
        shared()
            .ok(
                "GET",
                "/scores/_search",
                String.format(
                    Locale.ROOT,
                    "{'query': {'bool': {'must': %s, 'filter': {'one_version': {'field': 'text.dup', 'of': %s}}}}}",
                    query,
                    query));
    assertEquals(plain.at("hits.max_score"), one.at("hits.max_score"));
    assertEquals(List.of("1"), one.ids());
  }

  @Test
  public void testDeletedAndUpdatedDocuments() {
    SampleIndex index = SampleIndex.create(shared(), "changes");
    for (int i = 1; i <= 3; i++) {
      index.put("" + i, 1, i, "a");
    }
    index.put("4", 2, 1, "a");
    index.refresh();
    assertEquals(List.of("1", "4"), index.oneVersion(ALL));
    index.delete("1");
    index.refresh();
    assertEquals(List.of("2", "4"), index.oneVersion(ALL));
    index.put("2", 1, 2, "changed"); // the last of its group now
    index.refresh();
    assertEquals(List.of("3", "4"), index.oneVersion(ALL));
    index.put("3", 5, 1, "another text");
    index.refresh();
    assertEquals(List.of("2", "3", "4"), index.oneVersion(ALL));
    index.delete("2");
    index.refresh();
    assertEquals(List.of("3", "4"), index.oneVersion(ALL));
  }

  @Test
  public void testOrderByADateUpOrDownAndChanged() {
    SampleIndex index =
        SampleIndex.create(shared(), "dates", 1, 0, ", 'order': 'date:desc', 'threshold': 0.7");
    index.put("1", 1, 1, "a", "2024-01-01");
    index.put("2", 1, 2, "a", "2026-01-01");
    index.put("3", 1, 3, "b", "2025-01-01");
    index.put("4", 1, 4, "b", "2023-01-01");
    index.refresh();
    assertEquals(List.of("2"), index.oneVersion(ALL));
    assertEquals(List.of("3"), index.oneVersion("{'term': {'tag': 'b'}}"));
    shared()
        .ok(
            "PUT",
            "/dates/_mapping",
            """
            {'properties': {'text': {'type': 'text', 'fields': {'dup': {
              'type': 'neardup', 'order': 'date', 'threshold': 0.7}}}}}
            """);
    assertEquals(List.of("4"), index.oneVersion(ALL));
    assertEquals(List.of("1"), index.oneVersion("{'term': {'tag': 'a'}}"));
  }

  @Test
  public void testFastWaysForAllAreTakenWhereNothingIsHidden() {
    SampleIndex index = SampleIndex.create(shared(), "fast");
    for (int i = 0; i < 9; i++) {
      index.put("" + i, i, 0, "a", "2026-0" + (i % 3 + 1) + "-01");
    }
    index.refresh();
    Object plain = optimizedSegments(ALL);
    assertNotNull(plain);
    assertEquals(plain, optimizedSegments("{'one_version': {'field': 'text.dup'}}"));
    assertEquals(
        plain,
        optimizedSegments(
            "{'bool': {'must': " + ALL + ", 'filter': {'one_version': {'field': 'text.dup'}}}}"));
    index.put("copy", 1, 1, "a");
    index.refresh();
    assertNull(optimizedSegments("{'one_version': {'field': 'text.dup'}}"));
    assertEquals(9, index.oneVersion(ALL).size());
  }

  /** Null if there are none. */
  private static Object optimizedSegments(String query) {
    Reply reply =
        shared()
            .ok(
                "GET",
                "/fast/_search?size=0&request_cache=false",
                "{'profile': true, 'query': "
                    + query
                    + ", 'aggs': {'months': {'date_histogram': {'field': 'date', 'calendar_interval': 'month'}}}}");
    assertEquals(3, ((List<?>) reply.at("aggregations.months.buckets")).size());
    return reply.at("profile.shards.0.aggregations.0.debug.optimized_segments");
  }

  @Test
  public void testNothingCollapsesAcrossScopes() {
    SampleIndex index = SampleIndex.create(shared(), "scopes", 1, 0, ", 'scope': 'tag'");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "b");
    index.put("3", 1, 3, "a");
    index.refresh();
    assertEquals(List.of("1", "2"), index.oneVersion(ALL));
  }

  @Test
  public void testAMergeAndARestartChangeNothing() throws Exception {
    try (LocalCluster cluster = start(1)) {
      SampleIndex index = SampleIndex.create(cluster, "lasting");
      for (int i = 0; i < 60; i++) {
        index.put("" + i, i % 17, i, i % 2 == 0 ? "even" : "odd");
        if (i % 7 == 0) {
          index.refresh();
        }
      }
      index.delete("3");
      index.refresh();
      String odd = "{'term': {'tag': 'odd'}}";
      List<String> all = index.oneVersion(ALL);
      List<String> odds = index.oneVersion(odd);
      assertEquals(17, all.size());
      assertTrue(all.contains("20")); // instead of 3
      cluster.ok("POST", "/lasting/_forcemerge?max_num_segments=1", null);
      assertEquals(all, index.oneVersion(ALL));
      cluster.restart(0);
      cluster.ok("GET", "/_cluster/health/lasting?wait_for_status=green", null);
      assertEquals(all, index.oneVersion(ALL));
      assertEquals(odds, index.oneVersion(odd));
    }
  }

  @Test
  public void testCopiesOfAShardAgree() throws Exception {
    try (LocalCluster cluster = start(3)) {
      SampleIndex index = SampleIndex.create(cluster, "copies", 2, 1, "");
      for (int i = 0; i < 60; i++) {
        index.put("" + i, i % 13, i, i % 2 == 0 ? "even" : "odd");
      }
      for (int i = 0; i < 10; i++) {
        index.delete("" + i);
      }
      index.refresh();
      String query = SampleIndex.oneVersionOf("{'term': {'tag': 'odd'}}");
      List<String> ids = index.search(query, "&preference=_primary");
      assertEquals(ids, index.search(query, "&preference=_replica"));
      for (int node = 0; node < 3; node++) {
        cluster.stop(node);
        cluster.ok("GET", "/_cluster/health/copies?wait_for_status=yellow", null);
        assertEquals(ids, index.search(query));
        cluster.startAgain(node);
        cluster.ok("GET", "/_cluster/health/copies?wait_for_status=green", null);
      }
      assertEquals(ids, index.search(query, "&preference=_replica"));
    }
  }

  @Test
  public void testWhatAnAliasExcludesIsNoVersion() {
    SampleIndex index = SampleIndex.create(shared(), "aliased");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "b");
    index.refresh();
    shared().ok("PUT", "/aliased/_alias/only_b", "{'filter': {'term': {'tag': 'b'}}}");
    String query = "{'query': " + SampleIndex.oneVersionOf(ALL) + "}";
    assertEquals(List.of("2"), shared().ok("GET", "/only_b/_search", query).ids());
    assertEquals(List.of("1"), shared().ok("GET", "/aliased/_search", query).ids());
  }

  @Test
  public void testAggregationsCountOneVersion() {
    SampleIndex index = SampleIndex.create(shared(), "counted");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "b");
    index.put("3", 2, 1, "b");
    index.refresh();
    Reply reply =
        shared()
            .ok(
                "GET",
                "/counted/_search?size=0",
                String.format(
                    Locale.ROOT,
                    "{'query': %s, 'aggs': {'tags': {'terms': {'field': 'tag'}}}}",
                    SampleIndex.oneVersionOf(ALL)));
    assertEquals(2, reply.number("hits.total.value"));
    assertEquals("a", reply.at("aggregations.tags.buckets.0.key"));
    assertEquals(1, reply.number("aggregations.tags.buckets.0.doc_count"));
    assertEquals(1, reply.number("aggregations.tags.buckets.1.doc_count"));
  }

  @Test
  public void testProfilesExplanationsAndNames() {
    SampleIndex index = SampleIndex.create(shared(), "explained");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.put("3", 1, 3, "b");
    index.refresh();
    String query =
        "'query': {'one_version': {'field': 'text.dup', 'of': {'term': {'tag': '%s'}}, '_name': 'one'}}";
    Reply reply =
        shared()
            .ok(
                "GET",
                "/explained/_search",
                "{"
                    + String.format(Locale.ROOT, query, "b")
                    + ", 'profile': true, 'explain': true}");
    assertEquals(List.of("3"), reply.ids());
    assertEquals("one", reply.at("hits.hits.0.matched_queries.0"));
    assertEquals(1, reply.number("hits.hits.0._explanation.value"));
    assertEquals("OneVersionFilter", reply.at("profile.shards.0.searches.0.query.0.type"));
    for (String id : List.of("1", "2")) {
      Reply explained =
          shared()
              .ok(
                  "GET",
                  "/explained/_explain/" + id,
                  "{" + String.format(Locale.ROOT, query, "a") + "}");
      assertEquals(id.equals("1"), explained.at("matched"));
    }
    Reply valid =
        shared()
            .ok(
                "GET",
                "/explained/_validate/query?rewrite=true&explain=true",
                "{" + String.format(Locale.ROOT, query, "a") + "}");
    assertEquals(true, valid.at("valid"));
  }

  /** Whatever a query is wrapped in, it is one version of all that the request asks for. */
  @Test
  public void testWhatIsAround() {
    SampleIndex index = SampleIndex.create(shared(), "around");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "b");
    index.put("3", 2, 1, "b");
    index.put("4", 2, 2, "a");
    index.refresh();
    String one = "{'one_version': {'field': 'text.dup'}}";
    String tagged = "{'term': {'tag': 'b'}}";
    String filtered = String.format(Locale.ROOT, "{'bool': {'filter': [%s, %s]}}", one, tagged);
    for (String wrapper :
        List.of(
            "%s",
            "{'bool': {'must': %s}}",
            "{'bool': {'filter': %s}}",
            "{'bool': {'should': %s}}",
            "{'bool': {'should': [%s, {'match_none': {}}], 'minimum_should_match': 1}}",
            "{'bool': {'must': %s, 'must_not': {'term': {'tag': 'none'}}}}",
            "{'bool': {'must_not': {'bool': {'must_not': %s}}}}",
            "{'constant_score': {'filter': %s}}",
            "{'dis_max': {'queries': [%s]}}",
            "{'boosting': {'positive': %s, 'negative': {'match_all': {}}, 'negative_boost': 0.5}}",
            "{'function_score': {'query': %s, 'weight': 2}}",
            "{'function_score': {'query': %s, 'weight': 3, 'boost_mode': 'replace',"
                + " 'min_score': 0.1}}",
            "{'all_versions': {'of': %s}}")) {
      assertEquals(wrapper, List.of("2", "3"), index.search(wrapped(wrapper, filtered)));
      String beside =
          String.format(
              Locale.ROOT,
              "{'bool': {'must': %s, 'filter': %s}}",
              wrapped(wrapper, String.format(Locale.ROOT, "{'bool': {'filter': %s}}", one)),
              tagged);
      assertEquals(wrapper, List.of("2", "3"), index.search(beside));
      assertEquals(wrapper, List.of("2", "3"), index.search(wrapped(wrapper, beside)));
      String boosted =
          String.format(
              Locale.ROOT,
              "{'indices_boost': [{'around': 2}], 'query': %s}",
              wrapped(wrapper, beside));
      Reply reply = shared().ok("GET", "/around/_search", boosted);
      assertEquals(wrapper, List.of("2", "3"), reply.sortedIds());
    }
    String hidden = String.format(Locale.ROOT, "{'bool': {'must_not': %s}}", one);
    assertEquals(List.of("2", "4"), index.search(hidden));
  }

  private static String wrapped(String wrapper, String query) {
    return String.format(Locale.ROOT, wrapper, query);
  }

  /** The clauses that a request may have are its own, but Lucene puts all into one query. */
  private static String anyOf(int clauses) {
    return "{'bool': {'should': ["
        + IntStream.rangeClosed(1, clauses)
            .mapToObj(i -> "{'term': {'tag': '" + (i == 1 ? "a" : "none" + i) + "'}}")
            .collect(Collectors.joining(", "))
        + "]}}";
  }

  @Test
  public void testAsManyClausesAsThereMayBe() {
    SampleIndex index = SampleIndex.create(shared(), "clauses");
    index.put("1", 1, 1, "a");
    for (String hidden : List.of("", "2")) {
      if (!hidden.isEmpty()) {
        index.put(hidden, 1, 2, "a");
      }
      index.refresh();
      String few = anyOf(IndexSearcher.getMaxClauseCount() - 1); // room for a filter
      String query =
          String.format(
              Locale.ROOT,
              "{'bool': {'must': %s, 'filter': {'one_version': {'field': 'text.dup', 'of': %s}}}}",
              few,
              few);
      assertEquals(List.of("1"), index.search(query));
      shared().ok("PUT", "/clauses/_settings", "{'index.neardup.one_version': 'text.dup'}");
      assertEquals(List.of("1"), index.search(anyOf(IndexSearcher.getMaxClauseCount())));
      shared().ok("PUT", "/clauses/_settings", "{'index.neardup.one_version': null}");
    }
  }

  @Test
  public void testMistakesAreNamed() {
    SampleIndex.create(shared(), "mistakes");
    assertRefused("{'one_version': {}}", "[one_version] needs [field]");
    assertRefused("{'one_version': {'field': ''}}", "field [] must be of type [neardup]");
    assertRefused("{'one_version': {'field': 'text.dup', 'on': 1}}", "unknown field [on]");
    assertRefused("{'one_version': {'field': 'text'}}", "but it is of type [text]");
  }

  private static void assertRefused(String query, String message) {
    Reply reply = shared().request("GET", "/mistakes/_search", "{'query': " + query + "}");
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }
}
