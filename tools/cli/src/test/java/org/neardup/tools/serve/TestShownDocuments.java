// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What a reader can tell documents apart by, and which of them are shown at once. */
public class TestShownDocuments {
  private static final List<String> FIRMS = List.of("Ark", "Bell", "Crown", "Dune");

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static Served served;

  @BeforeClass
  public static void serve() throws IOException {
    List<String> documents = new ArrayList<>();
    for (String firm : FIRMS) {
      documents.add(
          document("of-" + firm, "Terms", "2024-01-01", firm, "policy " + text(firm, "one way")));
    }
    for (int i = 0; i < 6; i++) {
      String end = "with change number" + i + " of many";
      documents.add(document("v" + i, "Versions", "202" + i + "-01-01", "V", text("v", end)));
    }
    documents.add(document("rtl1", "מדיניות פרטיות", "2024-01-01", "R", text("r", "first 5")));
    documents.add(document("rtl2", "מדיניות פרטיות", "2025-01-01", "R", text("r", "first 6")));
    served = new Served(FOLDER.getRoot().toPath(), documents.toArray(String[]::new));
  }

  private static String document(String id, String title, String date, String firm, String text)
      throws IOException {
    return Served.document(
        "id", id, "title", title, "date", date, "firm", firm, "lang", "en", "text", text);
  }

  private static String text(String about, String end) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, 80).forEach(i -> text.append(about).append("word").append(i).append(' '));
    return text + end;
  }

  @AfterClass
  public static void close() throws IOException {
    served.close();
    assertEquals("", served.messages());
  }

  /** By the stored field that tells them apart; not by one that they share. */
  @Test
  public void testHitsWithTheSameTitleAreToldApart() throws IOException {
    Document page = served.page("/?q=policy");
    assertEquals(4, page.select(".hit").size());
    List<String> facts = page.select(".hit .facts").eachText();
    for (String firm : FIRMS) {
      assertEquals(
          facts.toString(), 1, facts.stream().filter(f -> f.contains("firm " + firm)).count());
    }
    assertTrue(facts.toString(), facts.stream().noneMatch(fact -> fact.contains("lang")));
    Element alone = served.page("/?q=policy+AND+arkword1").selectFirst(".hit .facts");
    assertEquals("2024-01-01 of-Ark", alone.text());
    assertTrue(served.page("/similar?id=of-Ark&min=0.01").text().contains("What resembles Terms"));
  }

  @Test
  public void testVersionsAfterTheThirdAreClosed() throws IOException {
    for (String order : List.of("", "&order=date")) {
      List<Element> versions =
          served.page("/document?id=v0" + order).select("#versions ul.versions > li");
      List<Boolean> areClosed =
          versions.stream().map(each -> !each.select("> details:not(.same)").isEmpty()).toList();
      assertEquals(order.isEmpty() ? 5 : 6, versions.size());
      assertEquals(IntStream.range(0, versions.size()).mapToObj(i -> i >= 3).toList(), areClosed);
    }
  }

  /** Title, date and id have a direction of their own each. */
  @Test
  public void testNamesAndDatesKeepTheirDirections() throws IOException {
    Document page = served.page("/compare?a=rtl1&b=rtl2");
    assertEquals(
        List.of("מדיניות פרטיות", "2024-01-01"),
        page.select(".sides p").first().select("bdi").eachText());
    assertEquals(
        List.of("מדיניות פרטיות", "2025-01-01"),
        page.select(".passages li:not(.sides) p").last().select(".side bdi").eachText());
    Element first = served.page("/overview").selectFirst(".risks .name:contains(2025)");
    assertEquals(
        List.of("מדיניות פרטיות", "2024-01-01", "2025-01-01"), first.select("bdi").eachText());
  }

  /** What differs comes before why it was decided, which names documents as a reader does. */
  @Test
  public void testComparisonsBeginWithTheDifferences() throws IOException {
    Document page = served.page("/compare?a=rtl1&b=rtl2");
    assertEquals("Near-duplicates, which differ in 1 passage", page.selectFirst("h1").text());
    Element decision = page.selectFirst("details.decision");
    assertEquals(0, page.select("details.decision ~ section, details.decision[open]").size());
    assertTrue(decision.text(), decision.text().contains("slots are equal"));
    List<String> sentences = decision.select("p").eachText();
    String isolated = "\u2068מדיניות פרטיות\u2069 · \u2068";
    assertTrue(
        sentences.toString(),
        sentences
            .get(1)
            .equals(
                isolated + "2025-01-01\u2069 is hidden behind " + isolated + "2024-01-01\u2069"));
    String above = page.selectFirst("article").text().replace(decision.text(), "");
    for (String inside : List.of("slots", "bands", "rtl1", "rtl2")) {
      assertFalse(above, above.contains(inside));
    }
    assertEquals(List.of("rtl1", "rtl2"), decision.select("dd code").eachText());
  }
}
