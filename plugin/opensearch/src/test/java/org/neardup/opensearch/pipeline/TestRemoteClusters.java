// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;

/** Searches of another cluster, which answer the same with few round trips and with many. */
public class TestRemoteClusters extends NodeTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(17), 30);
  private static final int GROUPS = CORPUS.groupCount();
  private static final List<String> INDICES = List.of("/here,far:there", "/far:there");

  private static Reply search(String index, boolean isMinimized, String more, String json) {
    String path = index + "/_search?ccs_minimize_roundtrips=" + isMinimized + more;
    return shared().ok("GET", path, json);
  }

  @Test
  public void testPagesAndTotals() throws Exception {
    try (LocalCluster far = LocalCluster.start(1, folder.newFolder("far").toPath())) {
      CORPUS.index(shared(), "here", 3, 0);
      CORPUS.index(far, "there", 1, 0);
      for (boolean isSetThere : new boolean[] {false, true}) {
        set(shared(), "/here", "text.dup");
        set(far, "/there", isSetThere ? "text.dup" : "");
        String seeds = "{'persistent': {'cluster.remote.far.seeds': ['" + far.address() + "']}}";
        shared().ok("PUT", "/_cluster/settings", seeds);
        for (boolean isMinimized : new boolean[] {true, false}) {
          assertPages(isMinimized);
          assertAsSetHere(isMinimized);
        }
      }
      Reply variants = shared().ok("GET", "/far:there/_neardup/variants/g4c3", null);
      assertEquals("g4c0", variants.at("representative"));
      assertEquals("far:there", variants.at("_index"));
      assertEquals(5, variants.number("total"));
      Reply explained = shared().ok("GET", "/far:there/_neardup/explain/g4c3/g4c0", null);
      assertEquals(true, explained.at("same_group"));
      shared()
          .ok("PUT", "/_cluster/settings", "{'persistent': {'cluster.remote.far.seeds': null}}");
    }
  }

  @Test
  public void testDocumentsOfAClusterThatDoesNotAnswer() {
    CORPUS.index(shared(), "near", 1, 0);
    String remote =
        "{'persistent': {'cluster.remote.gone': {'seeds': %s, 'skip_unavailable': %s}}}";
    shared().ok("PUT", "/_cluster/settings", json(remote, "['127.0.0.1:1']", true));
    for (String index : List.of("gone:there", "near,gone:there")) {
      Reply reply = shared().request("GET", "/" + index + "/_neardup/variants/none", null);
      assertEquals(reply.text(), 503, reply.status());
      assertTrue(reply.text(), reply.text().contains("no document [none] in [" + index + "]: "));
    }
    assertEquals(
        5, shared().ok("GET", "/near,gone:*/_neardup/variants/g4c0", null).number("total"));
    shared().ok("PUT", "/_cluster/settings", json(remote, "null", "null"));
  }

  private static void set(LocalCluster cluster, String index, String field) {
    cluster.ok("PUT", index + "/_settings", json("{'index.neardup.one_version': '%s'}", field));
  }

  private static void assertPages(boolean isMinimized) {
    putPipeline();
    for (String index : INDICES) {
      Set<Integer> read = new HashSet<>();
      for (int from = 0; from < GROUPS; from += 7) {
        String json = json("{'from': %d, 'size': 7, 'sort': ['group', 'id']}", from);
        Reply page = search(index, isMinimized, "&search_pipeline=p", json);
        assertEquals(Math.min(7, GROUPS - from), page.ids().size());
        read.addAll(CORPUS.groups(page.ids()));
        int total = page.number("hits.total.value");
        boolean isNumber = "eq".equals(page.at("hits.total.relation"));
        assertTrue(page.text(), isNumber ? total == GROUPS : total <= GROUPS);
        assertTrue(page.text(), total >= from + page.ids().size());
      }
      assertEquals(GROUPS, read.size());
    }
  }

  private static void putPipeline() {
    shared().putPipeline("p", "");
  }

  /** The setting is that of the cluster that is asked. */
  private static void assertAsSetHere(boolean isMinimized) {
    String all = "{'size': 1000, 'track_total_hits': true}";
    String versions = "{'size': 0, 'query': {'all_versions': {}}}";
    for (String index : INDICES) {
      int here = index.startsWith("/here") ? CORPUS.size() : 0;
      for (Reply reply :
          List.of(
              search(index, isMinimized, "&search_pipeline=_none", all),
              search(index, isMinimized, "", versions))) {
        assertEquals(here + CORPUS.size(), reply.number("hits.total.value"));
      }
    }
    Reply far = search("/far:there", isMinimized, "", all);
    assertEquals(CORPUS.size(), far.number("hits.total.value"));
  }
}
