// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.neardup.opensearch.Await;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/** The circuit breaker of what the plugin keeps in memory. */
public class TestMemory extends NodeTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(7), 40);
  private static final String ALL = "{'size': 100}";
  private static final String SEARCH = "/copies/_search?search_pipeline=one";

  private static CircuitBreaker breaker(LocalCluster cluster) {
    return cluster
        .node(0)
        .injector()
        .getInstance(CircuitBreakerService.class)
        .getBreaker(GroupsService.BREAKER);
  }

  private static long used(LocalCluster cluster) {
    return breaker(cluster).getUsed();
  }

  private static void limit(LocalCluster cluster, String limit) {
    cluster.ok(
        "PUT", "/_cluster/settings", "{'transient': {'breaker.neardup.limit': " + limit + "}}");
  }

  @Test
  public void testGroupsAreRefusedWithoutMemory() throws Exception {
    checkGroups(20_000);
  }

  @Test
  public void testGroupsInTheBackgroundAreRefusedWithoutMemory() throws Exception {
    checkGroups(0);
  }

  private void checkGroups(int changesInSearch) throws Exception {
    Settings settings =
        Settings.builder()
            .put("breaker.neardup.limit", "100b")
            .put(GroupsService.CHANGES_IN_SEARCH.getKey(), changesInSearch)
            .build();
    try (LocalCluster cluster =
        LocalCluster.start(1, folder.getRoot().toPath(), List.of(), settings)) {
      cluster.putPipeline("one", "");
      CORPUS.index(cluster, "copies", 1, 0);
      for (int i = 0; i < 2; i++) { // the second is no other
        Reply refused = cluster.request("GET", SEARCH, ALL);
        assertEquals(refused.text(), 429, refused.status());
        assertTrue(refused.text(), refused.text().contains("circuit_breaking_exception"));
        assertTrue(refused.text(), refused.text().contains("groups of [copies][0]"));
      }
      Reply statistics = cluster.ok("GET", "/copies/_neardup/stats", null);
      assertTrue(statistics.text(), statistics.text().contains("groups of [copies][0]"));
      limit(cluster, "'1mb'");
      Await.until(
          30,
          () -> cluster.ok("GET", SEARCH, ALL).ids().size() == CORPUS.groupCount(),
          () -> "not all groups");
      Await.until(30, () -> used(cluster) > 0 && used(cluster) < 100_000, () -> "memory");
      Reply node = cluster.ok("GET", "/_nodes/stats/breaker", null);
      assertTrue(node.text(), node.text().contains("\"neardup\":{\"limit_size_in_bytes\":1048576"));
      cluster.ok("DELETE", "/copies", null);
      Await.until(30, () -> used(cluster) == 0, () -> "still used: " + used(cluster));
    }
  }

  @Test
  public void testPagesAreRefusedWithoutMemory() throws Exception {
    CORPUS.index(shared(), "copies", 3, 0);
    shared().putPipeline("one", "");
    Await.until(
        30,
        () -> shared().ok("GET", SEARCH, ALL).ids().size() == CORPUS.groupCount(),
        () -> "not all groups");
    long before = used(shared());
    long limit = breaker(shared()).getLimit();
    try {
      limit(shared(), "'" + (before + 100) + "b'");
      Reply refused = shared().request("GET", SEARCH, ALL);
      assertEquals(refused.text(), 429, refused.status());
      assertTrue(refused.text(), refused.text().contains("sketches of a page"));
    } finally {
      limit(shared(), "null");
    }
    assertEquals(limit, breaker(shared()).getLimit());
    assertEquals(1, breaker(shared()).getOverhead(), 0);
    String deep = "{'from': 20, 'size': 20}";
    assertEquals(20, shared().ok("GET", SEARCH, deep).ids().size());
    assertEquals(before, used(shared()));
  }

  @Test
  public void testTotalsAreLowerBoundsWithoutMemory() throws Exception {
    CORPUS.index(shared(), "counted", 3, 0);
    shared().putPipeline("one", "");
    String search = "/counted/_search?search_pipeline=one";
    String counted = "{'size': 1, 'track_total_hits': true}";
    String exact = "\"total\":{\"value\":" + CORPUS.groupCount() + ",\"relation\":\"eq\"}";
    Await.until(
        30,
        () -> shared().ok("GET", search, counted).text().contains(exact),
        () -> "not all groups");
    long before = used(shared());
    for (int i = 0; i < 20; i++) {
      assertTrue(shared().ok("GET", search, counted).text().contains(exact));
      assertEquals(before, used(shared()));
    }
    try {
      for (int bytes : new int[] {12_000, 20_000, 40_000}) {
        limit(shared(), "'" + (before + bytes) + "b'");
        assertEquals(1, breaker(shared()).getOverhead(), 0);
        Reply bound = shared().ok("GET", search, counted);
        assertTrue(bound.text(), bound.text().contains("\"relation\":\"gte\""));
        assertTrue(bound.text(), bound.text().contains("\"failed\":0"));
        Reply refused =
            shared()
                .request(
                    "GET", search, "{'size': 0, 'track_total_hits': true, 'timeout': '300ms'}");
        assertEquals(refused.text(), 429, refused.status());
        assertTrue(refused.text(), refused.text().contains("raise [breaker.neardup.limit]"));
      }
    } finally {
      limit(shared(), "null");
    }
    assertTrue(shared().ok("GET", search, counted).text().contains(exact));
    assertEquals(before, used(shared()));
  }
}
