// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;

/** What the pages show, and that programs get the answers of the commands. */
public class TestSearchServer {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before dawn, the"
          + " harbour office said; nobody was hurt, and the ferries left on time";
  private static final String FERRY =
      "The ferry leaves the old wharf at six in the morning, except on Sundays, when it sails at"
          + " nine from the new pier beside the fish market";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Served served;

  @Before
  public void serve() throws IOException {
    served =
        new Served(
            folder.getRoot().toPath(),
            Served.document(
                "id",
                "a1",
                "title",
                "Fire at the wharf",
                "text",
                FIRE,
                "date",
                "2026-01-05",
                "url",
                "https://news.example.org/a1"),
            Served.document(
                "id",
                "a2",
                "title",
                "Wharf burns",
                "text",
                FIRE.replace("on time", "late"),
                "date",
                "2026-01-06"),
            Served.document("id", "b", "title", "Ferry", "text", FERRY, "date", "2025-12-31"));
  }

  @After
  public void close() throws IOException {
    served.close();
    assertEquals("", served.messages());
  }

  private static List<String> texts(Element page, String selector) {
    return page.select(selector).eachText();
  }

  @Test
  public void testShowsOneVersionOfEachHit() throws IOException {
    Document page = served.page("/?q=wharf");
    assertEquals(List.of("Fire at the wharf", "Ferry"), texts(page, ".hit h2"));
    assertEquals("2 results, of 3 documents", page.selectFirst(".strip p").text());
    assertTrue(texts(page, ".hit mark").contains("wharf"));
    assertEquals(
        List.of("2026-01-05", "news.example.org"), texts(page, ".hit .facts bdi").subList(0, 2));
    Element closed = page.selectFirst("p.versions");
    assertEquals("+1 version, it matches, too: on time → late", closed.text());
    Element versions =
        served.page(closed.selectFirst("a").attr("href")).selectFirst("details.versions[open]");
    assertEquals("+1 version, it matches, too", versions.selectFirst("summary").text());
    assertEquals(List.of("Wharf burns"), texts(versions, ".name a"));
    assertTrue(versions.text(), versions.text().contains(", counted in the texts"));
    assertTrue(versions.text(), versions.text().contains("2026-01-06"));
    assertEquals(List.of("on time"), texts(versions, "del"));
    assertEquals(List.of("late"), texts(versions, "ins"));
  }

  @Test
  public void testSwitchesBetweenVersions() throws IOException {
    Document page = served.page("/?q=wharf");
    List<String> links = page.select(".modes a").eachAttr("href");
    assertEquals(List.of("/?q=wharf", "/?q=wharf&mode=hide", "/?q=wharf&mode=all"), links);
    assertEquals(2, served.page(links.get(1)).select(".hit").size());
    Document all = served.page(links.get(2));
    assertEquals(3, all.select(".hit").size());
    assertEquals(List.of("Hidden behind a1"), texts(all, ".behind"));
    assertEquals("All versions", all.selectFirst(".modes a[aria-current]").text());
  }

  /** A variant that matches alone is shown, and says what it is behind. */
  @Test
  public void testShowsAVariantWhoseRepresentativeDoesNotMatch() throws IOException {
    Document page = served.page("/?q=late");
    assertEquals(List.of("Wharf burns"), texts(page, ".hit h2"));
    assertEquals(List.of("Hidden behind a1, which does not match"), texts(page, ".behind"));
    Document open = served.page(page.selectFirst("p.versions a").attr("href"));
    assertEquals(List.of("Fire at the wharf"), texts(open, ".version .name a"));
  }

  @Test
  public void testFiltersAndSorts() throws IOException {
    Document page = served.page("/?q=wharf&filter=date%3A2025-12-31");
    assertEquals(List.of("Ferry"), texts(page, ".hit h2"));
    assertEquals("date:2025-12-31", page.selectFirst("#filter").val());
    page = served.page("/?q=wharf&sort=date&mode=all");
    assertEquals(List.of("Ferry", "Fire at the wharf", "Wharf burns"), texts(page, ".hit h2"));
    page = served.page("/?q=wharf&sort=date:desc&mode=all");
    assertEquals(List.of("Wharf burns", "Fire at the wharf", "Ferry"), texts(page, ".hit h2"));
    assertEquals("date, descending", page.selectFirst("#sort option[selected]").text());
  }

  @Test
  public void testShowsTenHitsAPage() throws Exception {
    String[] more = new String[15];
    for (int i = 0; i < more.length; i++) {
      more[i] = Served.document("id", "many" + i, "text", "short word number" + i);
    }
    served.add(more);
    await("/?q=short", ".hit", 10);
    Document page = served.page("/?q=short");
    assertEquals("Page 1 of 2", page.selectFirst(".pages span").text());
    page = served.page(page.selectFirst("a[rel=next]").attr("href"));
    assertEquals(5, page.select(".hit").size());
    assertEquals("11", page.selectFirst(".hits").attr("start"));
    assertEquals(
        "Nothing matches on page 3.", served.page("/?q=short&page=3").select("main > p").text());
  }

  private void await(String path, String selector, int count) throws Exception {
    Await.until("a commit is seen", () -> served.page(path).select(selector).size() == count);
  }

  @Test
  public void testShowsADocumentWithItsVersions() throws IOException {
    Document page = served.page("/document?id=a1");
    assertEquals("Fire at the wharf", page.selectFirst("h1").text());
    assertEquals("1 other version", page.selectFirst("#versions-heading").text());
    assertEquals(FIRE, page.selectFirst(".text").text());
    assertTrue(texts(page, "dl.fields dd").contains("2026-01-05"));
    assertEquals("https://news.example.org/a1", page.selectFirst(".actions a").attr("href"));
    assertEquals(
        "Hidden behind Fire at the wharf",
        served.page("/document?id=a2").selectFirst(".standing").text());
    page = served.page("/compare?a=a1&b=b");
    assertTrue(page.text(), page.selectFirst("h1").text().startsWith("Not near-duplicates"));
  }

