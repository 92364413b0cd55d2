// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.LocalCluster;
import org.neardup.opensearch.Reply;

/** Statistics, variants and explanations, on three nodes. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public class TestNeardupActions {
  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(2), 30);
  private static LocalCluster cluster;

  @BeforeClass
  public static void startCluster() {
    cluster = LocalCluster.start(3, FOLDER.getRoot().toPath());
    CORPUS.index(cluster, "one", 1, 1);
    CORPUS.index(cluster, "three", 3, 1);
  }

  @AfterClass
  public static void closeCluster() throws IOException {
    cluster.close();
    cluster = null;
  }

  private static Reply get(String path) {
    return cluster.ok("GET", path, null);
  }

  private static void assertFails(int status, String message, String path) {
    Reply reply = cluster.request("GET", path, null);
    assertEquals(reply.text(), status, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }

  @Test
  public void testThePageOfRolesNamesTheActions() throws IOException {
    String page = Files.readString(Path.of("docs", "roles.md"));
    String statistics = GroupStatisticsAction.TYPE.name();
    assertTrue(statistics, page.contains('"' + statistics + '"'));
  }

  @Test
  public void testVariants() {
    for (int copy = 0; copy < 5; copy++) {
      Reply reply = get("/one/_neardup/variants/g4c" + copy);
      assertEquals("g4c0", reply.at("representative"));
      assertEquals("text.dup", reply.at("field"));
      assertEquals(5, reply.number("total"));
      List<?> variants = (List<?>) reply.at("variants");
      assertEquals(
          List.of("g4c1", "g4c2", "g4c3", "g4c4"),
          variants.stream().map(variant -> ((Map<?, ?>) variant).get("_id")).toList());
      assertEquals(.95, (double) reply.at("variants.0.resemblance"), .1);
    }
    Reply alone = get("/one/_neardup/variants/g0c0?field=text.dup");
    assertEquals(1, alone.number("total"));
    assertEquals(List.of(), alone.at("variants"));
    Reply short1 = get("/one/_neardup/variants/g4c0?size=1");
    assertEquals(1, ((List<?>) short1.at("variants")).size());
    assertEquals(5, short1.number("total"));
  }

  @Test
  public void testVariantsOfWhatIsNotThere() {
    assertFails(404, "found no document [x] in [one]", "/one/_neardup/variants/x");
    assertFails(404, "no such index [none]", "/none/_neardup/variants/x");
    assertFails(400, "must be of type [neardup]", "/one/_neardup/variants/g4c0?field=text");
    assertFails(400, "[size] must be between", "/one/_neardup/variants/g4c0?size=-1");
    cluster.ok("PUT", "/plain/_doc/1?refresh=true", "{'text': 'a'}");
    assertFails(400, "no field of type [neardup]", "/plain/_neardup/variants/1");
  }

  @Test
  public void testDocumentsAreFoundAsBySearches() {
    cluster.ok(
        "PUT",
        "/routed",
        """
        {'settings': {'index.codec': 'neardup', 'number_of_shards': 3, 'number_of_replicas': 0,
                      'index.neardup.one_version': 'text.dup'},
         'mappings': {'_routing': {'required': true}, 'properties': {
           'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}},
         'aliases': {'of_a': {'routing': 'a'}, 'not_a': {'filter': {'term': {'text': 'b'}}}}}
        """);
    for (String routing : List.of("a", "b")) {
      for (String id : List.of("same", routing + "2")) {
        String path = "/routed/_doc/" + id + "?refresh=true&routing=" + routing;
        cluster.ok("PUT", path, json("{'text': 'a few words that are all in %s'}", routing));
      }
    }
    String several = "[_neardup] must name one document, but [routed] has [same] in";
    assertFails(400, several, "/routed/_neardup/variants/same");
    for (String path : List.of("/routed/_neardup/variants/a2", "/of_a/_neardup/variants/same")) {
      assertEquals(2, get(path).number("total"));
    }
    assertEquals(2, get("/routed/_neardup/variants/same?routing=b").number("total"));
    Reply hidden = get("/routed/_neardup/explain/same/b2?routing=b");
    assertEquals(true, hidden.at("b.hidden"));
    assertEquals(true, hidden.at("same_group"));
    Reply others = get("/routed/_neardup/explain/a2/same?other_routing=b");
    assertEquals(false, others.at("same_group"));
    assertFails(404, "found no document [a2] in [not_a]", "/not_a/_neardup/variants/a2");
    String indices = "documents must be of one index, got [one] and [routed]";
    assertFails(400, indices, "/one,routed/_neardup/explain/g4c0/b2?field=text.dup");
    assertFails(403, "index [routed] blocked", blocked("/routed/_neardup/variants/b2"));
  }

  private static String blocked(String path) {
    cluster.ok("PUT", "/routed/_settings", "{'index.blocks.read': true}");
    return path;
  }

  @Test
  public void testRequestsOfUsersDoNotAskShards() {
    Reply reply = cluster.request("GET", "/one/_search", "{'ext': {'neardup_document': {}}}");
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.text().contains("[ext.neardup_document] is for internal use"));
  }

  @Test
  public void testExplainNearDuplicates() {
    Reply reply = get("/one/_neardup/explain/g4c0/g4c1");
    assertEquals(true, reply.at("same_group"));
    assertEquals(true, reply.at("near_duplicates"));
    assertEquals("estimate", reply.at("because"));
    assertEquals(false, reply.at("a.hidden"));
    assertEquals(true, reply.at("b.hidden"));
    assertEquals("g4c0", reply.at("b.representative"));
    assertEquals(196, reply.number("a.elements"));
    assertEquals(128, reply.number("estimate.slots"));
    assertTrue(reply.number("estimate.shared_bands") > 0);
    double exact = (double) reply.at("exact.resemblance");
    assertTrue("" + exact, exact > .9 && exact < 1);
    double error = (double) reply.at("estimate.standard_error");
    assertEquals(exact, (double) reply.at("estimate.resemblance"), 5 * error + .01);
    assertEquals(1, ((List<?>) reply.at("differences.passages")).size());
    assertTrue(reply.at("differences").toString().contains("{in=b, words=copy1}"));
  }

  @Test
  public void testExplainOthers() {
    for (String index : List.of("one", "three")) {
      Reply reply = get("/" + index + "/_neardup/explain/g4c0/g3c0");
      assertEquals(false, reply.at("same_group"));
      assertEquals(false, reply.at("near_duplicates"));
      assertEquals(0., (double) reply.at("exact.resemblance"), 0.);
    }
    Reply same = get("/one/_neardup/explain/g4c0/g4c0");
    assertEquals("same_text", same.at("because"));
    assertEquals(List.of(), same.at("differences.passages"));
    assertFails(404, "found no document [y] in [one]", "/one/_neardup/explain/g4c0/y");
  }

  @Test
  public void testExplainAcrossShards() {
    Reply reply = get("/three/_neardup/explain/g4c0/g4c1");
    assertEquals(true, reply.at("near_duplicates"));
    assertEquals(reply.at("a._shard").equals(reply.at("b._shard")), reply.at("same_group"));
  }

  @Test
  public void testTextsOfSeveralFieldsInScopes() {
    cluster.ok(
        "PUT",
        "/scoped",
        """
        {'settings': {'index.codec': 'neardup', 'number_of_replicas': 0},
         'mappings': {'properties': {
           'title': {'type': 'text', 'copy_to': 'dup'},
           'body': {'properties': {'text': {'type': 'text', 'copy_to': 'dup'}}},
           'tenant': {'type': 'keyword'},
           'dup': {'type': 'neardup', 'scope': 'tenant'}}}}
        """);
    String words = String.join(" ", IntStream.range(0, 50).mapToObj(i -> "w" + i).toList());
    for (String tenant : List.of("a", "b")) {
      cluster.ok(
          "PUT",
          "/scoped/_doc/" + tenant + "?refresh=true",
          json(
              "{'body': {'text': ['%s', 'end']}, 'title': 'title', 'tenant': '%s'}",
              words, tenant));
    }
    Reply reply = get("/scoped/_neardup/explain/a/b");
    assertEquals(false, reply.at("near_duplicates"));
    assertEquals("other_scope", reply.at("because"));
    assertEquals(1., (double) reply.at("exact.resemblance"), 0.);
    assertEquals(List.of(), reply.at("differences.passages"));
  }

  @Test
  public void testExplainDocumentsOfBeforeTheField() {
    String settings = "{'settings': {'index.codec': 'neardup', 'number_of_replicas': 0}}";
    cluster.ok("PUT", "/before", settings);
    cluster.ok("PUT", "/before/_doc/1", "{'text': 'one two three four five'}");
    String field = "{'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}";
    cluster.ok("PUT", "/before/_mapping", "{'properties': {'text': " + field + "}}");
    cluster.ok("PUT", "/before/_doc/2?refresh=true", "{'text': 'one two three four five'}");
    Reply reply = get("/before/_neardup/explain/1/2");
    assertEquals("no_sketch", reply.at("because"));
    assertEquals(false, reply.at("near_duplicates"));
  }

  @Test
  public void testStatisticsByIndex() {
    cluster.ok("GET", "/one/_search", "{'query': {'one_version': {'field': 'text.dup'}}}");
    Reply reply = get("/one,three/_neardup/stats");
    assertEquals(8, reply.number("_shards.total"));
    assertEquals(0, reply.number("_shards.failed"));
    assertEquals(2L * CORPUS.size(), reply.number("_all.primaries.documents"));
    assertEquals(2L * CORPUS.size(), reply.number("_all.primaries.sketched"));
    assertEquals(4L * CORPUS.size(), reply.number("_all.total.documents"));
    assertTrue(reply.number("_all.total.memory_in_bytes") > 0);
    // Groups of two to five, five of each size in turn of six.
    assertEquals(24, reply.number("indices.one.sum.primaries.groups"));
    assertEquals(
        CORPUS.size() - CORPUS.groupCount(), reply.number("indices.one.sum.primaries.hidden"));
    Map<?, ?> fields = (Map<?, ?>) reply.at("indices.one.shards.0.fields");
    Map<?, ?> field = (Map<?, ?>) fields.get("text.dup");
    assertEquals("ready", field.get("state"));
    List<?> largest = (List<?>) field.get("largest_groups");
    assertEquals(5, largest.size());
    assertEquals(5, ((Map<?, ?>) largest.getFirst()).get("size"));
    assertTrue(largest.toString().matches(".*representative=g\\d*[49]c0.*"));
  }

  @Test
  public void testDocumentsCountOnceWhateverFieldsTheyHave() {
    cluster.ok(
        "PUT",
        "/twice",
        """
        {'settings': {'index.codec': 'neardup', 'number_of_shards': 2, 'number_of_replicas': 0},
         'mappings': {'properties': {'a': {'type': 'neardup'}, 'b': {'type': 'neardup'}}}}
        """);
    for (int i = 0; i < 6; i++) {
      cluster.ok("PUT", "/twice/_doc/" + i + "?refresh=true", "{'a': 'one', 'b': 'two'}");
    }
    Reply reply = get("/twice/_neardup/stats");
    assertEquals(6, reply.number("_all.primaries.documents"));
    assertEquals(6, reply.number("indices.twice.sum.total.documents"));
    assertEquals(12, reply.number("_all.primaries.sketched"));
  }

  @Test
  public void testNodesAndRequestsAreNamed() {
    List<?> shards = (List<?>) get("/one/_neardup/stats").at("indices.one.shards");
    for (Object shard : shards) {
      assertTrue(shard.toString(), shard.toString().matches(".*node_name=node[012].*"));
    }
    cluster.ok(
        "PUT",
        "/nowhere?wait_for_active_shards=0",
        """
        {'settings': {'index.codec': 'neardup', 'index.routing.allocation.include._name': 'none'},
         'mappings': {'properties': {'dup': {'type': 'neardup'}}}}
        """);
    assertFails(503, "all shards failed", "/nowhere/_neardup/variants/x");
    cluster.ok("DELETE", "/nowhere", null);
  }

  @Test
  public void testWhatOtherNodesSayIsShownInTheSameOrder() {
    String text = get("/_neardup/stats?largest=1").text();
    List<String> firsts =
        Pattern.compile("\"(?:text\\.dup|largest_groups)\":\\[?\\{\"(\\w+)\"")
            .matcher(text)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .sorted()
            .toList();
    assertEquals(text, List.of("representative", "state"), firsts);
  }

  @Test
  public void testFailuresHaveFiguresToHide() {
    Map<String, Object> statistics =
        new HashMap<>(Map.of("state", "failed", "failure", "no memory for 10", "documents", 10L));
    GroupStatisticsAction.hideFigures(statistics);
    assertEquals(Map.of("state", "failed", "documents", 0L), statistics);
  }

  @Test
  public void testStatisticsByNode() {
    Reply reply = get("/_neardup/stats?largest=0");
    Map<?, ?> nodes = (Map<?, ?>) reply.at("nodes");
    assertEquals(3, nodes.size());
    int copies =
        nodes.values().stream()
            .mapToInt(node -> ((List<?>) ((Map<?, ?>) node).get("shards")).size())
            .sum();
    assertTrue(copies >= 8);
    assertFalse(reply.text(), reply.text().contains("representative"));
    assertFails(400, "[largest] must be between", "/_neardup/stats?largest=1000");
    assertFails(404, "no such index", "/none/_neardup/stats");
  }
}
