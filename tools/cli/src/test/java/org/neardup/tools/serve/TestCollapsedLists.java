// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.Run;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;

/** {@code POST /api/collapse}, and the sketches that {@code neardup sketch} prints for it. */
public class TestCollapsedLists {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn";
  private static final String FERRY =
      "The ferry is back in service after a week of repairs and the first boat leaves at six";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Served served;

  @Before
  public void serve() throws IOException {
    served = new Served(folder.newFolder().toPath(), Served.document("id", "a", "text", FIRE));
  }

  @After
  public void close() throws IOException {
    served.close();
  }

  private JsonNode collapse(String body) throws IOException {
    HttpResponse<String> answer = served.postJson("/api/collapse", body);
    assertEquals(answer.body(), 200, answer.statusCode());
    return new JsonMapper().readTree(answer.body());
  }

  private void assertRefused(String message, String body) throws IOException {
    HttpResponse<String> answer = served.postJson("/api/collapse", body);
    assertEquals(answer.body(), 400, answer.statusCode());
    String error = new JsonMapper().readTree(answer.body()).get("error").asText();
    assertTrue(error, error.contains(message));
  }

  private List<String> sketchLines(String... options) throws IOException {
    Path docs = folder.newFile().toPath();
    Files.writeString(
        docs,
        String.join(
            "\n",
            Served.document("id", "a", "text", FIRE),
            Served.document("id", "b", "text", FIRE + " (wire)"),
            Served.document("id", "c", "text", FERRY),
            Served.document("id", "empty", "text", ""),
            "oops"));
    String[] args = new String[options.length + 4];
    System.arraycopy(options, 0, args, 4, options.length);
    args[0] = "sketch";
    args[1] = docs.toString();
    args[2] = "--input-format";
    args[3] = "jsonl";
    Run run = Run.neardup(args);
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().contains(docs + ":5: not JSON"));
    return run.out().lines().toList();
  }

  private Map<String, String> sketches(String... options) throws IOException {
    Map<String, String> sketches = new LinkedHashMap<>();
    for (String line : sketchLines(options)) {
      JsonNode node = new JsonMapper().readTree(line);
      sketches.put(node.get("id").asText(), node.get("sketch").toString());
    }
    assertEquals(4, sketches.size());
    assertEquals("null", sketches.get("empty"));
    return sketches;
  }

  @Test
  public void testRequestsInBulkSetTheSameSketches() throws IOException {
    assertEquals(
        sketches().entrySet().stream()
            .flatMap(
                each ->
                    Stream.of(
                        "{\"update\":{\"_id\":\"" + each.getKey() + "\"}}",
                        "{\"doc\":{\"sketch\":" + each.getValue() + "}}"))
            .toList(),
        sketchLines("--bulk"));
  }

  @Test
  public void testSketchesAndTextsOfSeveralEnginesCollapse() throws IOException {
    Map<String, String> sketches = sketches();
    JsonNode answer =
        collapse(
            "{\"lists\": [[{\"id\": \"c\", \"score\": 3, \"sketch\": "
                + sketches.get("c")
                + "}, {\"id\": \"x\", \"score\": 2}, {\"id\": \"a\", \"score\": 1, \"text\": \""
                + FIRE
                + "\"}], [{\"id\": \"b\", \"score\": 2.5, \"sketch\": "
                + sketches.get("b")
                + "}, {\"id\": \"none\", \"score\": 0, \"text\": \"\"}]], \"top\": 3}");
    assertEquals(4, answer.get("total").asInt());
    JsonNode hits = answer.get("hits");
    assertEquals(3, hits.size());
    assertEquals("c", hits.get(0).get("id").asText());
    assertEquals("b", hits.get(1).get("id").asText());
    assertEquals(1, hits.get(1).get("list").asInt());
    assertEquals(1, hits.get(1).get("rank").asInt());
    JsonNode version = hits.get(1).get("versions").get(0);
    assertEquals("a", version.get("id").asText());
    assertEquals(3, version.get("rank").asInt());
    assertTrue(version.get("resemblance").asDouble() >= 0.8);
    assertEquals("x", hits.get(2).get("id").asText());
  }

  @Test
  public void testSketchesMadeInTwoWaysAreRefusedNamingBoth() throws IOException {
    String bodies = "{\"lists\":[[{\"id\":\"a\",\"sketch\":%s},{\"id\":\"b\",%s}]]}";
    String mine = sketches().get("a");
    String others = sketches("--shingle", "word:3").get("b");
    assertRefused("hit b: ", bodies.replaceFirst("%s", mine).replace("%s", "\"sketch\":" + others));
    assertRefused(
        "hit a: ", bodies.replaceFirst("%s", others).replace("%s", "\"text\":\"" + FIRE + "\""));
    collapse(bodies.replaceFirst("%s", others).replace("%s", "\"sketch\":" + others));
  }

  /** Of texts, and of sketches with keys; the same texts without guards are one content. */
  @Test
  public void testGuardsPartHits() throws IOException {
    String texts =
        "{\"lists\":[[{\"id\":\"a\",\"text\":\"%s in 2024\"},{\"id\":\"b\",\"text\":\"%s in 2025\"}]]}"
            .replace("%s", FIRE);
    assertEquals(1, collapse(texts).get("total").asInt());
    assertEquals(2, collapse(with(texts, "numbers")).get("total").asInt());
    assertEquals(1, collapse(with(texts, "negations")).get("total").asInt());
    assertEquals(1, collapse(texts.replace("}]]}", "}]],\"guards\":[]}")).get("total").asInt());
    Map<String, String> sketches = sketches("--guard", "names,numbers");
    String body =
        "{\"lists\":[[{\"id\":\"a\",\"sketch\":%s},{\"id\":\"b\",\"sketch\":%s}]]}"
            .replaceFirst("%s", sketches.get("a"))
            .replace("%s", sketches.get("b"));
    assertEquals(1, collapse(with(body, "numbers\",\"names")).get("total").asInt());
    assertRefused(
        "those of the sketches, [names:2, numbers:2], got []",
        body.replace("}]]}", "}]],\"guards\":[]}"));
    String mixed = body.replace("}]]}", "},{\"id\":\"c\",\"text\":\"" + FIRE + " in 2024\"}]]}");
    assertEquals(2, collapse(with(mixed, "numbers\",\"names")).get("total").asInt());
    assertRefused("hit a: ", mixed);
  }

  private static String with(String body, String guards) {
    return body.replace("}]]}", "}]],\"guards\":[\"" + guards + "\"]}");
  }

  @Test
  public void testMistakesAreRefused() throws IOException {
    assertRefused("lists must be lists of hits, got none", "{}");
    assertRefused("lists must be lists of hits, got none", "null");
    assertRefused("lists must be lists of hits, got none", "{\"lists\":[null]}");
    assertRefused("guard must be one of", "{\"lists\":[],\"guards\":[\"all\"]}");
    assertRefused("guard must be one of", "{\"lists\":[],\"guards\":[null]}");
    assertRefused("/guards has a value of a wrong kind", "{\"lists\":[],\"guards\":\"numbers\"}");
    assertRefused(
        "the body is not as it must be: /lists/0/1/text has a value of a wrong kind",
        "{\"lists\":[[{\"id\":\"a\"},{\"id\":\"b\",\"text\":[\"as Solr has several\"]}]]}");
    assertRefused(
        "the body is not as it must be: /lists/0/0/_id is not one of [id, score, sketch, text]",
        "{\"lists\":[[{\"_id\":\"as in Elasticsearch\"}]]}");
    for (String guard : List.of("lossless", "field:price")) {
      assertRefused(
          "guards of texts alone must be numbers, negations or names, got " + guard,
          "{\"lists\":[],\"guards\":[\"" + guard + "\"]}");
    }
    assertRefused("the body is not as it must be: it must be an object with lists", "[]");
    assertRefused("the body is not as it must be: ", "{");
    assertRefused("the body is not as it must be: ", "");
    assertRefused("top must be at least 1, got 0", "{\"lists\":[],\"top\":0}");
    assertRefused(
        "threshold must be above 0 and at most 1, got 1.5", "{\"lists\":[],\"threshold\":1.5}");
    assertRefused("a hit must have an id", "{\"lists\":[[{\"score\":1}]]}");
    assertRefused("a hit must have an id", "{\"lists\":[[null]]}");
    assertRefused("sketch of hit a: ", "{\"lists\":[[{\"id\":\"a\",\"sketch\":\"AAAA\"}]]}");
    String hits = "{\"id\":\"a\"},".repeat(10_000);
    assertRefused(
        "at most 10000 hits in all, got 10001", "{\"lists\":[[" + hits + "{\"id\":\"a\"}]]}");
    assertEquals(0, collapse("{\"lists\":[]}").get("total").asInt());
  }

  @Test
  public void testGuardsThatTheIndexCannotHaveAreRefused() throws IOException {
    Path path = folder.getRoot().toPath().resolve("contained.idx");
    String document = Served.document("id", "a", "text", FIRE);
    Run.withInput(document, "index", "--index", path.toString(), "--contained=hide", "-");
    Parameters guarded = Parameters.ofJson("{\"lists\":[],\"guards\":[\"numbers\"]}");
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path))) {
      CollapsedLists lists = new CollapsedLists();
      ToolException e = assertThrows(ToolException.class, () -> lists.answer(index, guarded));
      assertTrue(e.getMessage(), e.getMessage().contains("where contained texts are hidden"));
    }
  }

  @Test
  public void testOnlyJsonIsTaken() throws IOException {
    assertEquals(415, served.post("/api/collapse", "lists=").statusCode());
    HttpResponse<String> read = served.get("/api/collapse");
    assertEquals(405, read.statusCode());
    assertEquals("POST", read.headers().firstValue("Allow").orElseThrow());
    assertEquals(413, served.postJson("/api/collapse", "x".repeat(2_000_001)).statusCode());
  }
}
