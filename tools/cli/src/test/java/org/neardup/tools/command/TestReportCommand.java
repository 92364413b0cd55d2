// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** {@code neardup report}: what is in its page, and that nothing else can be. */
public class TestReportCommand extends ReportTestCase {
  private static final String SCRIPT = "<script>document.title='taken'</script>";
  private static final String CLUSTER =
      "{\"representative\":\"a\",\"documents\":2,\"kind\":\"near\",\"reason\":\"r\","
          + "\"members\":[{\"id\":\"b\",\"resemblance\":0.9,\"by\":\"exact\"}]}\n";

  public void testNumbersAreThoseOfTheIndex() throws IOException {
    index(corpus(40));
    Run run = report("--index", index, "--json");
    Document html = done(run);
    JsonNode counts =
        Run.neardup("stats", "--index", index.toString(), "--json").json().get("counts");
    assertEquals(
        Stream.of("documents", "visible", "hidden", "groups")
            .map(name -> counts.get(name).asText())
            .toList(),
        numbers(html));
    assertEquals(counts.get("documents"), run.json().get("documents"));
    assertEquals(counts.get("hidden"), run.json().get("variants"));
    assertEquals(counts.get("groups"), run.json().get("groups"));
    assertEquals(counts.get("groups"), run.json().get("shown"));
    assertEquals(Files.size(page), run.json().get("bytes").asLong());
    assertEquals(counts.get("groups").asInt(), groups(html, "groups").size());
    assertEquals(
        counts.get("groups").asInt(),
        html.select("ul.sizes li").stream()
            .mapToInt(size -> Integer.parseInt(size.text().split(" ", 2)[0]))
            .sum());
    assertEquals(6, html.select("circle.point").size());
  }

  public void testDifferencesAreMarkedSideBySide() throws IOException {
    String text = words(40);
    index(line("a", text + " old end") + line("b", text + " new end"));
    Document html = done(report("--index", index));
    Element row = groups(html, "groups").select(".passages li:not(.sides)").first();
    Element left = row.child(0);
    Element right = row.child(1);
    assertEquals("old", left.select("del").text());
    assertEquals("new", right.select("ins").text());
    assertEquals(0, left.select("ins").size() + right.select("del").size());
    assertTrue(left.text(), left.text().startsWith("a ") && left.text().endsWith("old end"));
    assertEquals(List.of("a", "b"), groups(html, "groups").select(".sides p").eachText());
    JsonNode explained =
        Run.neardup("explain", "--index", index.toString(), "a", "b", "--json").json();
    double exact = explained.get("exact").get("resemblance").asDouble();
    assertEquals(
        String.format(Locale.ROOT, "Resemblance %.3f, counted in the texts.", exact),
        groups(html, "groups").select(".resemblance").text());
  }

  public void testMarkupInDocumentsIsText() throws IOException {
    String text = words(40) + SCRIPT + " \"'><img src=x onerror=alert(1)> &amp; \u0000\u0007";
    String[] fields = {"title", SCRIPT, "url", "javascript:alert(1)"};
    String lines =
        line("</code>" + SCRIPT, text + " one", fields)
            + line("\" onclick=\"alert(1)", text + " two", fields)
            + line("http://x.example/\"><script>", text + " 3", "url", "HTTP://X/<\">" + SCRIPT);
    index(lines);
    Document html = done(report("--index", index));
    assertEquals(SCRIPT, groups(html, "groups").select("summary .name").first().text());
    assertEquals("</code>" + SCRIPT, groups(html, "groups").select("summary code").text());
    assertEquals(
        Set.of("HTTP://X/<\">" + SCRIPT), Set.copyOf(html.select("a[href^=H]").eachAttr("href")));
    Files.delete(page);
    html = done(report("--clusters", cluster(lines), "--texts", file("docs.jsonl", lines)));
    assertEquals("</code>" + SCRIPT, groups(html, "groups").select("summary code").text());
  }

