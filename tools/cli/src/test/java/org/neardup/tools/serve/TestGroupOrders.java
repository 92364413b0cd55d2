// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Groups in their orders and narrowed, and the versions of one by date. */
public class TestGroupOrders {
  private static final String HOSTILE = "\"><script>alert(1)</script>";

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static Served served;

  /**
   * Group a: four versions, three of them copies; b: two that differ in the last word; c: two that
   * differ in three words, the newest.
   */
  @BeforeClass
  public static void serve() throws IOException {
    served =
        new Served(
            FOLDER.getRoot().toPath(),
            document("a1", text("a", ""), "2021-03-04", "https://one.example/a1", "news"),
            document("a2", text("a", ""), "2021-05-01", "http://ONE.example:80/a2", "news"),
            document("a3", text("a", ""), "2022-01-01", "https://two.example", "wire"),
            document("a4", text("a", "other"), "2019-01-01", "https://two.example?x", "wire"),
            document("b1", text("b", "one"), "2020-01-01", "https://user@two.example/b", "news"),
            document("b2", text("b", "two"), "2020-02-01", "https://xtwo.example/b", "news"),
            document("c1", text("c", "three words more"), "2023-01-01", "ftp:three", HOSTILE),
            document("c2", text("c", "some words other"), "2024-12-31", "", HOSTILE),
            document("single", "a text of which there is one", "2030-01-01", "", "news"));
  }

  private static String document(String id, String text, String date, String url, String kind)
      throws IOException {
    return Served.document("id", id, "text", text, "date", date, "url", url, "kind", kind);
  }

