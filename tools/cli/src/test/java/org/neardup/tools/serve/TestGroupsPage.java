// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Every group, and every version of a group, is some pages away from the first page. */
public class TestGroupsPage {
  private static final int GROUPS = 60;
  private static final int VERSIONS = 45;

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static Served served;

  @BeforeClass
  public static void serve() throws IOException {
    List<String> documents = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      StringBuilder text = new StringBuilder("notice");
      for (int word = 0; word < 40; word++) {
        text.append(" w").append(group).append('x').append(word);
      }
      int versions = group == 7 ? VERSIONS : 2;
      for (int i = 0; i < versions; i++) {
        documents.add(Served.document("id", "g" + group + "-" + i, "text", text.toString()));
      }
    }
    documents.add(Served.document("id", "single", "text", "notice of a page without copies"));
    served = new Served(FOLDER.getRoot().toPath(), documents.toArray(String[]::new));
  }

  @AfterClass
  public static void close() throws IOException {
    served.close();
  }

  private static Document page(String path) throws IOException {
    HttpResponse<String> answer = served.get(path);
    assertEquals(answer.body(), 200, answer.statusCode());
    return Served.parsed(answer);
  }

  /** The texts of what is listed on a page and those after it. */
  private static List<String> listed(String first, String selector) throws IOException {
    List<String> listed = new ArrayList<>();
    String path = first;
    while (path != null) {
      Document page = page(path);
      page.select(selector).forEach(each -> listed.add(each.text()));
      Element next = page.selectFirst("a[rel=next]");
      path = next == null ? null : next.attr("href").replaceFirst("#.*", "");
    }
    return listed;
  }

  @Test
  public void testTheFirstPageSaysHowManyAreCopiesAndLeadsToAllGroups() throws IOException {
    Document first = page("/");
    int documents = 2 * (GROUPS - 1) + VERSIONS + 1;
    long share = Math.round(100.0 * (documents - GROUPS - 1) / documents);
    assertTrue(
        first.text(),
        first
            .text()
            .contains(share + " % of 164 documents are copies, behind " + GROUPS + " others."));
    assertEquals(1, first.select("a[href=/groups]").size());
    assertEquals("60 groups", page("/groups").selectFirst("h1").text());
  }

  @Test
  public void testEveryGroupIsListedLargestFirst() throws IOException {
    List<String> names = listed("/groups", "ol.largest .name a");
    assertEquals(GROUPS, names.size());
    assertEquals("g7-0", names.getFirst());
    Set<String> expected = new HashSet<>();
    for (int group = 0; group < GROUPS; group++) {
      expected.add("g" + group + "-0");
    }
    assertEquals(expected, new HashSet<>(names));
    assertEquals("45 versions", page("/groups").selectFirst("ol.largest .note").text());
  }

  @Test
  public void testGroupsAreFilteredByAQuery() throws IOException {
    assertEquals(List.of("g3-0"), listed("/groups?q=w3x5", "ol.largest .name a"));
    assertEquals(List.of("g4-0"), listed("/groups?q=id%3Ag4-1", "ol.largest .name a"));
    assertEquals(GROUPS, listed("/groups?q=notice", "ol.largest .name a").size());
    Document none = page("/groups?q=single");
    assertTrue(none.text(), none.text().contains("No group matches."));
    assertEquals(400, served.get("/groups?filter=%22").statusCode());
    Document narrow = page("/groups?filter=w3x5&size=2");
    assertEquals(List.of("g3-0"), narrow.select("ol.largest .name a").eachText());
    assertEquals("one field narrows", 1, narrow.select("main input:not([type=hidden])").size());
    assertEquals("/groups?filter=w3x5", narrow.selectFirst(".chosen a").attr("href"));
    assertEquals(400, served.get("/groups?sort=x").statusCode());
    assertEquals(400, served.get("/groups?page=0").statusCode());
  }

  @Test
  public void testTheSameAsJson() throws IOException {
    JsonNode second = new JsonMapper().readTree(served.get("/api/groups?page=2").body());
    assertEquals(GROUPS, second.get("total").asInt());
    assertEquals(10, second.get("groups").size());
    JsonNode one = new JsonMapper().readTree(served.get("/api/groups?q=w3x5").body());
    assertEquals("g3-0", one.get("groups").get(0).get("id").asText());
    assertEquals(2, one.get("groups").get(0).get("documents").asInt());
  }

  @Test
  public void testEveryVersionOfAGroupIsListed() throws IOException {
    List<String> names = listed("/document?id=g7-0", "#versions .version .name a");
    assertEquals(VERSIONS - 1, names.size());
    assertEquals(VERSIONS - 1, new HashSet<>(names).size());
    List<Element> versions = page("/document?id=g7-0").select("#versions ul.versions > li");
    assertEquals("those with the same text are one", 1, versions.size());
  }

  @Test
  public void testAnEmptyResultLeadsOn() throws IOException {
    Document empty = page("/?q=w3x5+AND+nowhere+nothing&filter=id%3Anone");
    assertTrue(empty.text(), empty.text().contains("Nothing matches."));
    assertTrue(empty.text(), empty.text().contains("Search with fewer words: w3x5 AND nowhere"));
    String without = empty.selectFirst("a:containsOwn(without the filter)").attr("href");
    assertTrue(without, !without.contains("filter"));
  }
}
