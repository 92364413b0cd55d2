// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/** What a caller may not read is answered as if it were not there. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestNothingIsTold {
  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(6), 30);
  private static final Map<String, String> BOB = Map.of(OwnersPlugin.OWNER, "bob");

  /** Of a search by a pipeline; scores depend on all documents, whatever the plugin does. */
  private static final List<String> SEARCHES =
      List.of(
          "{'sort': ['rank', 'id'], 'size': 50}",
          "{'sort': ['rank', 'id'], 'size': 5, 'from': 7}",
          "{'sort': ['rank', 'id'], 'size': 5, 'from': 50}",
          "{'sort': ['rank', 'id'], 'size': 5, 'search_after': [400, 'g1c1']}",
          "{'sort': ['rank', 'id'], 'size': 3, 'track_total_hits': true}",
          "{'sort': ['id'], 'size': 0, 'track_total_hits': 5}",
          "{'sort': ['id'], 'query': {'term': {'copy': 'c3'}}}",
          "{'sort': ['id'], 'query': {'term': {'owner': 'ann'}}}",
          "{'sort': ['id'], 'aggs': {'copies': {'terms': {'field': 'copy'}}}}",
          "{'sort': ['id'], 'post_filter': {'term': {'copy': 'c3'}},"
              + " 'aggs': {'copies': {'terms': {'field': 'copy'}}}}",
          "{'sort': ['id'], 'post_filter': {'one_version': {'field': 'text.dup'}}}",
          "{'sort': ['id'], 'query': {'bool': {'must_not':"
              + " {'one_version': {'field': 'text.dup'}}}}}",
          "{'sort': ['id'], 'size': 0, 'query': {'all_versions': {}}, 'aggs': {'one':"
              + " {'filter': {'one_version': {'field': 'text.dup'}}}}}");

  private static LocalCluster cluster;

  @BeforeClass
  public static void startCluster() {
    cluster = LocalCluster.start(2, FOLDER.getRoot().toPath(), List.of(OwnersPlugin.class));
    cluster.putPipeline("plain", "");
    cluster.putPipeline("exact", ", 'exact_total': true");
    cluster.putPipeline("variants", ", 'variants': 5");
    for (int shards : new int[] {1, 3}) {
      index(shards, "", "");
      index(shards, "ordered", ", 'order': 'rank:desc'");
    }
  }

  /** An index with all documents, and one with bob's. */
  private static void index(int shards, String name, String parameters) {
    CORPUS.index(cluster, "all" + name + shards, shards, 0, parameters);
    CORPUS.index(cluster, "own" + name + shards, shards, 0, parameters);
    for (String id : CORPUS.ids()) {
      if (!CORPUS.owner(id).equals("bob")) {
        cluster.ok("DELETE", "/own" + name + shards + "/_doc/" + id, null);
      }
    }
    cluster.ok("POST", "/own" + name + shards + "/_refresh", null);
  }

  @AfterClass
  public static void closeCluster() throws IOException {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  /**
   * What bob is told of the index with all documents, which must be what is told of that with his.
   */
  private static Reply toldSame(String index, String path, String json) {
    Reply all = ask("/all" + index + path, json, BOB);
    Reply own = ask("/own" + index + path, json, Map.of());
    assertEquals(path + " " + json, withoutNames(own), withoutNames(all));
    assertFalse(all.text(), all.text().matches(".*\"g\\d+c[024]\".*"));
    return all;
  }

  private static Reply ask(String path, String json, Map<String, String> headers) {
    return cluster.request("GET", path, json, headers);
  }

  private static Map<String, Object> withoutNames(Reply reply) {
    String text = reply.text().replaceAll("\\b(all|own)(ordered)?(?=[13]\\b)", "index");
    Map<String, Object> told = new Reply(reply.status(), text, List.of()).map();
    told.remove("took");
    told.remove("_shards");
    return told;
  }

  @Test
  public void testSearches() {
    for (String index : List.of("1", "3", "ordered1", "ordered3")) {
      for (String pipeline : List.of("plain", "exact", "variants", "_none")) {
        for (String search : SEARCHES) {
          Reply told = toldSame(index, "/_search?search_pipeline=" + pipeline, search);
          assertTrue(told.text(), told.status() == 200 || told.text().contains("within the first"));
        }
      }
      Reply page = toldSame(index, "/_search?search_pipeline=exact", SEARCHES.getFirst());
      assertEquals(24, CORPUS.groups(page.ids()).size());
      assertEquals(24, page.number("hits.total.value"));
    }
  }

  @Test
  public void testSettingsCountsAndSuggestions() {
    String suggest =
        "{'query': {'term': {'copy': 'c3'}}, 'sort': ['id'],"
            + " 'suggest': {'s': {'text': 'comon', 'term': {'field': 'text'}}}}";
    for (String index : List.of("1", "3")) {
      Reply told = ask("/all" + index + "/_search?search_pipeline=plain", suggest, BOB);
      Reply plain = ask("/all" + index + "/_search", suggest, BOB); // which counts all documents
      assertEquals(plain.at("suggest"), told.at("suggest"));
      cluster.ok("PUT", "/*" + index + "/_settings", "{'index.neardup.one_version': 'text.dup'}");
      toldSame(index, "/_search", "{'sort': ['rank', 'id'], 'size': 50}");
      toldSame(index, "/_count", null);
      cluster.ok("PUT", "/*" + index + "/_settings", "{'index.neardup.one_version': null}");
      toldSame(index, "/_count", "{'query': {'one_version': {'field': 'text.dup'}}}");
      toldSame(index, "/_field_caps?fields=text.dup", null);
    }
  }

  @Test
  public void testWhatResemblesADocument() {
    for (String index : List.of("1", "3")) {
      for (String id : List.of("g3c1", "g4c3", "g4c0")) {
        String like =
            json(
                "{'sort': ['_score', 'id'], 'query': {'near_duplicate': {'field': 'text.dup',"
                    + " 'index': 'all%s', 'id': '%s', 'min': 0.1}}}",
                index, id);
        Reply told = ask("/all" + index + "/_search", like, BOB);
        Reply own = ask("/own" + index + "/_search", like.replace("all", "own"), Map.of());
        assertEquals(id.equals("g4c0") ? 404 : 200, told.status());
        if (told.status() == 200) {
          assertEquals(withoutNames(own), withoutNames(told));
          assertFalse(told.ids().isEmpty());
        }
      }
    }
  }

  @Test
  public void testVariantsExplanationsAndStatistics() {
    for (String index : List.of("1", "3", "ordered1", "ordered3")) {
      for (int group = 0; group < CORPUS.groupCount(); group++) {
        String id = "/g" + group;
        toldSame(index, "/_neardup/variants" + id + "c1", null);
        toldSame(index, "/_neardup/variants" + id + "c3?size=1", null);
        toldSame(index, "/_neardup/variants" + id + "c4", null);
        toldSame(index, "/_neardup/explain" + id + "c1" + id + "c3", null);
        toldSame(index, "/_neardup/explain" + id + "c1" + id + "c0", null);
      }
      toldSame(index, "/_explain/g4c3", "{'query': {'one_version': {'field': 'text.dup'}}}");
      for (int largest : new int[] {0, 1, 4, 100}) {
        assertEquals(largest(index, largest, "own"), largest(index, largest, "all"));
      }
    }
  }

  /** The largest groups of each shard, as bob is told. */
  private static List<Object> largest(String index, int most, String kind) {
    Reply told = ask("/" + kind + index + "/_neardup/stats?largest=" + most, null, BOB);
    List<Object> found = new ArrayList<>();
    for (Object shard : (List<?>) told.at("indices." + kind + index + ".shards")) {
      Map<?, ?> fields = (Map<?, ?>) ((Map<?, ?>) shard).get("fields");
      found.add(((Map<?, ?>) fields.get("text.dup")).get("largest_groups"));
    }
    return found;
  }

  @Test
  public void testFieldsThatSketchesTellOf() {
    CORPUS.index(cluster, "fields", 1, 0, ", 'scope': 'owner'");
    String all = "{'size': 100, 'sort': ['id']}";
    String like =
        "{'query': {'near_duplicate': {'field': 'text.dup', 'index': 'fields', 'id': 'g4c1'}}}";
    for (String field : List.of("text", "text.dup", "owner", "rank")) {
      Map<String, String> hidden = Map.of(OwnersPlugin.HIDDEN, field);
      boolean isTold = field.equals("rank");
      Reply page = ask("/fields/_search?search_pipeline=variants", all, hidden);
      assertEquals(page.text(), 200, page.status());
      assertEquals(isTold ? 54 : CORPUS.size(), page.ids().size());
      assertEquals(isTold, !page.text().contains("\"without_field\":[\"fields\"]"));
      Reply alike = ask("/fields/_search", like, hidden);
      assertEquals(alike.text(), 200, alike.status());
      assertEquals(isTold ? 2 : 0, alike.ids().size());
      for (String path : List.of("/variants/g4c1", "/explain/g4c1/g4c3")) {
        Reply told = ask("/fields/_neardup" + path, null, hidden);
        assertEquals(told.text(), isTold ? 200 : 403, told.status());
      }
      Reply ofOneShard = ask("/all3/_neardup/variants/g4c1?field=text.dup", null, hidden);
      boolean isSeen = isTold || field.equals("owner"); // which is no scope there
      assertEquals(ofOneShard.text(), isSeen ? 200 : 403, ofOneShard.status());
      Reply statistics = ask("/fields/_neardup/stats", null, hidden);
      assertEquals(isTold ? CORPUS.size() : 0, statistics.number("_all.total.documents"));
      assertEquals(isTold, statistics.text().contains("representative"));
    }
  }
}
