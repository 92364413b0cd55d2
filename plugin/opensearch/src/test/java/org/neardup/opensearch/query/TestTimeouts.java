// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

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

/** A search that runs out of time ends, and shows what it found in time. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestTimeouts {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(23), 100); // 1.5 s
  private static final String SLOW =
      "'query': {'script': {'script': {'lang': 'mockscript', 'source': 'slow'}}}";

  @Test
  public void testCandidatesAreNotAllFound() throws Exception {
    try (LocalCluster cluster =
        LocalCluster.start(1, folder.getRoot().toPath(), List.of(SlowScripts.class))) {
      for (int shards : new int[] {1, 3}) {
        String index = "/shards" + shards;
        CORPUS.index(cluster, index.substring(1), shards, 0);
        cluster.ok("PUT", index + "/_settings", "{'index.neardup.one_version': 'text.dup'}");
        SlowScripts.RUNS.set(0);
        Reply some =
            cluster.ok(
                "GET", index + "/_search", "{'timeout': '200ms', 'size': 300, " + SLOW + "}");
        assertEquals(true, some.at("timed_out"));
        assertEquals("gte", some.at("hits.total.relation"));
        assertTrue(some.text(), CORPUS.groups(some.ids()).size() < CORPUS.groupCount());
        assertTrue("runs: " + SlowScripts.RUNS, SlowScripts.RUNS.get() < CORPUS.size());
        SlowScripts.RUNS.set(0);
        Reply none =
            cluster.request(
                "GET",
                index + "/_search?cancel_after_time_interval=100ms&request_cache=false",
                "{'size': 0, 'track_total_hits': true, " + SLOW + "}");
        assertTrue(none.text(), none.text().contains("cancelled"));
        assertTrue("runs: " + SlowScripts.RUNS, SlowScripts.RUNS.get() < CORPUS.size());
      }
    }
  }
}
