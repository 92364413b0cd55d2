// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.Reply;

/** An index with a default pipeline: what counts groups, and what reads all documents. */
public class TestDefaultPipeline extends PipelineTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(4), 70);
  private static final int GROUPS = CORPUS.groupCount();

  @BeforeClass
  public static void index() {
    putPipeline("default", "");
    for (String index : List.of("three", "one", "narrow")) {
      CORPUS.index(shared(), index, index.equals("one") ? 1 : 3, 0);
      shared()
          .ok("PUT", "/" + index + "/_settings", "{'index.search.default_pipeline': 'default'}");
    }
    shared().ok("PUT", "/narrow/_settings", "{'index.max_result_window': 30}");
  }

  private static Reply ok(String path, String json) {
    return shared().ok("GET", path, json);
  }

  @Test
  public void testScrollsReadAllDocuments() {
    for (String index : List.of("three", "one")) {
      assertReadsAll(scroll(index, "{'size': 40}"));
      List<String> sliced = new ArrayList<>();
      for (int slice = 0; slice < 2; slice++) {
        sliced.addAll(scroll(index, json("{'slice': {'id': %d, 'max': 2}}", slice)));
      }
      assertReadsAll(sliced);
    }
  }

  private static List<String> scroll(String index, String json) {
    Reply batch = ok("/" + index + "/_search?scroll=1m", json);
    List<String> all = new ArrayList<>();
    while (!batch.ids().isEmpty()) {
      all.addAll(batch.ids());
      Object id = batch.at("_scroll_id");
      batch = ok("/_search/scroll", json("{'scroll': '1m', 'scroll_id': '%s'}", id));
    }
    return all;
  }

  private static void assertReadsAll(List<String> ids) {
    assertEquals(CORPUS.size(), ids.size());
    assertEquals(CORPUS.size(), new TreeSet<>(ids).size());
  }

  @Test
  public void testSlicesOfPointInTimeReadAllDocuments() {
    Object pit =
        shared().ok("POST", "/three/_search/point_in_time?keep_alive=1m", null).at("pit_id");
    List<String> ids = new ArrayList<>();
    for (int slice = 0; slice < 2; slice++) {
      String json =
          json(
              "{'size': 1000, 'pit': {'id': '%s'}, 'slice': {'id': %d, 'max': 2}}",
              pit.toString(), slice);
      ids.addAll(ok("/_search", json).ids());
    }
    assertReadsAll(ids);
  }

  @Test
  public void testScrollsThatNameThePipelineAreRefused() {
    for (String search : List.of("?scroll=1m&search_pipeline=default", "?scroll=1m")) {
      String json = search.contains("search_pipeline") ? "{}" : "{'search_pipeline': 'default'}";
      Reply reply = shared().request("GET", "/three/_search" + search, json);
      assertEquals(reply.text(), 400, reply.status());
      assertTrue(reply.text(), reply.text().contains("[scroll] cannot be used"));
    }
    String inline = json("{'search_pipeline': {%s, %s}}", REQUEST, RESPONSE);
    assertEquals(400, shared().request("GET", "/three/_search?scroll=1m", inline).status());
  }

  @Test
  public void testCountsAreNumbersOfGroups() {
    String some = "{'query': {'term': {'copy': 'c3'}}}";
    for (String index : List.of("three", "one", "narrow")) {
      assertEquals(GROUPS, ok("/" + index + "/_count", null).number("count"));
      assertEquals(28, ok("/" + index + "/_count", some).number("count"));
      assertEquals(GROUPS + "\n", ok("/_cat/count/" + index + "?h=count", null).text());
      String path = "/" + index + "/_search?rest_total_hits_as_int=true&size=";
      for (int size : new int[] {0, 10}) {
        assertEquals(GROUPS, ok(path + size, null).number("hits.total"));
      }
      Reply several =
          ok("/" + index + "/_msearch?rest_total_hits_as_int=true", "{}\n{'size': 0}\n{}\n{}\n");
      assertEquals(GROUPS, several.number("responses.0.hits.total"));
      assertEquals(GROUPS, several.number("responses.1.hits.total"));
    }
  }

  @Test
  public void testTotalsGoAsFarAsTheyAreTracked() {
    for (String index : List.of("three", "one", "narrow")) {
      for (int size : new int[] {0, 10}) {
        for (int upTo : new int[] {1, 2, 25, 50, 69, 70, 71, 9999}) {
          String json = json("{'size': %d, 'track_total_hits': %d}", size, upTo);
          assertTotal(upTo < GROUPS ? "gte" : "eq", Math.min(GROUPS, upTo), index, json);
        }
        assertTotal("eq", GROUPS, index, json("{'size': %d, 'track_total_hits': true}", size));
        Reply none =
            ok("/" + index + "/_search", "{'size': " + size + ", 'track_total_hits': false}");
        assertEquals(null, ((Map<?, ?>) none.at("hits")).get("total"));
      }
      assertTotal("eq", GROUPS, index, "{'size': 0}");
      String terms = "'aggs': {'copies': {'terms': {'field': 'copy'}}}";
      assertTotal("eq", GROUPS, index, json("{'size': 0, %s}", terms));
      String filtered = "'post_filter': {'term': {'copy': 'c2'}}";
      assertTotal("eq", 42, index, json("{'size': 0, %s, %s}", terms, filtered));
    }
  }

  private static void assertTotal(String relation, int value, String index, String json) {
    Object total = ok("/" + index + "/_search", json).at("hits.total");
    assertEquals(index + " " + json, Map.of("relation", relation, "value", value), total);
  }
}
