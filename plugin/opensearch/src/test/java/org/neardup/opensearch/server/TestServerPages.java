// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/** Pages of the pipeline over three shards, each with a replica. */
public class TestServerPages {
  private static final String BY_SCORE = "[{\"_score\": \"desc\"}, {\"key\": \"asc\"}]";
  private static final String QUERY = "{\"match\": {\"text\": \"w0 w1 w2 w9 wz wg w3 w12\"}}";

  private static List<CorpusDocument> documents;
  private static Resemblances resemblances;
  private static ServerIndex index;

  @BeforeClass
  public static void fill() throws Exception {
    documents = Corpus.versions(6, 400, 6);
    resemblances = Resemblances.of(documents);
    index = ServerIndex.create(ServerCluster.shared(), "pages", 3, 1);
    index.add(documents);
    index.refresh();
    index.awaitDerived();
  }

  @AfterClass
  public static void drop() {
    index.drop();
  }

  /** What the shards leave visible of what a query matches, collapsed hit by hit. */
  private static List<String> expected(String query, String sort) {
    String filtered =
        "{\"bool\": {\"must\": " + query + ", \"filter\": " + ServerIndex.oneVersion(query) + "}}";
    return resemblances.firstOfEach(
        ServerIndex.ids(
            index.search("", ServerIndex.page(filtered, ServerIndex.EVERYTHING, sort))));
  }

