// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.neardup.index.Verification;
import org.neardup.search.explain.Explainer;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/** {@code neardup report}: what is in its page, and that nothing else can be. */
public class TestReportCommand extends ReportTestCase {
  private static final String SCRIPT = "<script>document.title='taken'</script>";

  /** Counts everything one by one. */
  private void assertShowsTheIndex(Document html) throws IOException {
    Map<String, Integer> resemblances = new TreeMap<>();
    Map<Long, Integer> groups = new TreeMap<>();
    Map<String, List<Integer>> hosts = new TreeMap<>();
    int hidden = 0;
    try (NeardupIndex opened = NeardupIndex.open(new IndexFolder(index))) {
      Explainer explainer = Sketching.of(opened).explainer(Verification.AUTO);
      for (int doc = 0; doc < opened.all().maxDoc(); doc++) {
        boolean isHidden = opened.groups().isHidden(doc);
        String url = opened.all().storedFields().document(doc).get("url");
        hosts
            .computeIfAbsent(url.split("/", -1)[2], host -> new ArrayList<>())
            .add(isHidden ? 1 : 0);
        if (isHidden) {
          hidden++;
          groups.merge(opened.groups().group(doc), 2, (size, one) -> size + 1);
          double estimate =
              explainer.compare(opened.representativeOf(doc), doc).estimate().resemblance();
          resemblances.merge(bar(estimate), 1, Integer::sum);
        }
      }
      int documents = opened.all().maxDoc();
      String share = String.format(Locale.ROOT, "%.1f %%", 100.0 * hidden / documents);
      assertEquals(
          List.of(String.valueOf(documents), String.valueOf(hidden), share), savings(html));
    }
    assertEquals(resemblances, counts(html, "resemblance"));
    Map<String, Integer> sizes = new TreeMap<>();
    groups.values().forEach(size -> sizes.merge(sizeBar(size), 1, Integer::sum));
    assertEquals(sizes, counts(html, "sizes"));
    hosts.forEach(
        (host, marks) -> {
          List<String> cells = rows(html, "hosts").get(host);
          assertEquals(marks.size(), number(cells.get(0)));
          assertEquals(marks.stream().mapToInt(i -> i).sum(), number(cells.get(1)));
        });
    assertEquals(hosts.keySet(), rows(html, "hosts").keySet());
    assertEquals(Math.min(200, groups.size()), html.select("#groups details.group").size());
  }

  private static String bar(double resemblance) {
    int step = (int) Math.floor(resemblance * 50 + 1e-9);
    return step == 50
        ? "1.00"
        : String.format(Locale.ROOT, "%.2f to below %.2f", step / 50.0, (step + 1) / 50.0);
  }

  private static String sizeBar(int size) {
    return size == 2 ? "2" : size <= 4 ? "3 to 4" : "5 to 8";
  }

  public void testNumbersAreThoseOfTheIndex() throws IOException {
    String lines = corpus(40);
    index(lines);
    Run run = report("--index", index, "--json");
    Document html = done(run);
    assertShowsTheIndex(html);
    JsonNode stats = Run.neardup("stats", "--index", index.toString(), "--json").json();
    JsonNode counts = stats.get("counts");
    assertEquals(counts.get("documents"), run.json().get("documents"));
    assertEquals(counts.get("hidden"), run.json().get("variants"));
    assertEquals(counts.get("groups"), run.json().get("groups"));
    assertEquals(Files.size(page), run.json().get("bytes").asLong());
    for (var setting : stats.get("settings").properties()) {
      assertEquals(
          List.of(setting.getValue().asText()), rows(html, "settings").get(setting.getKey()));
    }
  }

  public void testSavedBytes() throws IOException {
    String text = words(50);
    index(line("a", text) + line("b", text + "é") + line("c", words(20)));
    Document html = done(report("--index", index));
    JsonNode variants = Run.neardup("variants", "--index", index.toString(), "a", "--json").json();
    assertEquals(2, variants.get("total").asInt());
    assertEquals((text + "é").getBytes(UTF_8).length + " bytes", savedBytes(html));
  }

