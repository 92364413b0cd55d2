// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.neardup.opensearch.Await;

/** All copies of a shard show the same documents, whatever happened to them. */
public class TestServerCopies {
  private final List<CorpusDocument> documents = Corpus.versions(7, 300, 6);
  private Resemblances resemblances;
  private ServerCluster cluster;
  private ServerIndex index;

  @Before
  public void start() throws Exception {
    cluster = ServerCluster.shared();
    resemblances = Resemblances.of(documents);
  }

  @After
  public void mend() throws Exception {
    cluster.startAll();
    cluster.awaitGreen();
    index.drop();
  }

  private void fill(String name, Map<String, Object> settings) throws Exception {
    index = ServerIndex.create(cluster, name, 3, 1, settings, "");
    index.add(documents);
    for (int i = 0; i < documents.size(); i += 7) {
      index.delete(documents.get(i).id());
    }
    index.refresh();
    index.awaitDerived();
  }

  private void assertAllCopiesShow(String when, Set<String> expected) throws Exception {
    cluster.awaitGreen();
    index.awaitDerived();
    assertEquals(when + ", primaries", expected, index.visible("preference=_primary"));
    assertEquals(when + ", replicas", expected, index.visible("preference=_replica"));
  }

  @Test
  public void testSurvivesMergesKillsRestartsAndMoves() throws Exception {
    fill("copies", Map.of());
    Set<String> expected = index.expected(resemblances);
    assertAllCopiesShow("at first", expected);

    index.client().post("/copies/_forcemerge?max_num_segments=1", "").succeeded();
    index.refresh();
    assertAllCopiesShow("merged", expected);

    move();
    assertAllCopiesShow("moved", expected);

    cluster.node(1).kill();
    assertEquals("killed", expected, visibleWhenAnswered());
    cluster.startAll();
    assertAllCopiesShow("started again", expected);

    cluster.stopAll();
    cluster.startAll();
    assertAllCopiesShow("all restarted", expected);
  }

  /** Moves a copy of shard 0 to the node that has none. */
  private void move() {
    List<Json> copies =
        index
            .client()
            .get("/_cat/shards/copies?format=json&h=shard,node")
            .succeeded()
            .json()
            .elements()
            .stream()
            .filter(copy -> copy.at("shard").text().equals("0"))
            .toList();
    List<String> with = copies.stream().map(copy -> copy.at("node").text()).toList();
    String without =
        cluster.nodes().stream()
            .map(ServerNode::name)
            .filter(name -> !with.contains(name))
            .findFirst()
            .orElseThrow();
    index
        .client()
        .post(
            "/_cluster/reroute",
            Json.write(
                Map.of(
                    "commands",
                    List.of(
                        Map.of(
                            "move",
                            Map.of(
                                "index",
                                "copies",
                                "shard",
                                0,
                                "from_node",
                                with.get(0),
                                "to_node",
                                without))))))
        .succeeded();
  }

  /** What is visible as soon as all shards answer, with groups or still without. */
  private Set<String> visibleWhenAnswered() throws Exception {
    AtomicReference<Set<String>> visible = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Await.until(
        60,
        () -> {
          try {
            index
                .client()
                .get("/_cluster/health/copies?wait_for_status=yellow&timeout=30s")
                .succeeded();
            index.awaitDerived();
            visible.set(index.visible(""));
            return true;
          } catch (AssertionError | UncheckedIOException e) {
            failure.set(e); // the dead node is not known to be dead yet
            return false;
          }
        },
        () -> failure.get().toString());
    return visible.get();
  }

  @Test
  public void testSegmentReplicationShowsTheSameOnceSynchronised() throws Exception {
    fill("segments", Map.of("index.replication.type", "SEGMENT"));
    Set<String> expected = index.expected(resemblances);
    String all = ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING);
    int arrived = documents.size() - (documents.size() + 6) / 7;
    Await.until(
        60,
        () -> ServerIndex.ids(index.search("preference=_replica", all)).size() == arrived,
        () -> "replicas have not caught up");
    assertAllCopiesShow("synchronised", expected);
  }

  @Test
  public void testNoPageShowsTwoVersionsWhileDocumentsArrive() throws Exception {
    index = ServerIndex.create(cluster, "busy", 3, 1);
    CountDownLatch done = new CountDownLatch(1);
    List<String> seen = new ArrayList<>();
    try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
      Future<?> writing =
          writer.submit(
              () -> {
                try {
                  for (int from = 0; from < documents.size(); from += 50) {
                    index.add(documents.subList(from, Math.min(from + 50, documents.size())));
                    index.refresh();
                  }
                } finally {
                  done.countDown();
                }
              });
      while (done.getCount() > 0) {
        String copy = seen.size() % 2 == 0 ? "_primary" : "_replica";
        List<String> ids =
            ServerIndex.ids(
                index.search(
                    index.pipeline() + "&preference=" + copy,
                    ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING)));
        assertEquals(copy, List.of(), resemblances.nearPairs(ids));
        assertEquals(ids.size(), new TreeSet<>(ids).size());
        seen.add(copy + " " + ids.size());
      }
      writing.get();
    }
    assertFalse(seen.isEmpty());
    assertAllCopiesShow("after " + seen, index.expected(resemblances));
  }
}
