// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.Test;
import org.neardup.opensearch.Await;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;

/** When groups are derived, and what searches see meanwhile. */
public class TestGroupsService extends NodeTestCase {
  private static final String ALL = "{'match_all': {}}";

  private static Map<String, Object> statistics(LocalCluster cluster, String index) {
    ClusterService state = cluster.node(0).injector().getInstance(ClusterService.class);
    ShardId shard = new ShardId(state.state().metadata().index(index).getIndex(), 0);
    GroupsService groups = cluster.node(0).injector().getInstance(GroupsService.class);
    return groups.statistics(shard).getOrDefault("text.dup", Map.of());
  }

  private static boolean isReady(LocalCluster cluster, String index) {
    return "ready".equals(statistics(cluster, index).get("state"));
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    Await.until(30, condition, () -> "no groups");
  }

  private LocalCluster startThatNeverDerivesInSearches() {
    Settings settings =
        Settings.builder()
            .put(GroupsService.CHANGES_IN_SEARCH.getKey(), 0)
            .put("neardup.groups.threads", 1)
            .build();
    return LocalCluster.start(1, folder.getRoot().toPath(), List.of(), settings);
  }

  @Test
  public void testStatisticsAreThoseOfTheLastReader() {
    SampleIndex index = SampleIndex.create(shared(), "counts");
    for (int i = 0; i < 10; i++) {
      index.put("" + i, i % 4, i, "a");
    }
    shared().ok("PUT", "/counts/_doc/blank", "{'tag': 'a'}");
    index.refresh();
    assertEquals(5, index.oneVersion(ALL).size());
    index.delete("0");
    index.refresh();
    assertEquals(5, index.oneVersion(ALL).size());
    Map<String, Object> statistics = statistics(shared(), "counts");
    assertEquals("ready", statistics.get("state"));
    assertEquals(10L, statistics.get("documents"));
    assertEquals(9L, statistics.get("sketched"));
    assertEquals(5L, statistics.get("hidden"));
    assertEquals(4L, statistics.get("groups"));
    assertTrue((long) statistics.get("memory_in_bytes") > 0);
  }

  @Test
  public void testSearchesHideNothingWhileGroupsAreDerived() throws Exception {
    try (LocalCluster cluster = startThatNeverDerivesInSearches()) {
      SampleIndex index = SampleIndex.create(cluster, "late");
      await(() -> isReady(cluster, "late")); // of no documents
      ThreadPool threads = cluster.node(0).injector().getInstance(ThreadPool.class);
      assertEquals(1, threads.info("neardup").getMax());
      for (int i = 0; i < 6; i++) {
        index.put("" + i, i % 2, i, i < 3 ? "a" : "b");
      }
      index.refresh();
      String count = "{'query': " + SampleIndex.oneVersionOf(ALL) + "}";
      int first = count(cluster, count);
      assertTrue("" + first, first == 6 || first == 2);
      await(() -> count(cluster, count) == 2); // and so the first was not cached
      assertEquals(List.of("0", "1"), index.oneVersion(ALL));
      assertEquals(List.of("3", "4"), index.oneVersion("{'term': {'tag': 'b'}}"));
    }
  }

  private static int count(LocalCluster cluster, String query) {
    Reply reply = cluster.ok("GET", "/late/_search?size=0&request_cache=true", query);
    return reply.number("hits.total.value");
  }

  @Test
  public void testGroupsAreDerivedAfterARestartBeforeAnySearch() throws Exception {
    try (LocalCluster cluster = startThatNeverDerivesInSearches()) {
      SampleIndex index = SampleIndex.create(cluster, "started");
      for (int i = 0; i < 6; i++) {
        index.put("" + i, i % 2, i, "a");
      }
      cluster.ok("POST", "/started/_flush", null);
      cluster.restart(0);
      cluster.ok("GET", "/_cluster/health/started?wait_for_status=green", null);
      await(() -> isReady(cluster, "started"));
      assertEquals(4L, statistics(cluster, "started").get("hidden"));
      assertEquals(List.of("0", "1"), index.oneVersion(ALL));
    }
  }

  @Test
  public void testAScrollAndAPointInTimeOutliveTheShard() throws Exception {
    try (LocalCluster cluster = start(2)) {
      SampleIndex index = SampleIndex.create(cluster, "moved");
      for (int i = 0; i < 15; i++) {
        index.put("" + i, i % 5, i, "a");
      }
      index.refresh();
      String one = "'size': 2, 'query': " + SampleIndex.oneVersionOf(ALL);
      Reply batch = cluster.ok("GET", "/moved/_search?scroll=1m", "{" + one + "}");
      String scroll = json("{'scroll': '1m', 'scroll_id': '%s'}", batch.at("_scroll_id"));
      Reply opened = cluster.ok("POST", "/moved/_search/point_in_time?keep_alive=1m", null);
      String point = json("{%s, 'pit': {'id': '%s'}}", one, opened.at("pit_id"));
      assertEquals(5, cluster.ok("GET", "/_search", point).number("hits.total.value"));

      Object from = node(cluster);
      String away = json("{'index.routing.allocation.exclude._id': '%s'}", from);
      cluster.ok("PUT", "/moved/_settings", away);
      await(() -> !node(cluster).equals(from));
      await(() -> copies(cluster, shard(cluster, "moved")) == 1);
      assertEquals(5, cluster.ok("GET", "/_search", point).number("hits.total.value"));
      List<String> read = new ArrayList<>();
      while (!batch.ids().isEmpty()) {
        read.addAll(batch.ids());
        batch = cluster.ok("POST", "/_search/scroll", scroll);
      }
      assertEquals(List.of("0", "1", "2", "3", "4"), read);
    }
  }

  private static Object node(LocalCluster cluster) {
    return cluster.ok("GET", "/moved/_search_shards", null).at("shards.0.0.node");
  }

  /** How many nodes have one. */
  private static long copies(LocalCluster cluster, ShardId shard) {
    return IntStream.range(0, 2)
        .mapToObj(node -> cluster.node(node).injector().getInstance(IndicesService.class))
        .filter(node -> node.getShardOrNull(shard) != null)
        .count();
  }

  private static ShardId shard(LocalCluster cluster, String index) {
    ClusterService state = cluster.node(0).injector().getInstance(ClusterService.class);
    return new ShardId(state.state().metadata().index(index).getIndex(), 0);
  }

  @Test
  public void testGroupsGoWithTheShard() {
    SampleIndex index = SampleIndex.create(shared(), "gone");
    index.put("1", 1, 1, "a");
    index.refresh();
    index.oneVersion(ALL);
    ShardId shard = shard(shared(), "gone");
    assertEquals("ready", statistics(shared(), "gone").get("state"));
    shared().ok("DELETE", "/gone", null);
    GroupsService groups = shared().node(0).injector().getInstance(GroupsService.class);
    assertEquals(Map.of(), groups.statistics(shard));
  }
}
