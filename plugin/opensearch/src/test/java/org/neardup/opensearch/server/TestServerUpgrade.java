// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;

/**
 * Nodes of an earlier release become those of this one, one by one, while documents are indexed and
 * searched. Needs {@code -Dneardup.upgrade.from=3.6.0} and the zip for that release.
 */
public class TestServerUpgrade {
  private static final String OLD_PLUGIN = "neardup.upgrade.plugin";

  private final List<CorpusDocument> documents = Corpus.versions(19, 280, 5);
  private ServerCluster cluster;
  private ServerIndex index;
  private int added;

  @Test
  public void testNodesAreUpgradedOneByOne() throws Exception {
    assumeTrue(OLD_PLUGIN, Files.exists(Path.of(System.getProperty(OLD_PLUGIN, ""))));
    ServerHome old =
        ServerCluster.home("old", "neardup.upgrade.distribution", OLD_PLUGIN, List.of());
    ServerHome current =
        ServerCluster.home(
            "current", "neardup.server.distribution", "neardup.server.plugin", List.of());
    cluster = ServerCluster.of("upgrade", 3, Map.of(), old);
    try {
      cluster.startAll();
      Map<String, Object> setting = Map.of("index.neardup.one_version", ServerIndex.FIELD);
      index = ServerIndex.create(cluster, "rolling", 3, 1, setting, "");
      addAndCheck("before");
      for (ServerNode node : cluster.nodes()) {
        node.stop();
        cluster
            .client()
            .get("/_cluster/health?wait_for_nodes=2&wait_for_status=yellow&timeout=60s")
            .succeeded();
        addAndCheck(node.name() + " is down");
        node.moveTo(current, Map.of());
        cluster.startAll();
        cluster.awaitGreen();
        addAndCheck(node.name() + " is back");
        String copies = "primaries and replicas, " + node.name();
        assertEquals(
            copies, index.visible("preference=_primary"), index.visible("preference=_replica"));
      }
      String releases = cluster.client().get("/_cat/nodes?h=version").succeeded().text();
      assertEquals(releases, 1, releases.lines().distinct().count());
      cluster
          .client()
          .put("/rolling/_settings", "{\"index.neardup.one_version\": null}")
          .succeeded();
      Set<String> expected = index.expected(Resemblances.of(documents.subList(0, added)));
      assertEquals(expected, index.visible("preference=_primary"));
      assertEquals(expected, index.visible("preference=_replica"));
    } finally {
      cluster.stopAll();
    }
  }

  /** All documents are there, and the page of all that each node gives has one version of each. */
  private void addAndCheck(String when) throws Exception {
    int more = documents.size() / 7;
    index.add(documents.subList(added, added + more));
    added += more;
    index.refresh();
    index.awaitDerived();
    Resemblances resemblances = Resemblances.of(documents.subList(0, added));
    String every = ServerIndex.page("{\"all_versions\": {}}", ServerIndex.EVERYTHING);
    String all = ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING);
    List<String> first = null;
    for (ServerNode node : cluster.nodes()) {
      if (node.isRunning()) {
        assertEquals(when, added, ServerIndex.ids(index.search(node.client(), "", every)).size());
        List<String> ids = ServerIndex.ids(index.search(node.client(), "", all));
        assertEquals(when, List.of(), resemblances.nearPairs(ids));
        assertTrue(when, !ids.isEmpty());
        first = first == null ? ids : first;
        assertEquals(when + ", " + node.name(), first, ids);
      }
    }
  }
}
