// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/**
 * Vector queries find as many versions as they are asked for neighbours. Those here are by the
 * number of the group, from 0 on.
 */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestVectorQueries {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(5), 60);
  private static final String SECOND = "{'term': {'copy': 'c1'}}";

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static LocalCluster cluster;

  @BeforeClass
  public static void index() {
    cluster = LocalCluster.start(1, FOLDER.getRoot().toPath(), List.of(NeighboursPlugin.class));
    cluster.ok(
        "PUT",
        "/_search/pipeline/p",
        json("{%s, %s}", PipelineTestCase.REQUEST, PipelineTestCase.RESPONSE));
    for (int shards : List.of(1, 3)) {
      CORPUS.index(cluster, "plain" + shards, shards, 0);
      CORPUS.index(cluster, "set" + shards, shards, 0);
      cluster.ok(
          "PUT", "/set" + shards + "/_settings", "{'index.neardup.one_version': 'text.dup'}");
    }
    cluster.ok(
        "POST",
        "/_aliases",
        json("{'actions': [{'add': {'index': 'set1', 'alias': 'second', 'filter': %s}}]}", SECOND));
  }

  @AfterClass
  public static void close() throws IOException {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  private static String knn(int k, String filter) {
    String own = filter == null ? "" : ", 'filter': " + filter;
    return json("{'knn': {'group': {'vector': [0], 'k': %d%s}}}", k, own);
  }

  private static List<Reply> search(int shards, String body) {
    return List.of(
        cluster.ok("GET", "/plain" + shards + "/_search?search_pipeline=p", body),
        cluster.ok("GET", "/set" + shards + "/_search", body));
  }

  /** The first groups of one shard that have so many copies. */
  private static Set<Integer> nearest(int count, int copies) {
    return IntStream.range(0, 60)
        .filter(group -> group % 5 >= copies)
        .limit(count)
        .boxed()
        .collect(Collectors.toSet());
  }

  private static void assertNearest(int count, int copies, String body) {
    for (Reply reply : search(1, body)) {
      assertEquals(reply.text(), nearest(count, copies), CORPUS.groups(reply.ids()));
      assertEquals(count, reply.number("hits.total.value"));
      if (copies > 0) {
        assertTrue(reply.text(), reply.ids().stream().allMatch(id -> id.endsWith("c1")));
      }
    }
  }

  @Test
  public void testAsManyVersionsAsNeighbours() {
    assertNearest(10, 0, json("{'size': 20, 'query': %s}", knn(10, null)));
    assertNearest(10, 1, json("{'size': 20, 'query': %s}", knn(10, SECOND)));
    for (Reply reply : search(3, json("{'size': 10, 'query': %s}", knn(10, null)))) {
      assertEquals(reply.text(), nearest(10, 0), CORPUS.groups(reply.ids()));
    }
  }

  /** What must match beside vectors chooses the version, as a filter of theirs does. */
  @Test
  public void testWhatMustMatchBesideThem() {
    String text = "{'match': {'text': 'copy1'}}";
    for (String bool :
        List.of(
            json("'must': %s, 'filter': %s", knn(10, null), SECOND),
            json("'filter': [%s, %s]", SECOND, knn(10, null)),
            json("'must': [%s, %s]", knn(10, null), text),
            json("'must': [{'bool': {'must': %s}}], 'filter': %s", knn(10, null), SECOND),
            json("'should': %s, 'minimum_should_match': 1, 'filter': %s", knn(10, null), SECOND),
            json("'must': %s, 'must_not': {'bool': {'must_not': %s}}", knn(10, null), SECOND))) {
      assertNearest(10, 1, json("{'size': 20, 'query': {'bool': {%s}}}", bool));
    }
    assertNearest(
        10, 1, json("{'size': 20, 'query': %s, 'post_filter': %s}", knn(10, null), SECOND));
    String score = json("{'function_score': {'query': %s, 'boost': 2}}", knn(10, SECOND));
    assertNearest(10, 1, json("{'size': 20, 'query': %s}", score));
  }

  /** A filter around the request is seen from inside of vectors. */
  @Test
  public void testFilterOfAnAlias() {
    Reply reply = cluster.ok("GET", "/second/_search", json("{'query': %s}", knn(5, null)));
    assertEquals(reply.text(), nearest(5, 1), CORPUS.groups(reply.ids()));
  }

  @Test
  public void testBesideOtherQueries() {
    String any = json("{'bool': {'should': [%s, {'match': {'text': 'common'}}]}}", knn(5, null));
    for (int shards : List.of(1, 3)) {
      for (Reply reply : search(shards, json("{'size': 100, 'query': %s}", any))) {
        assertEquals(nearest(60, 0), CORPUS.groups(reply.ids()));
        assertEquals(60, reply.number("hits.total.value"));
      }
    }
  }

  /** One search finds all of a page and of those before it, with the processors of its pipeline. */
  @Test
  public void testPagesOfHybridQueries() {
    String queries = json("[%s, {'match': {'text': 'common'}}]", knn(10, null));
    String hybrid = json("{'hybrid': {'queries': %s}}", queries);
    for (int shards : List.of(1, 3)) {
      List<List<String>> pages = List.of(new ArrayList<>(), new ArrayList<>());
      for (int from = 0; from < 60; from += 12) {
        String body = json("{'size': 12, 'from': %d, 'query': %s}", from, hybrid);
        List<Reply> replies = search(shards, body);
        for (int i = 0; i < replies.size(); i++) {
          assertEquals(12, replies.get(i).ids().size());
          assertTrue(replies.get(i).number("hits.total.value") <= 60);
          pages.get(i).addAll(replies.get(i).ids());
        }
      }
      for (List<String> all : pages) {
        assertEquals(nearest(60, 0), CORPUS.groups(all));
        assertEquals(nearest(10, 0), CORPUS.groups(all.subList(0, 10)));
      }
      for (Reply all : search(shards, json("{'size': 70, 'query': %s}", hybrid))) {
        assertEquals(60, all.number("hits.total.value"));
        assertEquals("eq", all.at("hits.total.relation"));
      }
    }
    String after = json("{'query': %s, 'sort': 'rank', 'search_after': [1]}", hybrid);
    Reply refused = cluster.request("GET", "/set1/_search", after);
    assertEquals(400, refused.status());
    assertTrue(refused.text(), refused.text().contains("read pages by from"));
  }

  /** A {@code neural} query for sparse vectors refuses a filter. */
  @Test
  public void testQueriesWithoutLimitStayAsTheyAre() {
    String own = ", 'filter': " + SECOND;
    for (String filter : List.of("", own)) {
      String query = json("{'knn': {'group': {'vector': [0]%s}}}", filter);
      for (Reply reply : search(1, json("{'query': %s}", query))) { // of 10 documents
        Set<Integer> expected = filter.isEmpty() ? nearest(4, 0) : nearest(10, 1);
        assertEquals(reply.text(), expected, CORPUS.groups(reply.ids()));
      }
    }
  }

  @Test
  public void testPostFilterWithAggregationsIsRefused() {
    String aggs = "'aggs': {'c': {'terms': {'field': 'copy'}}}";
    String body = json("{'query': %s, 'post_filter': %s, %s}", knn(10, null), SECOND, aggs);
    Reply refused = cluster.request("GET", "/set1/_search", body);
    assertEquals(400, refused.status());
    assertTrue(refused.text(), refused.text().contains("[post_filter] cannot be used"));
    String filtered = json("{'size': 20, 'query': %s, %s}", knn(10, SECOND), aggs);
    for (Reply reply : search(1, filtered)) {
      assertEquals(10, reply.number("aggregations.c.buckets.0.doc_count"));
    }
  }
}
