// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/** Who may not see a document does not learn of it. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestCallersSeeTheirs {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private LocalCluster cluster;

  @Test
  public void testHitsTotalsVariantsAndExplanations() throws Exception {
    try (LocalCluster started =
        LocalCluster.start(3, folder.getRoot().toPath(), List.of(OwnersPlugin.class))) {
      cluster = started;
      cluster.putPipeline("p", ", 'variants': 5");
      for (int shards : new int[] {1, 3}) {
        String index = "docs" + shards;
        index(index, shards);
        for (int round = 0; round < 2; round++) { // what one caller was told is kept for no other
          assertHits(index, "ann", List.of("a1"), 2);
          assertHits(index, "bob", List.of("b1"), 1);
          assertHits(index, "eve", List.of(), 0);
          assertHits(index, null, List.of("a1"), 3);
        }
      }
      assertVariants("ann", "a1", "a1", 2);
      assertVariants("ann", "a2", "a1", 2);
      assertVariants("bob", "b1", "b1", 1);
      assertVariants(null, "b1", "a1", 3);
      assertEquals(404, request("bob", "/docs1/_neardup/variants/a1", null).status());
      assertEquals(404, request("bob", "/docs1/_neardup/explain/b1/a1", null).status());
      Reply explained = request("ann", "/docs1/_neardup/explain/a1/a2", null);
      assertEquals(false, explained.at("a.hidden"));
      assertEquals(2, explained.number("a.versions"));
      Reply statistics = request("bob", "/docs1/_neardup/stats", null);
      assertEquals(200, statistics.status());
      assertFalse(statistics.text(), statistics.text().contains("a1"));
      assertEquals(0, statistics.number("_all.total.documents")); // of which bob sees one
      assertEquals(0, statistics.number("_all.total.hidden"));
      String line = "docs1 0 p node\\d text.dup ready ";
      assertTable(line + "3 2 1 \\d+.* \\d+\n", null);
      assertTable(line + "0 0 0 0b 0\n", "bob");
    }
  }

  private void assertTable(String expected, String owner) {
    Reply table = request(owner, "/_cat/neardup/docs1", null);
    String text = table.text().replaceAll(" +", " ");
    assertTrue(text, text.matches(expected));
  }

  @Test
  public void testContinuedSearches() throws Exception {
    CopiesCorpus corpus = new CopiesCorpus(new Random(4), 60);
    try (LocalCluster started =
        LocalCluster.start(3, folder.getRoot().toPath(), List.of(OwnersPlugin.class))) {
      cluster = started;
      cluster.putPipeline("p", ", 'variants': 5");
      corpus.index(cluster, "many", 3, 1);
      // All groups have a document of ann's, and those of two or more one of bob's.
      for (String owner : List.of("ann", "bob")) {
        Set<Integer> groups = new HashSet<>();
        List<String> ids = new ArrayList<>();
        for (int from = 0; from < 60; from += 20) {
          String json = json("{'sort': ['rank', 'id'], 'size': 20, 'from': %d}", from);
          ids.addAll(request(owner, "/many/_search?search_pipeline=p", json).ids());
        }
        groups.addAll(corpus.groups(ids));
        assertEquals(owner.equals("ann") ? 60 : 48, groups.size());
        assertEquals(Set.of(owner), Set.copyOf(ids.stream().map(id -> corpus.owner(id)).toList()));
      }
    }
  }

  private void index(String index, int shards) {
    cluster.ok(
        "PUT",
        "/" + index,
        json(
            """
        {'settings': {
           'index.codec': 'neardup', 'number_of_shards': %d, 'number_of_replicas': 0},
         'mappings': {'properties': {
           'owner': {'type': 'keyword'}, 'id': {'type': 'keyword'},
           'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
        """,
            shards));
    String words = String.join(" ", IntStream.range(0, 100).mapToObj(i -> "w" + i).toList());
    for (String id : List.of("a1", "b1", "a2")) {
      String owner = id.startsWith("a") ? "ann" : "bob";
      cluster.ok(
          "PUT",
          "/" + index + "/_doc/" + id + "?refresh=true",
          json("{'id': '%s', 'owner': '%s', 'text': '%s %s'}", id, owner, words, id));
    }
  }

  private Reply request(String owner, String path, String json) {
    return cluster.request("GET", path, json, owner == null ? Map.of() : Map.of("owner", owner));
  }

  private void assertHits(String index, String owner, List<String> ids, int versions) {
    String json = "{'sort': 'id', 'query': {'match': {'text': 'w1'}}}";
    Reply reply = request(owner, "/" + index + "/_search?search_pipeline=p", json);
    assertEquals(ids, reply.ids());
    assertEquals(ids.size(), reply.number("hits.total.value"));
    assertEquals("eq", reply.at("hits.total.relation"));
    assertFalse(reply.text(), reply.map().containsKey("suggest"));
    if (versions > 0) {
      assertEquals(versions, reply.number("hits.hits.0.fields._neardup.0.versions"));
    }
    if (owner != null) {
      String other = owner.equals("ann") ? "b1" : "a1";
      assertFalse(reply.text(), reply.text().contains(other));
    }
  }

  private void assertVariants(String owner, String id, String representative, int total) {
    Reply reply = request(owner, "/docs1/_neardup/variants/" + id, null);
    assertEquals(representative, reply.at("representative"));
    assertEquals(total, reply.number("total"));
    assertEquals(total - 1, ((List<?>) reply.at("variants")).size());
  }
}
