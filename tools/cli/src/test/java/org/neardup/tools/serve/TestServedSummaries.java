// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What the hidden versions say: on the page of hits, on that of a document, and as JSON. */
public class TestServedSummaries {
  private static final String TEXT =
      "The committee met on Monday and agreed to mend the bridge over the river near the old mill";
  private static final String FERRY =
      "The ferry is back in service after a week of repairs and the first boat leaves at six";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Served served;

  private static String document(String id, String url, String date, String text)
      throws IOException {
    return Served.document(
        "id", id, "title", "Of " + id, "url", url, "date", date, "kind", "news", "text", text);
  }

  @Before
  public void serve() throws IOException {
    served =
        new Served(
            folder.newFolder().toPath(),
            document("a1", "http://daily.example/1", "2023-08-04", TEXT + ", for $1,500"),
            document("a2", "http://wire.example/2", "2023-08-03", TEXT + ", for $1,500 (wire)"),
            document("a3", "http://wire.example/3", "2023-08-05", TEXT + ", for $2,500"),
            document("b1", "http://daily.example/4", "2023-08-04", FERRY));
  }

  @After
  public void close() throws IOException {
    served.close();
  }

  private static List<String> texts(Element page, String selector) {
    return page.select(selector).eachText();
  }

  /** Of many versions with other texts, not all are compared. */
  @Test
  public void testDiffersAtLeast() throws IOException {
    String[] documents = new String[40];
    for (int i = 0; i < documents.length; i++) {
      documents[i] = document("m" + i, "http://a.example/", "2023-08-04", TEXT + ", for $" + i);
    }
    try (Served many = new Served(folder.newFolder().toPath(), documents)) {
      String said = many.page("/?q=bridge").selectFirst("p.versions").text();
      assertTrue(
          said, said.contains("; at least 32 differ in numbers (32 of 39 compared), all match"));
    }
  }

  @Test
  public void testEachPartLeadsToItsVersions() throws IOException {
    Element said = served.page("/?q=bridge").selectFirst("p.versions");
    assertTrue(
        said.text(),
        said.text()
            .startsWith(
                "+2 versions on 2 sites, first 2023-08-03 wire.example; 1 differs in numbers, all"
                    + " match:"));
    List<String> links = said.select("a").eachAttr("href");
    assertEquals(4, links.size());
    assertEquals("/document?id=a1#origins", links.get(1));
    Document document = served.page(links.get(1));
    assertEquals(List.of("wire.example (2)", "daily.example (1)"), texts(document, "#origins a"));
    Document ofWire = served.page(document.select("#origins a").first().attr("href"));
    assertEquals("2 other versions from wire.example", ofWire.select("#versions h2").text());
    assertEquals("Of a2", served.page(links.get(2)).select("h1").text());
    Document differing = served.page(links.get(3));
    assertEquals("1 other version differing in numbers", differing.select("#versions h2").text());
    assertEquals(List.of("Of a3"), texts(differing, "#versions .name a"));
    assertEquals(
        2,
        served
            .page(differing.select("#versions p a").attr("href"))
            .select("#versions .name a")
            .size());
    assertEquals(0, served.page("/document?id=b1").select("#origins").size());
  }

  @Test
  public void testSearchAnswersAsTheCommand() throws IOException {
    JsonNode answer =
        new JsonMapper()
            .readTree(served.get("/api/search?q=bridge&fields=date&origins=url&dates=date").body());
    assertEquals(
        served.command("search", "--fields=date", "--origins=url", "--dates=date", "bridge"),
        answer);
    JsonNode summary = answer.at("/hits/0/summary");
    assertEquals("{\"wire.example\":2,\"daily.example\":1}", summary.get("origins").toString());
    assertEquals("a2", summary.at("/first/id").asText());
    assertEquals("a3", summary.at("/last/id").asText());
    assertEquals(3, summary.get("matching").asInt());
    assertEquals("{\"number\":[\"a3\"]}", summary.at("/differences/byKind").toString());
    assertEquals(400, served.get("/api/search?q=bridge&origins=nothing").statusCode());
    assertTrue(served.command("search", "bridge").at("/hits/0/summary").isNull());
  }

  private JsonNode decide(int status, String body) throws IOException {
    var answer = served.postJson("/api/decide", body);
    assertEquals(answer.body(), status, answer.statusCode());
    return new JsonMapper().readTree(answer.body());
  }

  @Test
  public void testDecidesOnATextWithoutTakingItIn() throws IOException {
    for (int round = 0; round < 2; round++) {
      JsonNode copy = decide(200, Served.document("text", TEXT + ", for $1,500"));
      assertEquals(
          "{\"isNew\":false,\"id\":\"a1\",\"title\":\"Of a1\",\"resemblance\":1.0,"
              + "\"standardError\":0.0,\"because\":\"same_text\"}",
          copy.toString());
      JsonNode near = decide(200, Served.document("text", TEXT + ", for $1,500 today"));
      assertEquals("a1", near.get("id").asText());
      assertTrue(near.toString(), near.get("resemblance").asDouble() < 1);
      JsonNode other =
          decide(200, Served.document("text", "Nothing like it was ever written here"));
      assertTrue(other.get("isNew").asBoolean());
      assertTrue(other.get("id").isNull());
      assertTrue(decide(200, Served.document("text", "")).get("isNew").asBoolean());
    }
    assertEquals(4, served.command("stats").at("/counts/documents").asInt());
  }

  @Test
  public void testMistakesAreNamed() throws IOException {
    assertEquals("text must be given, got none", decide(400, "{}").get("error").asText());
    assertEquals(
        "the index has no scopes, got scope x",
        decide(400, Served.document("text", TEXT, "scope", "x")).get("error").asText());
    String unknown = decide(400, Served.document("texts", TEXT)).get("error").asText();
    assertTrue(unknown, unknown.endsWith("/texts is not one of [scope, text]"));
    assertEquals(400, served.get("/document?id=a1&differ=nothing").statusCode());
    assertEquals(405, served.get("/api/decide").statusCode());
  }
}