  public void testDifferencesAreMarkedSideBySide() throws IOException {
    String text = words(40);
    index(line("a", text + " old end") + line("b", text + " new end"));
    Document html = done(report("--index", index));
    Element row = html.selectFirst(".passages li:not(.sides)");
    Element left = row.child(0);
    Element right = row.child(1);
    assertEquals("old", left.select("del").text());
    assertEquals("new", right.select("ins").text());
    assertEquals(0, left.select("ins").size() + right.select("del").size());
    assertTrue(left.text(), left.text().startsWith("a ") && left.text().endsWith("old end"));
    assertEquals(List.of("a", "b"), html.select(".passages .sides p").eachText());
    JsonNode explained =
        Run.neardup("explain", "--index", index.toString(), "a", "b", "--json").json();
    String exact =
        String.format(Locale.ROOT, "%.3f", explained.get("exact").get("resemblance").asDouble());
    assertTrue(html.text(), html.text().contains("Resemblance " + exact + " counted in the texts"));
  }

  public void testMarkupInDocumentsIsText() throws IOException {
    String text = words(40) + SCRIPT + " \"'><img src=x onerror=alert(1)> &amp; \u0000\u0007";
    String[] fields = {"title", SCRIPT, "url", "javascript:alert(1)"};
    String lines =
        line("</code>" + SCRIPT, text + " one", fields)
            + line("\" onclick=\"alert(1)", text + " two", fields)
            + line(
                "http://x.example/\"><script>", text + " three", "url", "HTTP://X/<\">" + SCRIPT);
    index(lines);
    Document html = done(report("--index", index));
    assertEquals(SCRIPT, html.select("#groups h3 span[dir]").text());
    assertEquals("</code>" + SCRIPT, html.select("#groups h3 code").text());
    assertEquals(
        List.of("HTTP://X/<\">" + SCRIPT), html.select("#groups a[href]").eachAttr("href"));
    Files.delete(page);
    html = done(report("--clusters", cluster(lines), "--texts", file("docs.jsonl", lines)));
    assertEquals("</code>" + SCRIPT, html.select("#groups h3 code").text());
  }

  public void testHalvesOfSurrogatePairs() throws IOException {
    Path clusters =
        file(
            "clusters.jsonl",
            "{\"representative\":\"\\ud800\",\"documents\":2,\"kind\":\"near\",\"reason\":\"r\","
                + "\"members\":[{\"id\":\"x\\udc00\",\"resemblance\":0.9,\"by\":\"exact\"}]}\n");
    Document html = done(report("--clusters", clusters));
    assertEquals(List.of("\ufffd", "x\ufffd"), html.select("#groups code").eachText());
  }

  public void testEmptyIndexAndIndexWithoutVariants() throws IOException {
    index(line("a", ""));
    assertEquals(0, Run.neardup("delete", "--index", index.toString(), "a").exitCode());
    Document html = done(report("--index", index));
    assertEquals("0 of 0 documents are hidden behind 0 others.", html.select("header p").text());
    assertEquals(List.of("0", "0", "0 %"), savings(html));
    index(line("a", words(30)) + line("b", "") + line("c", words(30)));
    html = done(report("--index", index, "--force"));
    assertEquals("0 of 3 documents are hidden behind 0 others.", html.select("header p").text());
    assertEquals(1, html.select("svg").size()); // the curve, of which settings are enough
    assertEquals(0, html.select("details").size());
    assertEquals(List.of("Savings", "Bands", "About"), html.select("nav a").eachText());
  }

  public void testIndexThatOnlyReports() throws IOException {
    String text = words(40);
    index(line("a", text) + line("b", text), "--variants", "report");
    Document html = done(report("--index", index));
    assertEquals(
        "1 of 2 documents would be hidden behind 1 other.", html.select("header p").text());
    assertEquals("1 variant with the same text: b", html.select(".copies").text());
  }

