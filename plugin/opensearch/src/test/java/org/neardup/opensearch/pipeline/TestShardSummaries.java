// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.Test;
import org.neardup.opensearch.Reply;

/** What the group of a shard says, beside each hit. */
public class TestShardSummaries extends PipelineTestCase {
  private static final String TEXT =
      "The committee met on Monday in the town hall and agreed after two hours to mend the bridge"
          + " over the river near the old mill, which the flood of last winter had damaged so much"
          + " that no cart and no car could pass, as its chairman told the daily on the next day";

  private static void index(String name) {
    shared()
        .ok(
            "PUT",
            "/" + name,
            """
            {'settings': {'index.codec': 'neardup', 'number_of_shards': 1, 'number_of_replicas': 0},
             'mappings': {'properties': {
               'site': {'type': 'keyword'}, 'day': {'type': 'date', 'format': 'yyyy-MM-dd'},
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
            """);
  }

  private static void put(String index, String id, String sites, String day, String text) {
    String fields = sites.isEmpty() ? "" : "'site': " + sites + ", ";
    fields += day.isEmpty() ? "" : "'day': '" + day + "', ";
    String path = "/" + index + "/_doc/" + id + "?refresh=true";
    shared().ok("PUT", path, "{" + fields + "'text': '" + text + "'}");
  }

  private static Map<?, ?> said(Reply reply, int hit) {
    return (Map<?, ?>) reply.at("hits.hits." + hit + ".fields._neardup.0");
  }

  @Test
  public void testSaysWhoElseHasItAndWhatDiffers() {
    index("said");
    put("said", "a1", "'daily'", "2023-08-04", TEXT + ", for 1500 dollars.");
    put("said", "a2", "['wire', 'late']", "2023-08-03", TEXT + ", for 1500 dollars. (Wire)");
    put("said", "a3", "'wire'", "", TEXT + ", for 2500 dollars.");
    put("said", "b1", "", "", "The ferry is back in service after a week of repairs in the docks.");
    putPipeline("said", ", 'summary': {'origins': 'site', 'date': 'day'}");
    Reply reply = search("said", "said", "{'sort': ['_seq_no']}");
    assertEquals(List.of("a1", "b1"), reply.ids());
    assertEquals(
        Map.of(
            "summary",
            Map.of(
                "shard", 0,
                "versions", 3,
                "origins", Map.of("wire", 2, "daily", 1, "late", 1),
                "first",
                    Map.of("_id", "a2", "date", "2023-08-03", "origins", List.of("late", "wire")),
                "last", Map.of("_id", "a1", "date", "2023-08-04", "origins", List.of("daily")),
                "compared", 2,
                "differ_in", Map.of("number", List.of("a3")))),
        said(reply, 0));
    assertEquals(
        Map.of("summary", Map.of("shard", 0, "versions", 1, "origins", Map.of())), said(reply, 1));
    putPipeline("both", ", 'variants': 1, 'summary': {'date': 'day'}");
    Map<?, ?> both = said(search("said", "both", "{'sort': ['_seq_no'], 'size': 1}"), 0);
    assertEquals(3, both.get("versions"));
    assertEquals("eq", both.get("relation"));
    assertFalse(both.toString(), ((Map<?, ?>) both.get("summary")).containsKey("origins"));
  }

  @Test
  public void testLeavesOutFieldsThatAreNotThere() {
    index("bare");
    put("bare", "a1", "", "", TEXT + ", for 1500 dollars.");
    put("bare", "a2", "", "", TEXT + ", for 2500 dollars.");
    putPipeline("bare", ", 'summary': {'origins': 'publisher', 'date': 'day'}");
    Map<?, ?> said = (Map<?, ?>) said(search("bare", "bare", "{}"), 0).get("summary");
    assertEquals(
        Map.of(
            "shard", 0,
            "versions", 2,
            "compared", 1,
            "differ_in", Map.of("number", List.of("a2"))),
        said);
  }

  @Test
  public void testValuesAreShownAsTheirTypesSayOrRefused() {
    shared()
        .ok(
            "PUT",
            "/typed",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_shards': 1, 'number_of_replicas': 0},
             'mappings': {'properties': {
               'nanos': {'type': 'date_nanos'}, 'year': {'type': 'short'},
               'price': {'type': 'float'}, 'host': {'type': 'ip'}, 'is': {'type': 'boolean'},
               'days': {'type': 'date_range'}, 'far': {'type': 'unsigned_long'},
               'bare': {'type': 'keyword', 'doc_values': false},
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'}}}}}}
            """);
    shared()
        .ok(
            "PUT",
            "/typed/_doc/1?refresh=true",
            """
            {'nanos': '2026-01-02T03:04:05.123456789Z', 'year': 2026, 'price': 1.5, 'is': true,
             'host': '10.0.0.1', 'days': {'gte': '2026-01-01'}, 'far': 18446744073709551615,
             'bare': 'b', 'text': 'one two three four five six'}
            """);
    assertEquals("2026-01-02T03:04:05.123Z", first("nanos").get("date"));
    assertEquals(List.of("2026-01-02T03:04:05.123Z"), first("nanos").get("origins"));
    assertEquals(2026, first("year").get("date"));
    for (String other : List.of("price", "host", "is", "days", "far", "bare", "text", "text.dup")) {
      for (String part : List.of("origins", "date")) {
        putPipeline("typed", String.format(Locale.ROOT, ", 'summary': {'%s': '%s'}", part, other));
        Reply reply =
            shared().request("GET", "/typed/_search?search_pipeline=typed", "{'size': 1}");
        assertEquals(reply.text(), 400, reply.status());
        String refused = "[summary." + part + "] must name a field with doc values";
        assertTrue(reply.text(), reply.text().contains(refused));
        assertTrue(reply.text(), reply.text().contains("field [" + other + "] is of type"));
      }
    }
  }

  private static Map<?, ?> first(String field) {
    putPipeline(
        "typed",
        String.format(Locale.ROOT, ", 'summary': {'origins': '%1$s', 'date': '%1$s'}", field));
    Map<?, ?> summary = (Map<?, ?>) said(search("typed", "typed", "{}"), 0).get("summary");
    return (Map<?, ?>) summary.get("first");
  }

  @Test
  public void testAWrongSummaryIsRefused() {
    for (String wrong :
        List.of("{}", "{'origin': 'site'}", "{'origins': 'site', 'dates': 'day'}")) {
      Reply reply =
          shared()
              .request(
                  "PUT",
                  "/_search/pipeline/wrong",
                  "{'request_processors': [{'one_version': {'field': 'text.dup', 'summary': "
                      + wrong
                      + "}}], "
                      + RESPONSE
                      + "}");
      assertEquals(400, reply.status());
      assertTrue(reply.text(), reply.text().contains("summary must have origins, date or both"));
    }
  }
}
