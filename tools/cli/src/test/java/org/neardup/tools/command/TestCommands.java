// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;

/** What the commands do with made-up texts, from input to output. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestCommands extends LuceneTestCase {
  private Path folder;
  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    index = folder.resolve("index").toString();
  }

  public void testCopiesHideBehindTheFirst() throws IOException {
    String lines =
        line("a", words(1)) + line("b", words(2)) + line("c", words(1)) + line("d", words(1));
    JsonNode report = index(lines).json();
    assertEquals(
        "{\"documents\":4,\"visible\":2,\"hidden\":2,\"groups\":1}",
        report.get("index").toString());
    assertEquals(0, report.get("dropped").asInt());

    JsonNode one = search("title:shared").json();
    assertEquals(2, one.get("total").asInt());
    assertEquals("a", hit(one, "a").get("id").asText());
    assertEquals(4, one.get("documents").asInt());
    assertEquals(3, hit(one, "a").get("versions").asInt());
    assertEquals(3, hit(one, "a").get("matchingVersions").asInt());
    assertEquals(1, hit(one, "b").get("versions").asInt());

    JsonNode hidden = search("title:shared", "--mode", "hide").json();
    assertEquals(2, hidden.get("total").asInt());
    assertEquals(3, hit(hidden, "a").get("versions").asInt());
    assertTrue(hit(hidden, "a").get("matchingVersions").isNull());

    JsonNode all = search("title:shared", "--mode", "all").json();
    assertEquals(4, all.get("total").asInt());
    assertEquals("a", hit(all, "c").get("hiddenBehind").asText());
    assertTrue(hit(all, "a").get("hiddenBehind").isNull());
  }

  public void testWhatOnlyAHiddenVersionHoldsIsFound() throws IOException {
    index(line("a", words(1)) + line("b", words(1)) + line("c", words(2)));
    JsonNode best = search("title:b").json();
    assertEquals(1, best.get("total").asInt());
    assertEquals("a", hit(best, "b").get("hiddenBehind").asText());
    assertEquals(2, hit(best, "b").get("versions").asInt());
    assertEquals(1, hit(best, "b").get("matchingVersions").asInt());
    assertEquals(0, search("title:b", "--mode", "hide").json().get("total").asInt());
  }

  public void testAFilterDoesNotScore() throws IOException {
    index(line("a", words(1)) + line("b", words(1)) + line("c", words(2)));
    JsonNode filtered = search("title:shared", "--filter", "id:b id:c").json();
    assertEquals(2, filtered.get("total").asInt());
    assertEquals(
        hit(search("title:shared").json(), "c").get("score"), hit(filtered, "c").get("score"));
    assertEquals("a", hit(filtered, "b").get("hiddenBehind").asText());
    assertEquals(
        1, search("shared", "--filter", "id:a", "--mode", "all").json().get("total").asInt());
  }

  public void testDroppedCopiesAreCountedAndNotIndexed() throws IOException {
    JsonNode report =
        index(line("a", words(1)) + line("b", words(1)) + line("c", words(2)), "--variants", "drop")
            .json();
    assertEquals(3, report.get("documents").asInt());
    assertEquals(1, report.get("dropped").asInt());
    assertEquals(
        "{\"documents\":2,\"visible\":2,\"hidden\":0,\"groups\":0}",
        report.get("index").toString());
  }

  public void testDifferentDocumentsStayVisible() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      lines.append(line("doc" + i, words(i)));
    }
    assertEquals(
        "{\"documents\":300,\"visible\":300,\"hidden\":0,\"groups\":0}",
        index(lines.toString()).json().get("index").toString());
  }

  public void testNumberOfThreadsDoesNotChangeWhatIsVisible() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      lines.append(line("doc" + i, words(random().nextInt(50)) + " more" + i));
    }
    List<String> results = new ArrayList<>();
    for (String threads : new String[] {"1", "3", "8"}) {
      index(lines.toString(), "--threads", threads, "--force");
      results.add(visibleIds());
    }
    assertEquals(results.get(0), results.get(1));
    assertEquals(results.get(0), results.get(2));
  }

  public void testAnIndexIsAddedToAndReplacedWhenForced() throws IOException {
    index(line("a", words(1)));
    JsonNode second = index(line("b", words(1)) + line("a", words(3))).json();
    assertEquals(1, second.get("updates").asInt());
    assertEquals(2, second.get("index").get("documents").asInt());
    assertEquals(
        1, index(line("c", words(1)), "--force").json().get("index").get("documents").asInt());
  }

  public void testOtherFieldsAreStoredAndMatchWhole() throws IOException {
    index(
        """
        {"id":7,"text":"x","url":"a/b c","tags":["red","blue"],"n":1.50,"o":{"k":1},"z":null}
        {"id":8,"text":"x","url":"LONG"}
        """
            .replace("LONG", "u".repeat(40_000)));
    for (String query :
        new String[] {"id:7", "url:\"a/b c\"", "tags:blue", "n:1.50", "o:\"{\\\"k\\\":1}\""}) {
      assertEquals(query, 1, search(query).json().get("total").asInt());
    }
    assertEquals(0, search("url:a").json().get("total").asInt());
  }

  public void testHtmlFieldAndItsTitle() throws IOException {
    index("{\"id\":\"p\",\"html\":\"<title>Of &amp; for</title><p>one<p>two<script>no</script>\"}");
    assertEquals(
        "Of & for",
        search("text:one AND text:two").json().get("hits").get(0).get("title").asText());
    assertEquals(0, search("text:no text:of").json().get("total").asInt());
  }

  public void testOutputForPeople() throws IOException {
    index(line("a", words(1)) + line("b", words(1)));
    Run search = Run.neardup("search", "--index", index, "--mode", "all", "id:a id:b");
    assertTrue(search.out(), search.out().startsWith("2 hits\n"));
    assertTrue(search.out(), search.out().contains("  a  shared a  (+1 version)\n"));
    assertTrue(search.out(), search.out().contains("  b  shared b  (hidden behind a)\n"));
    Run best = Run.neardup("search", "--index", index, "shared");
    assertTrue(best.out(), best.out().startsWith("1 hit (2 documents)\n"));
    assertTrue(best.out(), best.out().contains("  a  shared a  (+1 version, 1 matching)\n"));
    Run variant = Run.neardup("search", "--index", index, "title:b");
    assertTrue(variant.out(), variant.out().startsWith("1 hit\n"));
    assertTrue(
        variant.out(),
        variant.out().contains("  b  shared b  (hidden behind a; +1 version, 0 matching)\n"));
    Run stats = Run.neardup("stats", "--index", index);
    assertTrue(stats.out(), stats.out().contains("largest groups\n     2  a  shared a"));
  }

  public void testTitlesAreBoldOnATerminalOnly() {
    SearchReport.Hit hit = new SearchReport.Hit(1, "a", 2, "Title", 1, 1, null, null, null, null);
    SearchReport.Hit untitled = new SearchReport.Hit(2, "b", 1, "", 1, 1, null, null, null, null);
    SearchReport report =
        new SearchReport("q", Search.Mode.BEST, 2, 2, false, List.of(hit, untitled), List.of());
    assertEquals(
        "2 hits\n   1    2.0000  a  Title\n   2    1.0000  b", report.text(new Paint(false), ""));
    assertEquals(
        "2 hits\n   1    2.0000  a  \u001b[1mTitle\u001b[0m\n   2    1.0000  \u001b[1mb\u001b[0m",
        report.text(new Paint(true), ""));
  }

  public void testStats() throws IOException {
    index(line("a", words(1)) + line("b", words(1)) + line("c", words(2)));
    JsonNode stats = Run.neardup("stats", "--json", "--index", index).json();
    assertEquals(
        "{\"documents\":3,\"visible\":2,\"hidden\":1,\"groups\":1}",
        stats.get("counts").toString());
    assertEquals(
        "[{\"id\":\"a\",\"title\":\"shared a\",\"documents\":2}]",
        stats.get("largestGroups").toString());
    assertTrue(stats.get("bytes").asLong() > 0);
    assertTrue(stats.toString(), stats.get("settings").toString().contains("word:5"));
  }

  public void testDemo() throws Exception {
    for (String version : new String[] {"9.12.3", "10.0.0", "10.3.2"}) {
      writeJar(folder.resolve("lucene-core-" + version + "-javadoc.jar"), version);
    }
    StringWriter out = new StringWriter();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintWriter(out),
            new PrintWriter(new StringWriter()),
            false,
            new Paint(false));
    assertEquals(ExitCode.DONE, new DemoCommand.Demo(terminal, folder, "mvn").run());
    String shown = out.toString();
    assertTrue(shown, shown.startsWith("lucene-core 9.12.3, 10.0.0, 10.3.2 in " + folder));
    assertTrue(shown, shown.matches("(?s).*\npages +6\ngroups +2\nhidden pages +4\n.*"));
    assertTrue(shown, shown.contains("3 hits\n"));
    assertTrue(shown, shown.contains("lucene-core-10.3.2/IndexWriter.html"));
    assertTrue(
        shown,
        shown.endsWith(
            "lucene-core-9.12.3/IndexWriter.html  IndexWriter  (+2 versions, 2 matching)\n\n"
                + "to search and compare them in a browser: neardup serve --index "
                + folder.resolve("demo.idx")
                + "\n"));
  }

  private static void writeJar(Path jar, String version) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      int seed = 0;
      for (String page : new String[] {"IndexWriter", "Query"}) {
        zip.putNextEntry(new ZipEntry(page + ".html"));
        String html = "<title>" + page + "</title><p>" + words(seed++) + " " + version;
        zip.write(html.getBytes(UTF_8));
        zip.closeEntry();
      }
    }
  }

  private static JsonNode hit(JsonNode result, String id) {
    for (JsonNode hit : result.get("hits")) {
      if (hit.get("id").asText().equals(id)) {
        return hit;
      }
    }
    throw new AssertionError("no hit " + id + " in " + result);
  }

  private String visibleIds() throws IOException {
    StringBuilder ids = new StringBuilder();
    search("title:shared", "--top", "1000")
        .json()
        .get("hits")
        .forEach(hit -> ids.append(hit.get("id")));
    return ids.toString();
  }

  private static String line(String id, String text) {
    return "{\"id\":\"" + id + "\",\"title\":\"shared " + id + "\",\"text\":\"" + text + "\"}\n";
  }

  /** A text of its own for each seed. */
  private static String words(int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append('w').append(random.nextInt(100_000)).append(' ');
    }
    return text.toString();
  }

  private Run index(String lines, String... options) {
    List<String> args = new ArrayList<>(List.of("index", "--json", "--index", index, "-"));
    args.addAll(List.of(options));
    Run run = Run.withInput(lines, args.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }

  private Run search(String query, String... options) {
    List<String> args = new ArrayList<>(List.of("search", "--json", "--index", index, query));
    args.addAll(List.of(options));
    Run run = Run.neardup(args.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }
}