  @Test
  public void testOnePageHasEverythingOnce() {
    Json page = index.onePage(ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING));
    List<String> ids = ServerIndex.ids(page);
    assertEquals(List.of(), resemblances.nearPairs(ids));
    assertEquals(expected(ServerIndex.ALL, "[{\"key\": \"asc\"}]"), ids);
    assertEquals("eq", page.at("hits", "total", "relation").text());
    assertEquals(ids.size(), page.at("hits", "total", "value").number());
  }

  @Test
  public void testPagesBySearchAfterAreOneList() {
    List<String> expected = expected(QUERY, BY_SCORE);
    List<String> ids = new ArrayList<>();
    String first = ServerIndex.page(QUERY, 10, BY_SCORE);
    String request = first;
    for (int i = 0; i < 12; i++) {
      Json page = index.onePage(request);
      List<Json> hits = page.at("hits", "hits").elements();
      assertEquals(10, hits.size());
      ids.addAll(ServerIndex.ids(page));
      request = ServerIndex.after(first, hits.get(9));
    }
    assertEquals(ids.size(), Set.copyOf(ids).size());
    assertEquals(List.of(), resemblances.nearPairs(ids));
    assertEquals(expected.subList(0, 120), ids);
  }

  @Test
  public void testTotalsDoNotDependOnTheSizeOfThePage() {
    totals(index, QUERY, BY_SCORE, expected(QUERY, BY_SCORE).size());
  }

  private static void totals(ServerIndex searched, String query, String sort, int expected) {
    List<String> seen = new ArrayList<>();
    int exact = 0;
    for (int size : List.of(10, 50, 200, 1000, ServerIndex.EVERYTHING)) {
      Json total = searched.onePage(ServerIndex.page(query, size, sort)).at("hits", "total");
      seen.add(size + ": " + total);
      if (total.at("relation").text().equals("eq")) {
        assertEquals(seen.toString(), expected, total.at("value").number());
        exact++;
      } else {
        assertEquals(seen.toString(), "gte", total.at("relation").text());
        assertTrue(seen.toString(), total.at("value").number() <= expected);
      }
    }
    assertTrue(seen.toString(), exact > 0);
  }

  @Test
  public void testAnExactTotalIsTheSameForAllSizes() {
    index
        .client()
        .put(
            "/_search/pipeline/exact",
            """
            {"request_processors": [{"one_version": {"field": "text.dup", "exact_total": true}}],
             "phase_results_processors": [{"one_version": {}}],
             "response_processors": [{"one_version": {}}]}
            """)
        .succeeded();
    int expected = expected(QUERY, BY_SCORE).size();
    for (int size : List.of(0, 10, 1000)) {
      Json total =
          index
              .search("search_pipeline=exact", ServerIndex.page(QUERY, size, BY_SCORE))
              .at("hits", "total");
      assertEquals("size " + size, "{value=" + expected + ", relation=eq}", total.toString());
    }
  }

  @Test
  public void testHitsNameTheirOtherVersions() {
    index
        .client()
        .put(
            "/_search/pipeline/variants",
            """
            {"request_processors": [{"one_version": {"field": "text.dup", "variants": 100}}],
             "phase_results_processors": [{"one_version": {}}],
             "response_processors": [{"one_version": {}}]}
            """)
        .succeeded();
    Json page =
        index.search(
            "search_pipeline=variants", ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING));
    Set<String> ids = new TreeSet<>(ServerIndex.ids(page));
    for (Json hit : page.at("hits", "hits").elements()) {
      Json versions = hit.at("fields", "_neardup", 0);
      List<Json> variants = versions.at("variants").elements();
      assertEquals(hit.toString(), versions.at("versions").number(), variants.size() + 1L);
      for (Json variant : variants) {
        assertTrue(hit.toString(), ids.add(variant.at("_id").text()));
      }
    }
    assertEquals(documents.size(), ids.size());
  }

  @Test
  public void testStatisticsCountWhatShardsHide() {
    int hidden = documents.size() - index.visible("").size();
    Json stats = index.client().get("/pages/_neardup/stats").succeeded().json();
    assertEquals(hidden, stats.at("_all", "primaries", "hidden").number());
    assertEquals(2L * hidden, stats.at("_all", "total", "hidden").number());
    assertEquals(documents.size(), stats.at("_all", "primaries", "documents").number());
    Json byNode = index.client().get("/_neardup/stats").succeeded().json();
    assertEquals(3, byNode.at("nodes").elements().size());
  }

  @Test
  public void testLicencesAreAsManyOnAnyNode() throws Exception {
    List<CorpusDocument> licences = Corpus.real("spdx_licenses");
    assumeFalse("needs -Dneardup.data with spdx_licenses", licences.isEmpty());
    Resemblances known = Resemblances.of(licences);
    ServerIndex spdx = ServerIndex.create(ServerCluster.shared(), "licences", 3, 1);
    spdx.add(licences);
    spdx.refresh();
    spdx.awaitDerived();
    String all = ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING);
    String shown =
        ServerIndex.page(ServerIndex.oneVersion(ServerIndex.ALL), ServerIndex.EVERYTHING);
    List<String> plain = ServerIndex.ids(spdx.search("", all));
    assertEquals(728, plain.size());
    // 209 by the tokens of the published list, of which one is below .87 by ours.
    assertEquals(208, known.pairsOfAtLeast(0.87, plain));
    List<String> ids = ServerIndex.ids(spdx.onePage(all));
    assertEquals(known.firstOfEach(ServerIndex.ids(spdx.search("", shown))), ids);
    assertEquals(0, known.pairsOfAtLeast(0.87, ids));
    totals(spdx, ServerIndex.ALL, "[{\"key\": \"asc\"}]", ids.size());
    // Of near-duplicates in different shards the first on the page is left, so the order matters.
    Json unsorted = spdx.onePage("{\"size\": 10000, \"_source\": false}");
    assertEquals("{value=590, relation=eq}", unsorted.at("hits", "total").toString());
    assertEquals(590, ServerIndex.ids(unsorted).size());
    assertEquals(0, known.pairsOfAtLeast(0.87, ServerIndex.ids(unsorted)));
    spdx.client().put("/licences/_settings", "{\"index.number_of_replicas\": 2}").succeeded();
    ServerCluster.shared().awaitGreen();
    spdx.awaitDerived();
    for (ServerNode node : ServerCluster.shared().nodes()) {
      List<String> there =
          ServerIndex.ids(spdx.search(node.client(), spdx.pipeline() + "&preference=_local", all));
      assertEquals(node.name(), new TreeSet<>(ids), new TreeSet<>(there));
    }
    spdx.drop();
  }
}