  public void testGroupsWhoseVisibleDocumentAnotherProgramDeleted() throws IOException {
    String text = words(40);
    String other = words(40);
    index(
        line("a", text) + line("b", text) + line("c", text) + line("d", other) + line("e", other),
        "--threads", // so that the first by arrival is the first in the index
        "1");
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "a"), new Term("id", "d"));
    }
    Document html = done(report("--index", index));
    assertEquals("1 of 3 documents are hidden behind 1 other.", html.select("header p").text());
    assertEquals(List.of("b", "c"), html.select("#groups code").eachText());
    assertTrue(
        html.select("#savings").text(),
        html.select("#savings")
            .text()
            .contains(
                "Groups without a visible document, as another program deleted it: 2. The first"
                    + " hidden one represents each here, until neardup check --repair shows"
                    + " one."));
    JsonNode largest =
        Run.neardup("stats", "--json", "--index", index.toString()).json().get("largestGroups");
    assertEquals(2, largest.get(0).get("documents").asInt());
    assertEquals("b", largest.get(0).get("id").asText());
    assertEquals(1, largest.get(1).get("documents").asInt());
  }

  public void testIndexThatDropsSaysThatItHasNoVariants() throws IOException {
    String text = words(40);
    index(line("a", text) + line("b", text), "--variants", "drop");
    Document html = done(report("--index", index));
    assertTrue(html.select("#savings").text().contains("what was dropped is not in it"));
  }

  public void testMeasuredPointsAreSharesOfPairs() throws IOException {
    index(corpus(30));
    Document html = done(report("--index", index));
    assertFalse(rows(html, "bands").isEmpty());
    rows(html, "bands")
        .forEach(
            (resemblance, cells) -> {
              double r = Double.parseDouble(resemblance);
              double expected = 1 - Math.pow(1 - Math.pow(r + (1 - r) / 256, 6), 21);
              assertEquals(expected, Double.parseDouble(cells.get(2)), 1e-2);
              if (number(cells.getFirst()) >= 10) {
                assertEquals(expected, Double.parseDouble(cells.get(1)), 0.2);
              }
            });
    assertEquals(html.select("#bands circle.point").size(), rows(html, "bands").size());
  }

  public void testSameInputSamePage() throws IOException {
    index(corpus(10));
    assertEquals(0, report("--index", index).exitCode());
    String first = withoutTime(Files.readString(page));
    Files.delete(page);
    assertEquals(0, report("--index", index).exitCode());
    assertEquals(first, withoutTime(Files.readString(page)));
  }

  private static String withoutTime(String html) {
    return html.replaceFirst("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "now");
  }

  public void testClustersWithoutTexts() throws IOException {
    String text = words(40);
    Path clusters =
        cluster(
            line("http://a.example/1", text)
                + line("http://b.example/1", text)
                + line("http://b.example/2", text + " and some words more")
                + line("other", words(30)));
    Document html = done(report("--clusters", clusters));
    assertEquals(List.of("3", "2", "66.7 %"), savings(html));
    assertEquals(List.of("1 33.3 %"), rows(html, "savings").get("copies of the same text"));
    assertEquals(List.of("2", "2", "100.0 %"), rows(html, "hosts").get("b.example"));
    assertEquals(List.of("1", "3"), rows(html, "kinds").get("near"));
    assertEquals(2, counts(html, "resemblance").values().stream().mapToInt(i -> i).sum());
    assertEquals(1, (int) counts(html, "resemblance").get("1.00"));
    assertEquals(
        List.of("The texts are not known here."), html.select(".variant .note").eachText());
    assertEquals("1 variant with the same text: http://b.example/1", html.select(".copies").text());
  }

  public void testClustersWithTexts() throws IOException {
    String text = words(40);
    String lines = line("a", text + "old end") + line("b", text + "new end") + line("c", words(30));
    Run run =
        report(
            "--clusters",
            cluster(lines),
            "--texts",
            file("docs.jsonl", lines + "{oops\n"),
            "--json");
    assertEquals(1, run.exitCode());
    assertTrue(run.err(), run.err().contains("docs.jsonl:4: not JSON"));
    assertEquals(1, run.err().lines().count());
    assertEquals(1, run.json().get("failed").asInt());
    Document html = parsed();
    assertEquals(List.of("3", "1", "33.3 %"), savings(html));
    assertEquals((text + "new end").length() + " bytes", savedBytes(html));
    assertEquals("new", html.select(".passages ins").text());
    assertEquals("old", html.select(".passages del").text());
  }

  /** One address crawled twice: clusters know it by its address only. */
  public void testClustersOfDocumentsWithOneId() throws IOException {
    String text = words(40);
    String twice = line("http://a.example/", text) + line("http://a.example/", text + "new end");
    String lines = twice + line("b", words(30));
    Path clusters = cluster(lines);
    Document html = done(report("--clusters", clusters, "--texts", file("docs.jsonl", lines)));
    assertEquals(List.of("3", "1", "33.3 %"), savings(html));
    assertEquals((text + "new end").length() + " bytes", savedBytes(html));
    assertEquals(List.of("2", "1", "50.0 %"), rows(html, "hosts").get("a.example"));
    assertEquals("The texts are not known here.", html.select(".variant .note").text());
    assertTrue(html.select("#savings").text().contains("Several documents have one id."));
    assertEquals(0, html.select("#bands circle.point").size());
  }

  public void testSettingsOfClustersAreShownAndHold() throws IOException {
    String text = words(40);
    Path clusters = folder.resolve("found.jsonl");
    String lines = line("a", text) + line("b", text + " more");
    Run made =
        Run.withInput(
            lines,
            "cluster",
            "--settings",
            "--json",
            "--threshold=0.7",
            "--shingle=bag",
            "--output=" + clusters,
            "-");
    Document html = done(report("--clusters", clusters, "--texts", file("docs.jsonl", lines)));
    for (var setting : made.json().get("settings").properties()) {
      assertEquals(
          List.of(setting.getValue().asText()), rows(html, "settings").get(setting.getKey()));
    }
    Files.delete(page);
    String refused =
        "found.jsonl was made with threshold 0.7, shingle word:1 occurrences=true and analyzer nfkc"
            + " standard, not ";
    assertRefused(2, refused + "threshold 0.8, ", "--clusters", clusters, "--threshold", 0.8);
    assertRefused(2, refused, "--clusters", clusters, "--shingle", "word:5");
    done(report("--clusters", clusters, "--threshold", 0.7, "--shingle", "bag"));
    Files.delete(page);
    String cluster = Files.readString(clusters).lines().skip(1).findFirst().get() + '\n';
    html = done(report("--clusters", file("old.jsonl", cluster), "--threshold", 0.9));
    assertEquals(List.of("0.9"), rows(html, "settings").get("threshold"));
    assertEquals(List.of("word:5 (assumed)"), rows(html, "settings").get("shingle"));
  }

  public void testSettingsThatNobodyToldAreAssumed() throws IOException {
    String text = words(40);
    Path clusters = cluster(line("a", text) + line("b", text));
    Document html = done(report("--clusters", clusters));
    assertEquals(
        List.of("word:5 (assumed)", "0.8 (assumed)"),
        html.select("#settings table:last-of-type td").stream()
            .map(Element::text)
            .skip(3) // of the page
            .toList());
    assertTrue(html.select("#bands").text().contains("threshold 0.8 (assumed) and sketches"));
    html = done(report("--clusters", clusters, "--threshold=0.7", "--shingle=bag", "--force"));
    assertFalse(html.text(), html.text().contains("assumed"));
    String help = Run.neardup("report", "--help").out().replaceAll("\\s+", " ");
    assertTrue(help, help.contains("'cluster --settings' writes them into its first line."));
  }

  public void testResemblancesOfMainTextsAndOfWholeTexts() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (String site : List.of("north", "south")) {
      String menu = (site + "1 " + site + "2 ").repeat(20);
      String html = "<ul><li><a>" + menu + "</a></li></ul><p>" + words(60).strip() + "</p>";
      pages.append("{\"id\":\"" + site + "\",\"html\":\"" + html + "\"}\n");
    }
    String lines =
        pages.toString().replaceAll("(?s)<p>.*?</p>", "<p>" + words(60).strip() + "</p>");
    Path clusters = folder.resolve("found.jsonl");
    Run.withInput(lines, "cluster", "--settings", "--content=main", "--output=" + clusters, "-");
    Document html = done(report("--clusters", clusters, "--texts", file("docs.jsonl", lines)));
    String shown = html.select(".variant p").first().text();
    assertTrue(
        shown,
        shown.matches("Resemblance 1.000 by same text of main texts; 0.\\d+ by .* of whole.*"));
    assertEquals(List.of("main"), rows(html, "settings").get("content"));
    assertTrue(html.select(".passages ins").text().startsWith("south1"));
  }

  public void testTopIsSaidAndTheLargestAreShown() throws IOException {
    String small = words(40);
    String large = words(40);
    String lines =
        line("s1", small)
            + line("s2", small)
            + line("l1", large)
            + line("l2", large)
            + line("l3", large);
    index(lines);
    for (Document html :
        List.of(
            done(report("--index", index, "--top", 1)),
            done(report("--clusters", cluster(lines), "--top", 1, "--force")))) {
      assertEquals("l1", html.select("#groups h3").text());
      assertTrue(html.text(), html.text().contains("The largest 1 of 2 groups (--top)"));
    }
  }

  public void testFilesThatHoldNoClusters() throws IOException {
    String good =
        "{\"representative\":\"a\",\"documents\":2,\"kind\":\"near\",\"reason\":\"r\","
            + "\"members\":[{\"id\":\"b\",\"resemblance\":0.9,\"by\":\"exact\"}]}\n";
    assertBadClusters(":1: not a cluster of 'neardup cluster': Unrecognized token", "a\tb\t0.9\n");
    assertBadClusters(":2: not a cluster of 'neardup cluster': ", good + "\n");
    assertBadClusters(":2: not a cluster of 'neardup cluster': ", good + good.substring(0, 90));
    assertBadClusters(":1: not a cluster of 'neardup cluster': ", "{\"id\":\"a\"}\n");
    assertBadClusters(
        ":1: not a cluster of 'neardup cluster': ", good.replace("\"documents\":2,", ""));
    assertBadClusters("documents must be 1 + members, got 3 and 1", good.replace(":2,", ":3,"));
    assertBadClusters("resemblance must be between 0 and 1, got 1.5", good.replace("0.9", "1.5"));
    assertBadClusters(":1: not the settings of 'neardup cluster': ", "{\"settings\":1}\n");
    assertBadClusters(":1: settings must have content, got ", "{ \"settings\": {\"a\": \"b\"}}\n");
    assertBadClusters(
        ":1: shingle must be word:K",
        "{\"settings\":{\"content\":\"full\",\"shingle\":\"x\",\"threshold\":\"1\"}}\n");
    assertBadClusters(":2: not a cluster", good + "{\"settings\":{}}\n");
    assertBadClusters(":1: not a cluster of 'neardup cluster'", "null\n");
    assertBadClusters(":1: not a cluster of 'neardup cluster'", good.replace("\"a\"", "null"));
    Files.write(folder.resolve("clusters.jsonl"), new byte[] {'{', (byte) 0xff});
    assertRefused(1, "it is not UTF-8", "--clusters", folder.resolve("clusters.jsonl"));
    assertRefused(1, ": no such file", "--clusters", folder.resolve("missing"));
    assertRefused(1, ": cannot be read: ", "--clusters", folder);
  }

  private void assertBadClusters(String message, String content) throws IOException {
    assertRefused(1, message, "--clusters", file("clusters.jsonl", content));
  }

  private void assertRefused(int exitCode, String message, Object... options) {
    Run run = report(options);
    assertEquals(run.err(), exitCode, run.exitCode());
    assertTrue(run.err(), run.err().contains(message));
    assertEquals(run.err(), exitCode == 2 ? 2 : 1, run.err().lines().count());
    assertFalse(Files.exists(page));
  }

  public void testNothingIsOverwrittenUnlessToldTo() throws IOException {
    index(line("a", words(20)));
    file("report.html", "years of work");
    Run run = report("--index", index);
    assertEquals(
        new Run(2, "", "neardup: " + page + " exists already; --force replaces it\n"), run);
    assertEquals("years of work", Files.readString(page));
    done(report("--index", index, "--force"));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(Set.of(page, index), Set.copyOf(files.toList()));
    }
  }

  public void testInputsAreNotOverwritten() throws IOException {
    index(line("a", words(20)));
    page = Files.writeString(index.resolve("_0.si"), "of the index");
    assertKept(" would be in the folder of the index", "--index", index);
    Path clusters = file("clusters.jsonl", "");
    Path texts = file("texts.html", "words");
    for (Path input : new Path[] {clusters, texts}) {
      page = input;
      assertKept(
          " is an input, and would be overwritten", "--clusters", clusters, "--texts", texts);
    }
    assertKept(" is an input, and would be overwritten", "--clusters", clusters, "--texts", folder);
  }

  private void assertKept(String why, Object... options) throws IOException {
    byte[] before = Files.readAllBytes(page);
    Run run =
        report(Stream.concat(Stream.of(options), Stream.of("--force")).toArray(Object[]::new));
    assertEquals(new Run(2, "", "neardup: " + page + why + "\n"), run);
    assertArrayEquals(before, Files.readAllBytes(page));
  }

  public void testOptionsThatAreNone() throws IOException {
    Path clusters = file("clusters.jsonl", "");
    assertRefused(2, "(specify one of these)", "--top", 5);
    assertRefused(2, "mutually exclusive", "--index", index, "--clusters", clusters);
    assertRefused(2, "--clusters", "--index", index, "--texts", clusters);
    assertRefused(2, "--top must be between 1 and 10000", "--index", index, "--top", 0);
    assertRefused(
        2, "threshold must be above 0 and at most 1", "--clusters", clusters, "--threshold", 2);
    assertRefused(2, "shingle must be word:K", "--clusters", clusters, "--shingle", "k5");
  }
}