  public void testHalvesOfSurrogatePairs() throws IOException {
    Path clusters =
        file(
            "clusters.jsonl",
            CLUSTER.replace("\"a\"", "\"\\ud800\"").replace("\"b\"", "\"\\udc00\""));
    Document html = done(report("--clusters", clusters));
    assertEquals("\ufffd", groups(html, "groups").select("summary .name").text());
    assertEquals("\ufffd", groups(html, "groups").select(".version .name").text());
  }

  public void testEmptyIndexAndIndexWithoutVariants() throws IOException {
    index(line("a", ""));
    assertEquals(0, Run.neardup("delete", "--index", index.toString(), "a").exitCode());
    Document html = done(report("--index", index));
    assertEquals("there are no documents.", html.select("h1").text());
    assertEquals(List.of("0", "0", "0", "0"), numbers(html));
    index(line("a", words(30)) + line("b", "") + line("c", words(30)));
    html = done(report("--index", index, "--force"));
    assertEquals("0 % of 3 documents are copies, behind 0 others.", html.select("h1").text());
    assertEquals(0, html.select("details").size());
  }

  public void testGroupsWhoseVisibleDocumentAnotherProgramDeleted() throws IOException {
    String text = words(40);
    index(
        line("a", text) + line("b", text) + line("c", text),
        "--threads", // so that the first by arrival is the first in the index
        "1");
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "a"));
    }
    Document html = done(report("--index", index));
    Element group = groups(html, "groups").first();
    assertEquals("b", group.select("summary .name").text());
    assertEquals("1 the same: c", group.select(".copies").text());
    String note = html.select(".numbers + .note").text();
    assertTrue(
        note,
        note.endsWith(
            "Groups without a visible document, as another program deleted it: 1. The first hidden"
                + " one represents each here, until 'neardup check --repair' shows one."));
  }

  /** Sketches do not tell what stands in one text only. */
  public void testNoOtherThresholdsWhereNothingMayBeLost() throws IOException {
    String text = words(60);
    index(line("a", text + "one") + line("b", text + "two"), "--guard", "lossless");
    Document html = done(report("--index", index));
    assertEquals(List.of("2", "2", "0", "0"), numbers(html));
    assertEquals(0, html.select("circle.point").size());
  }

  public void testIndexThatDropsSaysThatItHasNoVariants() throws IOException {
    String text = words(40);
    index(line("a", text) + line("b", text), "--variants", "drop");
    Document html = done(report("--index", index));
    String note = html.select(".numbers + .note").text();
    assertTrue(note, note.contains("what was dropped is not in it"));
  }

  public void testSameInputSamePage() throws IOException {
    index(corpus(10));
    assertEquals(0, report("--index", index).exitCode());
    String first = Files.readString(page);
    Files.delete(page);
    assertEquals(0, report("--index", index).exitCode());
    assertEquals(first, Files.readString(page));
    assertTrue(first, first.contains("neardup report --output " + page + " --index " + index));
  }

  public void testWithoutOutputThePageIsPrinted() throws IOException {
    index(corpus(3));
    Run printed = Run.neardup("report", "--index", index.toString());
    assertEquals(printed.err(), 0, printed.exitCode());
    assertTrue(printed.out(), printed.out().startsWith("<!DOCTYPE html>"));
    assertTrue(printed.err(), printed.err().startsWith("documents "));
    assertRefused(
        2,
        "--force has no meaning without --output",
        Run.neardup("report", "--index=x", "--force"));
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
    assertEquals(List.of("3", "1", "2", "1"), numbers(html));
    String about = groups(html, "groups").select("summary .about").text();
    assertTrue(about, about.startsWith("3 documents · 1 with the same text · resemblance 0."));
    assertEquals(0, groups(html, "first").size());
    String note = groups(html, "groups").select(".version .note").text();
    assertEquals("Not both are stored, so they cannot be compared.", note);
    assertTrue(html.text(), html.text().contains("The documents are those in clusters"));
  }

  /** As shells of Windows write them. */
  public void testClustersInUtf16() throws IOException {
    String text = words(40);
    Path clusters = cluster(line("a", text) + line("b", text));
    String content = Files.readString(clusters);
    for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
      Files.write(clusters, ("\uFEFF" + content).getBytes(charset));
      Document html = done(report("--clusters", clusters, "--force"));
      assertEquals("2", numbers(html).getFirst());
    }
  }

  public void testClustersWithTexts() throws IOException {
    String text = words(40);
    String lines =
        line("a", text + "on Monday 5", "title", "Plan", "date", "2024-01-02")
            + line("b", text + "on Monday 6", "title", "Plan", "date", "2024-02-03")
            + line("other", words(30))
            + line("twice", text + "or so")
            + line("twice", text + "or not");
    Path docs = file("docs.jsonl", lines);
    Document html = done(report("--clusters", cluster(lines), "--texts", docs));
    assertEquals("5", numbers(html).getFirst());
    Element first = groups(html, "first").first();
    assertEquals("Plan 2024-01-02 stands for 2024-02-03", first.select(".name").first().text());
    assertEquals("5 6", first.select(".changes").text());
    assertTrue(html.text(), html.text().contains("Several documents have one id"));
  }

  public void testClustersWithOtherTexts() throws IOException {
    String text = words(40);
    String lines = line("a", text + "on 5") + line("b", text + "on 6") + line("c", words(30));
    Path clusters = cluster(lines);
    Path others = file("others.jsonl", line("x", text) + line("y", text));
    assertRefused(
        1,
        "--texts has none of its documents, such as a: 2 others",
        "--clusters",
        clusters,
        "--texts",
        others);
    Path some = file("some.jsonl", line("a", text + "on 5") + line("x", text));
    Document html = done(report("--clusters", clusters, "--texts", some));
    assertEquals("3", numbers(html).getFirst());
    assertTrue(html.text(), html.text().contains("1 document in clusters had no text."));
  }

  /** What the first line says of fields is how the texts are read. */
  public void testSettingsOfClusters() throws IOException {
    String text = words(40);
    String lines =
        line("a", "", "body", text + "on Monday 5") + line("b", "", "body", text + "on Monday 6");
    Path docs = file("docs.jsonl", lines);
    for (boolean isTold : new boolean[] {true, false}) {
      Path clusters = folder.resolve("of-body-" + isTold);
      Run made =
          Run.withInput(
              lines,
              Stream.of("cluster", isTold ? "--settings" : "--quiet", "--text-field=body", "-")
                  .toArray(String[]::new));
      Files.writeString(clusters, made.out());
      List<Object> options = List.of("--clusters", clusters, "--texts", docs, "--force");
      Run run =
          report(
              isTold
                  ? options.toArray()
                  : Stream.concat(options.stream(), Stream.of("--text-field=body")).toArray());
      assertEquals("5 6", groups(done(run), "first").select(".changes").text());
    }
  }

  public void testResemblancesOfMainTextsAndOfWholeTexts() throws IOException {
    StringBuilder pages = new StringBuilder();
    String content = words(60).strip();
    for (String site : List.of("north", "south")) {
      String menu = (site + "1 " + site + "2 ").repeat(20);
      String html = "<ul><li><a>" + menu + "</a></li></ul><p>" + content + "</p>";
      pages.append("{\"id\":\"" + site + "\",\"html\":\"" + html + "\"}\n");
    }
    String lines = pages.toString();
    Path clusters = folder.resolve("found.jsonl");
    Run.withInput(lines, "cluster", "--settings", "--content=main", "--output=" + clusters, "-");
    Document html = done(report("--clusters", clusters, "--texts", file("docs.jsonl", lines)));
    String shown = groups(html, "groups").select(".resemblance").text();
    assertTrue(
        shown,
        shown.matches(
            "Resemblance 1.000 by same text of main texts; 0.\\d+ by .* of whole texts."));
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
      assertEquals("l1", groups(html, "groups").select(".name").text());
      assertTrue(html.text(), html.text().contains("1 of 2 (--top)"));
    }
  }

  /** Versions that differ alike are one, and after the third they are closed. */
  public void testVersionsOfALargeGroup() throws IOException {
    String text = // not any one: which versions are listed depends on estimates
        IntStream.range(0, 60).mapToObj(i -> "word" + i + " ").collect(Collectors.joining());
    StringBuilder lines = new StringBuilder(line("a", text + " old end"));
    for (int i = 0; i < 10; i++) {
      lines
          .append(line("b" + i, text + " new end"))
          .append(line("c" + i, text + " n" + i + " end"));
    }
    index(lines.toString(), "--threshold", "0.5");
    Element group = groups(done(report("--index", index)), "groups").first();
    List<Element> versions = group.select("ul.versions > li");
    assertEquals(10, versions.size());
    assertEquals(
        IntStream.range(0, 10).mapToObj(i -> i >= 3).toList(),
        versions.stream().map(each -> each.child(0).tagName().equals("details")).toList());
    Element alike =
        versions.stream().filter(each -> each.select("ins").text().equals("new")).findFirst().get();
    assertEquals("9 others differ alike", alike.select(".same summary").text());
    assertEquals("And 1 other version.", group.select("> .note").text());
  }

  public void testRepeatedChangesOfATextAreShownOnce() throws IOException {
    String text = words(40) + "NAME " + words(40) + "NAME " + words(40) + "NAME " + words(40);
    index(line("a", text.replace("NAME", "Ann")) + line("b", text.replace("NAME", "Bob")));
    Element group = groups(done(report("--index", index)), "groups").first();
    assertEquals(1, group.select(".passages li:not(.sides)").size());
    assertEquals("2 more of the same", group.select(".passages .more").text());
  }

  public void testFilesThatHoldNoClusters() throws IOException {
    assertBadClusters(":1: must be a cluster by resemblance, got a", "a\tb\t0.9\n");
    assertBadClusters(":2: must be a cluster by resemblance, got", CLUSTER + "\n");
    assertBadClusters(":2: must be a cluster", CLUSTER + CLUSTER.substring(0, 90));
    assertBadClusters(":1: must be a cluster", "{\"id\":\"a\"}\n");
    assertBadClusters(":1: must be a cluster", CLUSTER.replace("\"documents\":2,", ""));
    assertBadClusters(":1: must be a cluster", CLUSTER.replace(":2,", ":3,"));
    assertBadClusters(":1: must be a cluster", CLUSTER.replace("0.9", "1.5"));
    assertBadClusters(":1: must be a cluster", CLUSTER.replace("\"b\"", "7"));
    assertBadClusters(":1: must be a cluster", "{\"settings\":1}\n");
    assertBadClusters(":2: must be a cluster", CLUSTER + "{\"settings\":{}}\n");
    assertBadClusters(":1: must be a cluster", "null\n");
    assertBadClusters(":1: must be a cluster", CLUSTER.replace("\"a\"", "null"));
    Files.write(folder.resolve("clusters.jsonl"), new byte[] {'{', (byte) 0xff});
    assertRefused(
        1, ": cannot be read: it is not UTF-8", "--clusters", folder.resolve("clusters.jsonl"));
    assertRefused(1, ": no such file", "--clusters", folder.resolve("missing"));
    assertRefused(1, ": cannot be read: ", "--clusters", folder);
  }

  private void assertBadClusters(String message, String content) throws IOException {
    assertRefused(1, message, "--clusters", file("clusters.jsonl", content));
  }

  private void assertRefused(int exitCode, String message, Object... options) {
    assertRefused(exitCode, message, report(options));
    assertFalse(Files.exists(page));
  }

  private static void assertRefused(int exitCode, String message, Run run) {
    assertEquals(run.err(), exitCode, run.exitCode());
    assertTrue(run.err(), run.err().contains(message));
    assertEquals(run.err(), exitCode == 2 ? 2 : 1, run.err().lines().count());
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
    assertRefused(2, "--index or --clusters must be given", "--top", 5);
    assertRefused(2, "--index and --clusters", "--index", index, "--clusters", clusters);
    assertRefused(2, "--clusters", "--index", index, "--texts", clusters);
    assertRefused(2, "--top must be between 1 and 10000", "--index", index, "--top", 0);
    assertRefused(
        2,
        "--rejected has no meaning without --texts",
        "--clusters",
        clusters,
        "--rejected",
        folder.resolve("r"));
  }
}
