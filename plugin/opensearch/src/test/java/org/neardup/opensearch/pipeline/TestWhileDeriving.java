// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.Await;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.groups.GroupsService;
import org.opensearch.common.settings.Settings;
import org.opensearch.threadpool.ThreadPool;

/** Searches before the groups of a shard are known. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestWhileDeriving {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final int THREADS = 2; // at most, that derive on a node
  private static final Settings NEVER_IN_SEARCH =
      Settings.builder().put(GroupsService.CHANGES_IN_SEARCH.getKey(), 0).build();
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(3), 40);

  @Test
  public void testPagesAreCollapsedAndSayThatGroupsAreNotKnown() throws Exception {
    try (LocalCluster cluster =
        LocalCluster.start(2, folder.getRoot().toPath(), List.of(), NEVER_IN_SEARCH)) {
      cluster.putPipeline("p", "");
      CountDownLatch mayDerive = new CountDownLatch(1);
      try {
        keepBusy(cluster, mayDerive);
        CORPUS.index(cluster, "one", 1, 1);
        CORPUS.index(cluster, "two", 2, 1);
        for (String index : List.of("one", "two")) {
          assertPages(cluster, index, true);
          Reply variants = cluster.ok("GET", "/" + index + "/_neardup/variants/g4c0", null);
          assertEquals(true, variants.at("deriving"));
          Reply stats = cluster.ok("GET", "/" + index + "/_neardup/stats", null);
          assertTrue(stats.text(), stats.text().contains("\"state\":\"deriving\""));
        }
        cluster.ok(
            "PUT",
            "/one/_settings",
            "{'index.neardup.one_version': 'text.dup', 'index.max_result_window': 30}");
        String soon = "{'size': 0, 'track_total_hits': true, 'timeout': '200ms'}";
        Reply unknown = cluster.request("GET", "/one/_search", soon);
        assertEquals(unknown.text(), 503, unknown.status()); // its first hits are not all
        assertTrue(unknown.text(), unknown.text().contains("groups are being derived"));
        int before = searches(cluster);
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
          Future<Reply> count = caller.submit(() -> cluster.ok("GET", "/one/_count", null));
          Await.until(60, () -> searches(cluster) > before, () -> "nothing is counted");
          mayDerive.countDown();
          assertEquals(CORPUS.groupCount(), count.get().number("count"));
          assertEquals(0, count.get().number("_shards.failed"));
        }
        cluster.ok("PUT", "/one/_settings", "{'index.max_result_window': 10000}");
      } finally {
        mayDerive.countDown();
      }
      for (String index : List.of("one", "two")) {
        Await.until(60, () -> !isDeriving(cluster, index), () -> index + " is still deriving");
        assertPages(cluster, index, false);
      }
    }
  }

  private static int searches(LocalCluster cluster) {
    return cluster.ok("GET", "/one/_stats/search", null).number("_all.total.search.query_total");
  }

  private static void keepBusy(LocalCluster cluster, CountDownLatch until) {
    for (int node = 0; node < 2; node++) {
      ThreadPool threads = cluster.node(node).injector().getInstance(ThreadPool.class);
      Executor deriving = threads.executor("neardup");
      for (int i = 0; i < THREADS; i++) {
        deriving.execute(
            () -> {
              try {
                until.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
      }
    }
  }

  private static boolean isDeriving(LocalCluster cluster, String index) {
    for (int i = 0; i < 10; i++) { // copies of shards take turns
      if ((boolean) search(cluster, index, "{'size': 0}").at("ext.neardup.deriving")) {
        return true;
      }
    }
    return false;
  }

  private static void assertPages(LocalCluster cluster, String index, boolean isDeriving) {
    Reply page = search(cluster, index, "{'size': 10, 'from': 20, 'sort': ['rank', 'id']}");
    assertEquals(10, CORPUS.groups(page.ids()).size());
    assertEquals(isDeriving, page.at("ext.neardup.deriving"));
    Reply whole = search(cluster, index, "{'size': 500, 'sort': ['rank', 'id']}");
    assertEquals(CORPUS.groupCount(), CORPUS.groups(whole.ids()).size());
    assertEquals(CORPUS.groupCount(), whole.number("hits.total.value"));
    assertEquals("eq", whole.at("hits.total.relation"));
    assertEquals(whole.ids().subList(20, 30), page.ids());
    Reply count = search(cluster, index, "{'size': 0}");
    assertEquals(isDeriving, count.at("ext.neardup.deriving"));
    assertEquals("eq", count.at("hits.total.relation"));
    assertEquals(CORPUS.groupCount(), count.number("hits.total.value"));
  }

  private static Reply search(LocalCluster cluster, String index, String json) {
    return cluster.ok("GET", "/" + index + "/_search?search_pipeline=p", json);
  }
}