  private static String text(String group, String end) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 60; word++) {
      text.append(group).append('x').append(word).append(' ');
    }
    return text + end;
  }

  @AfterClass
  public static void close() throws IOException {
    served.close();
  }

  private static List<String> listed(Map<String, String> parameters) throws IOException {
    String query = Served.query(parameters);
    List<String> page = served.page("/groups?" + query).select("ol.largest .name a").eachText();
    List<String> ids = new ArrayList<>();
    JsonNode json = served.json("/api/groups?" + query);
    json.get("groups").forEach(group -> ids.add(group.get("id").asText()));
    assertEquals(ids.size(), json.get("total").asInt());
    assertEquals("for people and programs", ids, page);
    return ids;
  }

  @Test
  public void testGroupsComeInThreeOrders() throws IOException {
    assertEquals(List.of("a1", "b1", "c1"), listed(Map.of()));
    assertEquals(List.of("a1", "b1", "c1"), listed(Map.of("sort", "size")));
    assertEquals(List.of("c1", "a1", "b1"), listed(Map.of("sort", "newest")));
    assertEquals("c1", listed(Map.of("sort", "resemblance")).getFirst());
    Document page = served.page("/groups?sort=newest&q=ax1");
    assertEquals("Newest", page.selectFirst(".modes a[aria-current]").text());
    assertEquals("/groups?q=ax1&sort=resemblance", page.select(".modes a").get(1).attr("href"));
  }

  @Test
  public void testGroupsAreNarrowed() throws IOException {
    assertEquals(List.of("a1"), listed(Map.of("size", "3-4")));
    assertEquals(List.of("b1", "c1"), listed(Map.of("size", "2")));
    assertEquals(List.of("a1"), listed(Map.of("site", "one.example")));
    assertEquals(List.of("a1", "b1"), listed(Map.of("site", "TWO.example")));
    assertEquals(List.of(), listed(Map.of("site", "example")));
    assertEquals(List.of(), listed(Map.of("site", ".*")));
    assertEquals(List.of("b1"), listed(Map.of("site", "two.example", "size", "2")));
    assertEquals(List.of("a1", "b1"), listed(Map.of("filter", "kind:news")));
    assertEquals(List.of("b1"), listed(Map.of("filter", "kind:news", "q", "bx3")));
    assertEquals(List.of(), listed(Map.of("filter", "kind:wire", "site", "one.example")));
    assertEquals(List.of("c1"), listed(Map.of("filter", "date:2024*")));
    Element chosen =
        served.page("/groups?site=one.example&size=3-4").select(".narrow .chosen a").first();
    assertEquals("/groups?size=3-4", chosen.attr("href"));
  }

  private static List<String> facet(String path, String name) throws IOException {
    return served
        .page(path)
        .select("dl.facets > div:has(dt:containsOwn(" + name + ")) dd")
        .eachText();
  }

  /** Each leads to as many groups as it says. */
  @Test
  public void testFacetsCountGroups() throws IOException {
    assertEquals(
        List.of("two.example 2", "one.example 1", "xtwo.example 1"), facet("/groups", "site"));
    assertEquals(
        List.of("2019 1", "2020 1", "2021 1", "2022 1", "2023 1", "2024 1"),
        facet("/groups", "year"));
    assertEquals(List.of("news 2", HOSTILE + " 1", "wire 1"), facet("/groups", "kind"));
    assertEquals(List.of("news 1", "wire 1"), facet("/groups?size=4", "kind"));
    for (Element value : served.page("/groups").select(".facets dd")) {
      Document narrower = served.page(value.selectFirst("a").attr("href"));
      String count = value.selectFirst(".note").text();
      assertTrue(value.text(), narrower.selectFirst("h1").text().startsWith(count + " group"));
      assertEquals(0, narrower.select("script:not([src])").size());
    }
  }

  @Test
  public void testVersionsComeByDate() throws IOException {
    Document page = served.page("/document?id=a1&order=date");
    assertEquals(
        List.of("a4", "a1", "a2", "a3"), page.select("#versions .version .name a").eachText());
    assertEquals("The first.", page.selectFirst(".version .note").text());
    assertEquals(List.of("other"), page.select(".version del").eachText());
    assertEquals(2, page.select(".version .note:containsOwn(Nothing differs)").size());
    assertEquals("By date", page.selectFirst(".modes a[aria-current]").text());
    assertFalse(page.selectFirst(".version .facts").text().isEmpty());
  }

  @Test
  public void testEqualDifferencesAreToldOnce() throws IOException {
    Document page = served.page("/document?id=a4");
    assertEquals(1, page.select("#versions .version").size());
    assertEquals(List.of("other"), page.select(".version del").eachText());
    assertEquals("2 others differ alike", page.selectFirst(".same summary").text());
    assertEquals(3, page.select("#versions .name a").size());
    assertEquals(2, served.page("/document?id=a1").select("#versions .version").size());
  }

  @Test
  public void testMistakesAreRefused() throws IOException {
    assertRefused("sort", "date", "sort must be one of [size, resemblance, newest], got date");
    assertRefused("sort", HOSTILE, "sort must have at most 20 characters, got 27");
    assertRefused("size", "3-", "size must be as 2 or as 3-4, got 3-");
    assertRefused("size", "99999999999", "size must be as 2 or as 3-4");
    assertRefused("page", "0", "page must be between 1 and 100000, got 0");
    assertRefused("page", "99999999999999999999", "page must be between 1 and 100000");
    assertRefused("q", "(".repeat(2000), "");
    assertRefused("q", "x".repeat(2001), "q must have at most 2,000 characters, got 2,001");
    assertRefused("q", "/(((a{1,99}){1,99}){1,99}){1,99}/", "a pattern must be simpler");
    assertRefused("filter", "/((a{99}){99,}){99}/", "a pattern must be simpler");
    assertEquals(List.of("a1"), listed(Map.of("q", "/ax[0-9]{1,2}/")));
    assertRefused("filter", "nothing:x", "filter must name a field");
    assertRefused("site", "x".repeat(2001), "site must have at most 2,000");
    assertRefused("order", "date", "a parameter must be one of q, filter, site, size, sort, page");
    for (String path : List.of("/document?id=a1&order=" + Parameters.encode(HOSTILE))) {
      HttpResponse<String> answer = served.get(path);
      assertEquals(400, answer.statusCode());
      assertEquals(0, Served.parsed(answer).select("script:not([src])").size());
    }
  }

  private static void assertRefused(String name, String value, String message) throws IOException {
    for (String path : List.of("/groups?", "/api/groups?")) {
      HttpResponse<String> answer = served.get(path + Served.query(Map.of(name, value)));
      assertEquals(answer.body(), 400, answer.statusCode());
      assertTrue(answer.body(), answer.body().contains(message));
      assertFalse(answer.body(), answer.body().contains("<script>"));
    }
  }

  /** What is far beyond the end, or matches nothing, is an empty page that leads on. */
  @Test
  public void testEmptyPagesLeadOn() throws IOException {
    for (String path :
        List.of(
            "/groups?page=100000", "/groups?size=999999999", "/groups?site=" + "x".repeat(2000))) {
      Document page = served.page(path);
      assertEquals(0, page.select("ol.largest li").size());
      assertEquals(1, page.select("main > p > a[href=/groups]").size());
    }
    assertEquals(0, served.page("/document?id=a1&page=100000").select(".version").size());
    assertEquals(
        0, served.page("/document?id=a1&order=date&page=100000").select(".version").size());
  }
}
