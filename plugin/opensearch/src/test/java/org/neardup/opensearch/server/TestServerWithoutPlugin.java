// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.Test;
import org.neardup.opensearch.Await;

/** A node without the plugin says what it lacks, and leaves the index as it is. */
public class TestServerWithoutPlugin {
  private static final Map<String, String> SEED = Map.of("neardup.seed", "a secret of this test");

  @Test
  public void testANodeWithoutThePluginNamesItAndDamagesNothing() throws Exception {
    ServerCluster cluster = ServerCluster.of("lone", 1, SEED);
    ServerNode node = cluster.node(0);
    cluster.startAll();
    try {
      List<CorpusDocument> documents = Corpus.versions(13, 60, 4);
      Resemblances resemblances = Resemblances.of(documents, SEED.get("neardup.seed"));
      ServerIndex index =
          ServerIndex.create(
              cluster, "left", 1, 0, Map.of("index.neardup.one_version", ServerIndex.FIELD), "");
      index.add(documents);
      index.refresh();
      Set<String> expected = index.expected(resemblances);
      node.stop();

      ServerHome with = node.home();
      node.moveTo(ServerCluster.plainHome(), Map.of());
      String said = whatItSays(cluster);
      assertTrue(said, said.contains("no handler for type [neardup]"));
      node.stop();

      node.moveTo(with, SEED);
      cluster.startAll();
      cluster.awaitGreen();
      index.awaitDerived();
      assertEquals(expected, index.visible(""));
      String all = ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING);
      assertEquals(expected, Set.copyOf(ServerIndex.ids(index.search("", all))));
    } finally {
      node.stop();
    }
  }

  /** Why the node does not open the index. */
  private static String whatItSays(ServerCluster cluster) throws Exception {
    cluster.startAll();
    AtomicReference<ServerResponse> why = new AtomicReference<>();
    Await.until(
        60,
        () -> {
          why.set(cluster.client().get("/_cluster/allocation/explain"));
          return why.get().text().contains("neardup");
        },
        () -> why.get().toString());
    return why.get().toString();
  }
}