  @Test
  public void testFindsWhatResemblesAText() throws IOException {
    Document page =
        Served.parsed(served.post("/similar", "text=" + Parameters.encode(FIRE + " (wire)")));
    assertEquals(List.of("Fire at the wharf", "Wharf burns"), texts(page, ".hit h2"));
    assertTrue(page.text(), page.text().contains("estimated from the sketches"));
    assertEquals(List.of("(wire)"), texts(page.selectFirst("details"), "del"));
    assertEquals(FIRE + " (wire)", page.selectFirst("textarea").text());
    page = served.page("/similar?id=a2&min=0.4");
    assertEquals(List.of("Fire at the wharf"), texts(page, ".hit h2"));
    assertEquals(0, served.page("/similar").select(".hit").size());
  }

  /** The same values, not only the same keys. */
  @Test
  public void testProgramsGetWhatCommandsPrint() throws IOException {
    for (String mode : List.of("best", "hide", "all")) {
      assertEquals(
          served.command("search", "--mode", mode, "--sort", "date:desc", "wharf"),
          served.json("/api/search?q=wharf&sort=date:desc&mode=" + mode));
    }
    assertEquals(
        served.command(
            "search", "--filter", "date:2025-12-31", "--fields", "date,url", "--top", "1", "wharf"),
        served.json("/api/search?q=wharf&top=1&filter=date:2025-12-31&fields=date,url"));
    assertEquals(
        served.command("variants", "--date", "date", "a2"), served.json("/api/variants?id=a2"));
    assertEquals(served.command("explain", "a1", "b"), served.json("/api/explain?a=a1&b=b"));
    assertEquals(served.command("stats"), served.json("/api/stats"));
    assertEquals(served.command("similar", "--id", "a1"), served.json("/api/similar?id=a1"));
    JsonNode similar = served.json("/api/similar?" + Served.query(Map.of("text", FIRE)));
    assertEquals("a1", similar.at("/hits/0/id").asText());
    assertEquals(1, similar.at("/hits/0/resemblance").asDouble(), 0);
  }

  /** What does not parse is searched as words, and the page says so. */
  @Test
  public void testQueriesAreReadAsPeopleWriteThem() throws IOException {
    for (String query :
        List.of("%22wharf", "wharf%3F", "wharf/ferry", "wharf%3A+a+note", "(wharf")) {
      Document page = served.page("/?q=" + query);
      assertEquals(query, 2, page.select(".hit").size());
      assertTrue(page.text(), page.selectFirst(".strip .note").text().contains("operators are"));
    }
    Document page = served.page("/?q=ferry+qqzz");
    assertEquals("No document has \"qqzz\"", page.selectFirst(".strip .note").text());
    assertEquals(0, served.page("/?q=ferry").select(".strip .note").size());
    assertEquals(
        "No document has \"qqzz\"", served.json("/api/search?q=qqzz").at("/notes/0").asText());
  }

  @Test
  public void testMistakesAreRefusedWithTheirReason() throws IOException {
    assertRefused(400, "/?q=wharf&mode=some", "mode must be one of [best, hide, all], got some");
    assertRefused(400, "/?q=wharf&page=0", "page must be between 1 and 100, got 0");
    assertRefused(400, "/?q=wharf&page=x", "page must be between 1 and 100, got x");
    assertRefused(400, "/?q=wharf&sort=nothing", "must name a field");
    assertRefused(400, "/?q=wharf&filter=(", "filter must be a query such as");
    assertRefused(400, "/?q=wharf&filter=nothing:wharf", "filter must name a field");
    assertRefused(400, "/?q=%3F%3F", "q must have a word to look for, got ??");
    assertRefused(400, "/api/search?q=a&fields=nothing", "must name a field");
    assertRefused(400, "/?q=a&q=b", "q must be given once, got it twice");
    assertRefused(400, "/?query=a", "a parameter must be one of q, mode");
    assertRefused(
        400, "/?q=" + "x".repeat(2001), "q must have at most 2,000 characters, got 2,001");
    assertRefused(400, "/?q=%28".repeat(1) + "%28".repeat(600), "");
    assertRefused(400, "/document", "id must be the id of a document, got none");
    assertRefused(404, "/document?id=none", "there is no document with id none");
    assertRefused(404, "/compare?a=a1&b=none", "no document with id none");
    assertRefused(404, "/nothing", "there is no page /nothing");
    assertRefused(400, "/similar?id=a1&min=2", "min must be above 0 and at most 1, got 2");
    assertRefused(400, "/similar?text=x&scope=y", "the index has no scopes");
    assertRefused(400, "/api/search", "q must be a query, got none");
    assertRefused(400, "/api/search?q=a&top=0", "top must be between 1 and 1000, got 0");
    assertRefused(404, "/api/variants?id=none", "no document with id none");
    assertRefused(404, "/api/nothing", "there is no page /api/nothing");
    assertRefused(400, "/api/similar", "id or text must be given, got neither");
  }

  private void assertRefused(int status, String path, String message) throws IOException {
    HttpResponse<String> answer = served.get(path);
    assertEquals(answer.body(), status, answer.statusCode());
    String body =
        path.startsWith("/api/")
            ? Served.parsedJson(answer).get("error").asText()
            : Served.parsed(answer).selectFirst(".refusal").text();
    assertTrue(body, body.contains(message));
  }
}
