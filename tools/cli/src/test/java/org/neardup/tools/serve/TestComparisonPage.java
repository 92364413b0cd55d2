// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Differences of two texts, as passages and whole; and what lists show of a document. */
public class TestComparisonPage {
  private static final String HEBREW = "שלום עולם";

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static Served served;

  @BeforeClass
  public static void serve() throws IOException {
    served =
        new Served(
            FOLDER.getRoot().toPath(),
            document("a", "Terms", text("4.3", "x"), "2024-01-01"),
            document("b", "Terms", text("4.4", "x").replace(" ", "  "), "2025-01-01"),
            document("h1", "", HEBREW + " " + text("h", HEBREW).replace('w', 'v'), ""),
            document("h2", "", HEBREW + " " + text("h", HEBREW + "!").replace('w', 'v'), ""),
            document("i".repeat(30) + "/" + "j".repeat(30), "Long id", "a text of its own", ""),
            document("huge", "Huge", "w ".repeat(600_000), ""));
  }

  private static String document(String id, String title, String text, String date)
      throws IOException {
    return Served.document(
        "id", id, "title", title, "text", text, "date", date, "kind", title.isEmpty() ? "" : "k");
  }

  /** 400 words, with two of them given. */
  private static String text(String first, String second) {
    List<String> words = new ArrayList<>();
    for (int word = 0; word < 400; word++) {
      words.add("w" + word);
    }
    words.set(100, first);
    words.set(300, second);
    return String.join(" ", words);
  }

  @AfterClass
  public static void close() throws IOException {
    served.close();
  }

  @Test
  public void testPassagesHaveTitlesAndDates() throws IOException {
    Document page = served.page("/compare?a=a&b=b");
    assertEquals(
        List.of("Terms · 2024-01-01", "Terms · 2025-01-01"), page.select(".sides p").eachText());
    assertEquals(List.of("4.3"), page.select("del").eachText());
    assertEquals(List.of("3"), page.select("del b").eachText());
    assertEquals(List.of("4"), page.select("ins b").eachText());
    assertEquals("blanks are ignored", 1, page.select(".passages li:not(.sides)").size());
  }

  /** What is in both is folded, and nothing of either text is left out. */
  @Test
  public void testWholeTextsAreFolded() throws IOException {
    String link = served.page("/compare?a=a&b=b").select(".modes a").last().attr("href");
    assertEquals("/compare?a=a&b=b&view=whole", link);
    Document page = served.page(link);
    assertEquals(2, page.select(".fold details").size());
    assertTrue(page.selectFirst(".fold summary").text().endsWith(" equal words"));
    List<String> left = new ArrayList<>();
    for (Element p : page.select(".passages li:not(.sides:not(.fold)) p:first-of-type")) {
      p.select(".side").remove();
      left.add(p.text());
    }
    assertEquals(text("4.3", "x"), String.join(" ", left));
    assertEquals("Whole texts", page.selectFirst(".modes a[aria-current]").text());
    assertEquals(0, served.page("/compare?a=a&b=a&view=whole").select(".passages li + li").size());
  }

  @Test
  public void testExtentsAreLimited() throws IOException {
    assertEquals(400, served.get("/compare?a=a&b=b&view=none").statusCode());
    String refused = served.get("/compare?a=huge&b=a&view=whole").body();
    assertTrue(refused, refused.contains("must have at most 1000000 characters together"));
  }

  /** The direction of a side is that of its text, not of the name before it. */
  @Test
  public void testTextsFromTheRightAreShownFromTheRight() throws IOException {
    for (Element side : served.page("/compare?a=h1&b=h2").select(".passages p .side")) {
      assertEquals("bdi", side.tagName());
      assertEquals("auto", side.parent().attr("dir"));
    }
  }

  @Test
  public void testListsShowFieldsAndShortIds() throws IOException {
    Element hit = served.page("/?q=own").selectFirst(".hit");
    assertEquals("kind k " + "i".repeat(24) + "…" + "j".repeat(24), hit.select(".facts").text());
    assertEquals("i".repeat(30) + "/" + "j".repeat(30), hit.selectFirst("code").attr("title"));
    assertFalse(served.page("/?q=w5").select(".hit .facts").isEmpty());
  }

  @Test
  public void testClosedRowsTellTheWordsThatDiffer() throws IOException {
    Element row = served.page("/?q=w5").selectFirst(".hit p.versions:contains(4.3)");
    assertEquals("+1 version; 1 differs in numbers, it matches, too: 4.3 → 4.4", row.text());
    Element group = served.page("/groups?q=id:a").selectFirst("ol.largest .words");
    assertEquals("2 versions: 4.3 → 4.4", group.text());
  }

  @Test
  public void testHitsAreNarrowed() throws IOException {
    Document page = served.page("/?q=w5");
    assertEquals(0, page.select(".facets").size());
    Document narrow = served.page(page.selectFirst(".narrower a").attr("href"));
    assertEquals(List.of("2024 1", "2025 1"), narrow.select(".facets dd").eachText());
    Document year = served.page(narrow.selectFirst(".facets a").attr("href"));
    assertEquals(1, year.select(".hit").size());
    assertEquals("date:2024*", year.selectFirst("#filter").val());
    assertEquals("what narrows stays in sight", 1, year.select("details.narrow[open]").size());
    assertEquals(400, served.get("/?q=w5&narrow=maybe").statusCode());
  }
}
