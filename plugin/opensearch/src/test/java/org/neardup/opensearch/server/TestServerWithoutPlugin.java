// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** A node without the plugin says what it lacks, and leaves the index as it is. */
public class TestServerWithoutPlugin {

  @Test
  public void aNodeWithoutThePluginNamesItAndDamagesNothing() throws Exception {
    ServerCluster cluster = ServerCluster.of("lone", 1);
    ServerNode node = cluster.node(0);
    cluster.startAll();
    try {
      List<CorpusDocument> documents = Corpus.versions(13, 60, 4);
      Resemblances resemblances = Resemblances.of(documents);
      ServerIndex index = ServerIndex.create(cluster, "left", 1, 0);
      index.add(documents);
      index.refresh();
      Set<String> expected = index.expected(resemblances);
      node.stop();

      ServerHome with = node.home();
      node.moveTo(ServerCluster.plainHome(), Map.of());
      node.start();
      String said = whatItSays(node);
      assertTrue(said, said.contains("neardup"));
      node.stop();

      node.moveTo(with, Map.of("neardup.seed", ServerCluster.SEED));
      cluster.startAll();
      cluster.awaitGreen();
      index.awaitDerived();
      assertEquals(expected, index.visible(""));
    } finally {
      node.stop();
    }
  }

  /** What its log says by the time it has ended, or answers. */
  private static String whatItSays(ServerNode node) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (node.isRunning() && System.nanoTime() < end) {
      Thread.sleep(500);
    }
    return node.console();
  }
}
