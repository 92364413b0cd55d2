// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** What the pipeline asks of shards takes nothing from a request. */
public class TestShardQuestions extends NodeTestCase {
  @BeforeClass
  public static void putPipeline() {
    shared().putPipeline("one", ", 'variants': 5");
  }

  @Test
  public void testADocValueFieldMoreThanTheIndexAllows() {
    SampleIndex index = SampleIndex.create(shared(), "limited", 2, 0, "");
    shared().ok("PUT", "/limited/_settings", "{'index.max_docvalue_fields_search': 1}");
    index.put("1", 1, 1, "a");
    index.put("2", 1, 2, "a");
    index.refresh();
    Reply reply =
        shared()
            .ok(
                "GET",
                "/limited/_search?search_pipeline=one",
                "{'docvalue_fields': ['tag'], 'aggs': {'t': {'top_hits': {'docvalue_fields': ['tag']}}}}");
    assertEquals(1, reply.ids().size());
    assertEquals("a", reply.at("hits.hits.0.fields.tag.0"));
    assertEquals(2, reply.number("hits.hits.0.fields._neardup.0.versions"));
    assertFalse(reply.text(), reply.text().contains("_neardup_sketch"));
    Reply tooMany =
        shared()
            .request(
                "GET",
                "/limited/_search?search_pipeline=one",
                "{'docvalue_fields': ['tag', 'date']}");
    assertTrue(tooMany.text(), tooMany.text().contains("but was [2]"));
  }

  @Test
  public void testShardsThatCannotMatchAreSkipped() {
    for (int month = 1; month <= 6; month++) {
      SampleIndex index = SampleIndex.create(shared(), "month" + month);
      index.put("" + month, month, 1, "a", "2026-0" + month + "-15");
      index.put("copy" + month, month, 2, "a", "2026-0" + month + "-16");
      index.refresh();
    }
    String may = "{'query': {'range': {'date': {'gte': '2026-05-01', 'lt': '2026-06-01'}}}}";
    String all = "/month*/_search?pre_filter_shard_size=1";
    Reply plain = shared().ok("GET", all, may);
    Reply one = shared().ok("GET", all + "&search_pipeline=one", may);
    assertEquals(5, plain.number("_shards.skipped"));
    assertEquals(5, one.number("_shards.skipped"));
    assertEquals(List.of("5"), one.ids());
    assertEquals(false, one.at("ext.neardup.deriving"));
    assertFalse(one.text(), one.text().contains("suggest"));
  }

  @Test
  public void testOwnSuggestionsAreAnswered() {
    SampleIndex index = SampleIndex.create(shared(), "suggests", 2, 0, "");
    index.put("1", 1, 1, "a");
    index.refresh();
    String body =
        "{'query': {'match_all': {}}, 'suggest': {'s': {'text': 'topic1word', 'term': {'field': 'text'}}}}";
    Reply plain = shared().ok("GET", "/suggests/_search", body);
    Reply one = shared().ok("GET", "/suggests/_search?search_pipeline=one", body);
    assertEquals(plain.at("suggest"), one.at("suggest"));
  }

  @Test
  public void testRequestsOfUsersMayNotContainThem() {
    SampleIndex.create(shared(), "own");
    Reply reply = shared().request("GET", "/own/_search", "{'ext': {'neardup_questions': {}}}");
    assertEquals(400, reply.status());
    assertTrue(reply.text(), reply.text().contains("for internal use"));
    SampleIndex index = SampleIndex.create(shared(), "named");
    index.put("1", 1, 1, "a");
    index.refresh();
    String named =
        """
        {'docvalue_fields': [{'field': '_neardup_hit', 'format': '5:text.dup'}],
         'aggs': {'t': {'top_hits': {'docvalue_fields': ['_neardup_hit']}}}}
        """;
    for (String pipeline : List.of("_none", "one")) {
      Reply page = shared().ok("GET", "/named/_search?search_pipeline=" + pipeline, named);
      assertEquals(List.of("1"), page.ids());
      assertFalse(page.text(), page.text().contains("_neardup_sketch"));
    }
  }
}
