// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/** Whoever shortens a page, another pipeline or a limit, gets no total that says it is all. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestShortenedPages {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(19), 30);

  @Test
  public void testTotals() throws Exception {
    try (LocalCluster cluster =
        LocalCluster.start(1, folder.getRoot().toPath(), List.of(FirstHitsPlugin.class))) {
      for (int shards : new int[] {1, 3}) {
        String index = "/shards" + shards;
        CORPUS.index(cluster, index.substring(1), shards, 0);
        cluster.ok("PUT", index + "/_settings", "{'index.neardup.one_version': 'text.dup'}");
        String first = "'search_pipeline': {'response_processors': [{'first_hits': {'most': 3}}]}";
        for (String more : List.of("", ", 'track_total_hits': true", ", 'track_total_hits': 7")) {
          Reply page = cluster.ok("GET", index + "/_search", "{'size': 10, " + first + more + "}");
          assertTrue(page.text(), page.ids().size() >= 1 && page.ids().size() <= 3);
          assertHonest(page);
          Reply ended =
              cluster.ok(
                  "GET", index + "/_search", "{'size': 5, 'terminate_after': 2" + more + "}");
          assertEquals("gte", ended.at("hits.total.relation"));
          assertHonest(ended);
        }
        Reply none = cluster.ok("GET", index + "/_search", "{'size': 0, 'terminate_after': 2}");
        assertEquals("gte", none.at("hits.total.relation"));
      }
    }
  }

  private static void assertHonest(Reply reply) {
    int total = reply.number("hits.total.value");
    boolean isNumber = "eq".equals(reply.at("hits.total.relation"));
    assertTrue(
        reply.text(),
        isNumber ? total == CORPUS.groupCount() : total <= CORPUS.groupCount() && total > 0);
  }
}
