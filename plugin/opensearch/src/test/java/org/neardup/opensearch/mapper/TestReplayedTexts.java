// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.Test;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.query.FoundDocument;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.PlainActionFuture;

/** A text that is indexed and sketched is analyzed once, and nobody can tell. */
public class TestReplayedTexts extends NodeTestCase {
  private static final String ANALYZERS =
      "'analysis': {'analyzer': {"
          + "'stops': {'tokenizer': 'standard', 'filter': ['lowercase', 'stop']},"
          + "'graph': {'tokenizer': 'standard', 'filter': ['shingle']}}}";

  /** Two sketches of the text. */
  private static String sketchedBy(String analyzer) {
    return String.format(
        Locale.ROOT,
        ", 'fields': {'dup': {'type': 'neardup', 'analyzer': '%s'}, 'pairs': {'type': 'neardup', 'shingle': 'word:2'}}",
        analyzer);
  }

  private static void create(String index, String analyzer, String sketched) {
    String codec = sketched.isEmpty() ? "default" : NeardupFieldMapper.CODEC;
    shared()
        .ok(
            "PUT",
            "/" + index,
            String.format(
                Locale.ROOT,
                "{'settings': {'index.codec': '%s', 'number_of_replicas': 0, %s}, 'mappings': {'properties': {"
                    + "'copy': {'type': 'text', 'copy_to': 'text'},"
                    + "'text': {'type': 'text', 'analyzer': '%s', 'store': true,"
                    + " 'term_vector': 'with_positions_offsets_payloads',"
                    + " 'index_phrases': true, 'index_prefixes': {}%s}}}}",
                codec,
                ANALYZERS,
                analyzer,
                sketched));
  }

  private static void put(String index, int id, String json) {
    shared().ok("PUT", "/" + index + "/_doc/" + id + "?refresh=true", json);
  }

  private static Object terms(String index, int id) {
    Reply vectors =
        shared()
            .ok(
                "GET",
                "/" + index + "/_termvectors/" + id + "?fields=text,copy&term_statistics=true",
                null);
    return vectors.at("term_vectors");
  }

  /** As scores depend on the length of the text and on each position. */
  private static Map<?, ?> hits(String index, String query) {
    return (Map<?, ?>)
        shared()
            .ok(
                "GET",
                "/" + index + "/_search",
                "{'stored_fields': ['text'], 'highlight': {'fields': {'text': {}}}, 'query': "
                    + query
                    + "}")
            .at("hits");
  }

  private static List<Object> sketches(String index) {
    List<Object> sketches = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS.size(); i++) {
      for (String field : List.of("text.dup", "text.pairs")) {
        PlainActionFuture<Map<String, Object>> told = PlainActionFuture.newFuture();
        FoundDocument.find(
            shared().node(0).client(),
            "a test",
            "" + i,
            new SearchRequest(index),
            Map.of("field", field, "sketch", true),
            told);
        sketches.add(told.actionGet().get("sketch"));
      }
    }
    return sketches;
  }

  private static final List<String> DOCUMENTS =
      List.of(
          "{'text': 'The quick brown foxes, 2.5 of them, jumped over the Wi-Fi routers'}",
          "{'text': ['The quick brown foxes', 'jumped over']}",
          "{'text': 'The quick brown foxes', 'copy': 'The quick brown foxes'}",
          "{'copy': 'The quick brown foxes'}",
          "{'text': '\u00c4rger \u4e2d\u6587 \ud83d\ude00 foxes'}",
          "{'text': ''}",
          "{'text': 42}",
          "{}");

  @Test
  public void testTheIndexIsThatOfAPlainField() {
    for (String analyzer : List.of("standard", "stops", "graph", "whitespace", "keyword")) {
      String plain = "plain_" + analyzer;
      String with = "with_" + analyzer;
      create(plain, analyzer, "");
      create(with, analyzer, sketchedBy(analyzer));
      for (int i = 0; i < DOCUMENTS.size(); i++) {
        put(plain, i, DOCUMENTS.get(i));
        put(with, i, DOCUMENTS.get(i));
        assertEquals(DOCUMENTS.get(i), terms(plain, i), terms(with, i));
      }
      for (String query :
          List.of(
              "{'match': {'text': 'quick foxes'}}",
              "{'match_phrase': {'text': 'quick brown'}}",
              "{'match_phrase': {'text': {'query': 'foxes jumped', 'slop': 3}}}",
              "{'prefix': {'text': 'fox'}}")) {
        assertEquals(
            hits(plain, query).toString(), hits(with, query).toString().replace(with, plain));
      }
    }
  }

  /** One is made with the tokens of the text, the other of the text. */
  @Test
  public void testTheSketchIsThatOfAnotherAnalysis() {
    create("together", "stops", sketchedBy("stops"));
    create("apart", "standard", sketchedBy("stops"));
    for (int i = 0; i < DOCUMENTS.size(); i++) {
      put("together", i, DOCUMENTS.get(i));
      put("apart", i, DOCUMENTS.get(i));
    }
    assertEquals(sketches("apart"), sketches("together"));
    create("other", "standard", sketchedBy("standard"));
    DOCUMENTS.forEach(document -> put("other", DOCUMENTS.indexOf(document), document));
    assertNotEquals(sketches("other"), sketches("together"));
  }
}
