// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;

/** The first page leads to what a person should look at. */
public class TestFirstPage {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before dawn, the"
          + " harbour office said; nobody was hurt, and the ferries left at 9";
  private static final String FERRY =
      "The island ferry is to have a new timetable from May, with an early boat for workers and a"
          + " late one on Saturdays, the council said on Friday";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Served served;

  @Before
  public void serve() throws IOException {
    served =
        new Served(
            folder.getRoot().toPath(),
            document("a1", "Fire at the wharf", FIRE, "2026-01-05"),
            document("a2", "Wharf burns", FIRE.replace("9", "7"), "2026-01-06"),
            document("b", "Ferry", FERRY, "2025-12-31"));
  }

  private static String document(String id, String title, String text, String date)
      throws IOException {
    return Served.document("id", id, "title", title, "text", text, "date", date);
  }

  @After
  public void close() throws IOException {
    served.close();
    assertEquals("", served.messages());
  }

  private static List<String> texts(Document page, String selector) {
    return page.select(selector).eachText();
  }

  @Test
  public void testSaysWhatIsThere() throws IOException {
    Document page = served.page("/overview");
    assertEquals("33 % of 3 documents are copies, behind 1 other.", page.selectFirst("h1").text());
    assertEquals(List.of("3", "2", "1", "1"), texts(page, ".numbers dd"));
    assertEquals(List.of("1 group of 2", "All groups"), texts(page, "ul.sizes a"));
    assertEquals("/groups?size=2", page.selectFirst("ul.sizes a").attr("href"));
    assertEquals(1, page.select("svg.sizes rect[width=100.0]").size());
    assertEquals(1, page.select("svg #by-date-title").size());
  }

  @Test
  public void testShowsTheWordsInWhichRiskyGroupsDiffer() throws IOException {
    Document page = served.page("/overview");
    assertEquals(List.of("Fire at the wharf stands for Wharf burns"), texts(page, ".risks .name"));
    assertEquals("/compare?a=a1&b=a2", page.selectFirst(".risks a").attr("href"));
    assertEquals(List.of("9"), texts(page, ".risks del"));
    assertEquals(List.of("7"), texts(page, ".risks ins"));
    assertTrue(page.text(), page.text().contains("only numbers differ · 2 documents"));
  }

  @Test
  public void testTellsOfOtherThresholds() throws IOException {
    assertEquals(
        "At .8, which is in use, 1 document is hidden, 33.3 % of all.",
        served.page("/overview").selectFirst("output").text());
    assertEquals("At .95, 0 documents would be hidden, 0.0 % of all.", said("0.95"));
    assertEquals(said("0.95"), said("1"));
    assertEquals(6, served.page("/overview").select("datalist option[label]").size());
    for (String wrong : List.of("NaN", "x", "0", "-1", "1e9")) {
      HttpResponse<String> refused = served.get("/overview?threshold=" + wrong);
      assertEquals(400, refused.statusCode());
      assertEquals(
          "threshold must be above 0 and at most 1, got " + wrong,
          Served.parsed(refused).selectFirst(".refusal").text());
    }
  }

  private String said(String threshold) throws IOException {
    return served
        .page("/overview?" + Served.query(Map.of("threshold", threshold)))
        .selectFirst("output")
        .text();
  }

  /** What is made once is made again after a commit. */
  @Test
  public void testFollowsCommits() throws Exception {
    served.page("/");
    served.add(document("c", "Again", FERRY, "2025-12-30"));
    Await.until(
        "a commit is seen",
        () -> served.page("/").selectFirst("ul.sizes a").text().equals("2 groups of 2"));
  }
}
