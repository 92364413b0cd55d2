// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** {@code neardup report}: the sections of its page that lead a reader to what matters. */
public class TestReportSections extends ReportTestCase {

  /** The most telling difference comes first, and is shown in the closed row. */
  public void testLookHereFirst() throws IOException {
    String plain = words(40);
    String[] texts = {words(60), words(60), words(300), words(60)};
    String lines =
        line("n1", texts[0] + "for 5 users " + words(3), "date", "2021-03-04T10:00:00Z")
            + line("n2", texts[0] + "for 15 users ", "date", "2021-05-06")
            + line("d1", texts[1] + "you may not share it")
            + line("d2", texts[1] + "you may share it")
            + line("w1", texts[2] + "old words")
            + line("w2", texts[2] + "new words")
            + line("o1", texts[3] + "old words")
            + line("o2", texts[3] + "new ones that say something else")
            + line("c1", plain)
            + line("c2", plain.toUpperCase(Locale.ROOT));
    lines = lines.replace("users " + lines.split("users ", 2)[1].split("\"", 2)[0], "users ");
    index(lines);
    Path clusters = cluster(lines);
    Path docs = file("docs.jsonl", lines);
    for (Document html :
        List.of(
            done(report("--index", index)),
            done(report("--clusters", clusters, "--texts", docs, "--force")))) {
      List<Element> rows = html.select("#first summary");
      assertEquals(3, rows.size());
      assertEquals("d1 stands for d2", rows.get(0).select("h3").text());
      assertEquals("not", rows.get(0).select(".changes del").text());
      assertEquals("n1 stands for n2", rows.get(1).select("h3").text());
      assertEquals("5 15", rows.get(1).select(".changes").text());
      String about = rows.get(1).select(".about").text();
      assertTrue(about, about.startsWith("only numbers differ · 2 documents · resemblance 0."));
      assertTrue(about, about.contains(" · 2021-03-04 to 2021-05-06"));
      assertEquals("w1 stands for w2", rows.get(2).select("h3").text());
      about = rows.get(2).select(".about").text();
      assertTrue(about, about.startsWith("1 of 302 words differ"));
      assertEquals(
          List.of("negations: 1 group", "numbers: 1 group", "few words of a long text: 1 group"),
          html.select(".sorts li").eachText());
      assertEquals(5, html.select("#groups details.group").size());
    }
  }

  public void testGuards() throws IOException {
    String text = words(60);
    String lines =
        line("a", text + "for 5 users")
            + line("number", text + "for 6 users")
            + line("not", text + "not for 5 users")
            + line("same", text.replace(" ", ", ") + "for 5 users");
    index(lines);
    Path clusters = cluster(lines);
    Path docs = file("docs.jsonl", lines);
    for (Document html :
        List.of(
            done(report("--index", index)),
            done(report("--clusters", clusters, "--texts", docs, "--force")))) {
      assertEquals(
          "Documents parted by each guard, of 3 hidden documents",
          html.select("#guards caption").text());
      assertEquals(Map.of("numbers", 1, "negations", 1, "lossless", 2), counts(html, "guards"));
      assertEquals("33.3 %", rows(html, "guards").get("numbers").get(1));
    }
    Run summary = report("--index", index, "--force", "--json");
    assertEquals(2, summary.json().get("guards").get("parted").get("lossless").asInt());
    assertEquals(0, done(report("--clusters", clusters, "--force")).select("#guards").size());
  }

  public void testEqualDifferencesAreShownOnce() throws IOException {
    String text = words(60);
    StringBuilder lines = new StringBuilder(line("a", text + " old end"));
    for (int i = 0; i < 10; i++) {
      lines
          .append(line("b" + i, text + " new end"))
          .append(line("c" + i, text + " n" + i + " end"));
    }
    index(lines.toString().replace("n9 end", "NEW, end!"), "--threshold", "0.5");
    Document html = done(report("--index", index));
    List<Element> variants =
        html.select("#groups .variant").stream()
            .filter(variant -> variant.select("ins").text().equals("new"))
            .toList();
    assertEquals(1, variants.size());
    assertEquals("b0", variants.getFirst().select("h4").text());
  }

  public void testRepeatedChangesOfATextAreShownOnce() throws IOException {
    String text = words(40) + "NAME " + words(40) + "NAME " + words(40) + "NAME " + words(40);
    index(line("a", text.replace("NAME", "Ann")) + line("b", text.replace("NAME", "Bob")));
    Document html = done(report("--index", index));
    assertEquals(1, html.select("#groups .passages li:not(.sides)").size());
    assertEquals("2 more of the same", html.select("#groups .passages .more").text());
  }

  public void testWhatIfAgreesWithTheIndex() throws IOException {
    index(corpus(20) + line("a", words(30)), "--verify", "sketch");
    Document html = done(report("--index", index));
    assertEquals(6, rows(html, "what-if").size());
    List<String> inUse = rows(html, "what-if").get(".8 (in use)");
    String[] variants = rows(html, "savings").get("all variants").getFirst().split(" ", 2);
    assertEquals(List.of(variants[0], variants[1]), inUse);
    assertEquals(6, html.select("#what-if circle.point").size());
  }

  public void testTimeline() throws IOException {
    String text = words(40);
    index(
        line("a", text, "published", "2021-03-04")
            + line("b", text, "published", "2021-05-04T10:00:00Z")
            + line("c", words(40), "published", "2021-05-30")
            + line("d", words(40)));
    Document html = done(report("--index", index, "--date", "published"));
    assertEquals(List.of("2", "1"), rows(html, "timeline").get("2021-05"));
    assertEquals(List.of("0", "0"), rows(html, "timeline").get("2021-04"));
    assertTrue(html.text(), html.text().contains("1 document without a date are left out"));
    html = done(report("--index", index, "--force"));
    assertNull(html.getElementById("timeline"));
  }

  public void testHowThePageWasMade() throws IOException {
    index(line("a", words(20)));
    Document html = done(report("--index", index));
    assertEquals(
        List.of("neardup report --out " + page + " --index " + index),
        rows(html, "settings").get("command"));
    String version = rows(html, "settings").get("program").getFirst();
    assertTrue(version, version.startsWith("neardup ") && version.contains("Lucene"));
    assertTrue(rows(html, "settings").get("made").getFirst().endsWith("Z"));
  }
}
