// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.CodedOutputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Constants;

/** {@code neardup cluster} as a user sees it. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestClusterCommand extends LuceneTestCase {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";

  private Path folder;
  private Path output;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    output = folder.resolve("found");
  }

  private static String line(String id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  private static final String NEWS =
      line("a1", FIRE)
          + line("a2", FIRE + " (Wire)")
          + line("b", "The ferry is back")
          + line("c", "");

  private Run cluster(String input, String... options) {
    String[] args =
        Stream.concat(Stream.of("cluster", "--output", output.toString(), "-"), Stream.of(options))
            .toArray(String[]::new);
    return Run.withInput(input, args);
  }

  private String written() throws IOException {
    return Files.readString(output);
  }

  private void assertOnlyTheOutputIsThere(boolean output) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(output ? List.of(this.output) : List.of(), files.toList());
    }
  }

  public void testClusters() throws IOException {
    Run run = cluster(NEWS);
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode cluster = new JsonMapper().readTree(written());
    assertEquals("a1", cluster.get("representative").asText());
    assertEquals("near", cluster.get("kind").asText());
    assertEquals("a2", cluster.get("members").get(0).get("id").asText());
    assertEquals(1, written().lines().count());
    assertTrue(run.out(), run.out().contains("clusters                    1\n"));
    assertOnlyTheOutputIsThere(true);
  }

  public void testSettingsAreTold() throws IOException {
    Run run =
        cluster(
            NEWS,
            "--settings",
            "--json",
            "--threshold=0.7",
            "--shingle=bag",
            "--grouping=transitive");
    JsonNode settings =
        new JsonMapper().readTree(written().lines().findFirst().get()).elements().next();
    assertEquals(run.json().get("settings"), settings);
    assertEquals("0.7", settings.get("threshold").asText());
    assertEquals("word:1 occurrences=true", settings.get("shingle").asText());
    assertEquals("lsh", settings.get("candidates").asText());
    assertEquals("fast:128", settings.get("sketch").asText());
    assertEquals(16, settings.get("seed").asText().length());
    assertTrue(settings.get("bands").asText().matches("\\d+x\\d+"));
    assertEquals("1000", settings.get("max-bucket").asText());
    assertEquals("full", settings.get("content").asText());
    assertEquals("auto", settings.get("verify").asText());
    assertEquals("transitive", settings.get("grouping").asText());
    assertEquals("{\"near\":1}", run.json().get("found").get("kinds").toString());
    assertTrue(settings.get("program").asText().contains(", Lucene 10."));
    run = cluster(NEWS, "--json", "--candidates=exact", "--format=pairs", "--force");
    assertEquals("exact", run.json().get("settings").get("verify").asText());
    assertNull("no sketches are made", run.json().get("settings").get("sketch"));
    assertFalse("a pair a line, and nothing else", written().contains("settings"));
  }

  /** One article in the frames of two sites. */
  public void testMainTextsOfPages() throws IOException {
    String article = (FIRE + ". ").repeat(5);
    StringBuilder pages = new StringBuilder();
    for (String frame : List.of("Home News", "Start Contact")) {
      String html = "<ul><li><a>" + frame + "</a></li></ul><p>" + article + "</p>";
      pages.append("{\"id\":\"" + frame + "\",\"html\":\"" + html + "\"}\n");
    }
    Run run = cluster(pages.toString());
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("frames", new JsonMapper().readTree(written()).get("kind").asText());
  }

  /** One article between menus longer than it, which full texts do not show. */
  public void testSameContentInUnlikeFrames() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (String site : List.of("north", "south")) {
      StringBuilder menu = new StringBuilder();
      for (int i = 0; i < 100; i++) {
        menu.append("<li><a>").append(site).append(i).append("</a></li>");
      }
      String html = "<ul>" + menu + "</ul><p>" + FIRE + ' ' + FIRE + "</p>";
      pages.append("{\"id\":\"" + site + "\",\"html\":\"" + html + "\"}\n");
    }
    assertEquals(0, cluster(pages.toString(), "--json").json().get("found").get("pairs").asInt());
    assertEquals("", written());
    Run run = cluster(pages.toString(), "--content=main", "--force", "--candidates=exact");
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode cluster = new JsonMapper().readTree(written());
    assertEquals("frames", cluster.get("kind").asText());
    JsonNode member = cluster.get("members").get(0);
    assertEquals(1, member.get("resemblance").asDouble(), 0);
    assertEquals("same_text", member.get("by").asText());
    assertEquals(0.2, member.get("wholeResemblance").asDouble(), 0.15);
    assertEquals("exact", member.get("wholeBy").asText());
  }

  public void testPairs() throws IOException {
    Run run = cluster(NEWS + line("a3", FIRE), "--format", "pairs", "--json", "--verify", "exact");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(
        """
        a1\ta3\t1.0000\tsame_text\t0.0000
        a1\ta2\t0.9545\texact\t0.0000
        a2\ta3\t0.9545\texact\t0.0000
        """,
        written());
    assertEquals(5, run.json().get("documents").asInt());
    assertEquals(1, run.json().get("withoutText").asInt());
    assertEquals(4, run.json().get("found").get("documents").asInt());
    assertEquals(3, run.json().get("found").get("texts").asInt());
    assertEquals(3, run.json().get("found").get("pairs").asInt());
  }

  public void testNoPairsAreNoClusters() throws IOException {
    Run run = cluster(line("a", FIRE), "--format", "pairs");
    assertTrue(run.out(), run.out().contains("\npairs                       0\n"));
    assertFalse(run.out(), run.out().contains("clusters      "));
    assertEquals("", written());
  }

  public void testWithoutAnOutputTheResultIsPrintedAndTheCountsAreMessages() throws IOException {
    Run run = Run.withInput(NEWS, "cluster", "--format", "pairs", "--verify", "exact", "-");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("a1\ta2\t0.9545\texact\t0.0000\n", run.out());
    assertTrue(run.err(), run.err().startsWith("documents                   4\n"));
    assertOnlyTheOutputIsThere(false);
  }

  /** The lecture's exercise: 5-word shingles, 20 slots, threshold .75, `url1 url2 0.9`. */
  public void testExerciseOfTheLectures() throws IOException {
    Path crawl = folder.resolve("crawl.pb.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(crawl))) {
      gzip.write(message("http://a/", FIRE));
      gzip.write(message("http://b/", "The ferry is back in service after a week of repairs"));
      gzip.write(message("http://c/", FIRE + " Wire"));
    }
    Run run =
        Run.neardup(
            "cluster",
            "--candidates=broder",
            "--sketch=minhash:20",
            "--shingle=word:5",
            "--threshold=0.75",
            "--verify=sketch",
            "--format=pairs",
            "--output=" + output,
            crawl.toString());
    assertEquals(run.err(), 0, run.exitCode());
    assertTrue(
        written(),
        written().matches("http://a/\thttp://c/\t(1\\.0|0\\.[789][05])00\testimate\t0\\.\\d{4}\n"));
  }

  /** Short fields only: lengths take one byte, or two. */
  private static byte[] message(String url, String text) throws IOException {
    var message = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(message);
    out.writeString(1, url);
    out.writeString(3, text);
    out.flush();
    return ByteBuffer.allocate(4 + message.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(message.size())
        .put(message.toByteArray())
        .array();
  }

  public void testBadLinesAreNamedAndTheRestIsDone() throws IOException {
    Path file = folder.resolve("docs.jsonl");
    Files.writeString(
        file, line("a1", FIRE) + "{oops\n" + line("tab\\tid", FIRE) + line("a2", FIRE));
    Run run = Run.neardup("cluster", "--format=pairs", "--output=" + output, file.toString());
    assertEquals(1, run.exitCode());
    List<String> messages = run.err().lines().toList();
    assertEquals(2, messages.size());
    assertTrue(messages.get(0), messages.get(0).startsWith(file + ":2: not JSON"));
    assertEquals(
        file + ":3: id of a pair must not have control characters in it, got tab id",
        messages.get(1));
    assertEquals("a1\ta2\t1.0000\tsame_text\t0.0000\n", written());
  }

  public void testNothingIsOverwrittenUnlessToldTo() throws IOException {
    Files.writeString(output, "years of work");
    Run run = cluster(NEWS);
    assertEquals(
        new Run(2, "", "neardup: " + output + " exists already; --force replaces it\n"), run);
    assertEquals("years of work", written());
    assertEquals(0, cluster(NEWS, "--force").exitCode());
    assertTrue(written().startsWith("{\"representative\""));
    assertOnlyTheOutputIsThere(true);
  }

  public void testInputsAreNotOverwritten() throws IOException {
    Files.writeString(output, NEWS);
    Path input = Files.createLink(folder.resolve("news.jsonl"), output);
    Run run = cluster("", input.toString(), "--force");
    assertEquals(
        new Run(2, "", "neardup: " + output + " is an input, and would be overwritten\n"), run);
    assertEquals(NEWS, written());
  }

  public void testFilesOfOtherOptionsAreNotOverwritten() throws IOException {
    Path verdicts = folder.resolve("said");
    String said = "{\"a\":\"a1\",\"b\":\"b1\",\"verdict\":\"same\"}\n";
    Files.writeString(verdicts, said);
    Files.createSymbolicLink(output, verdicts);
    Run run = cluster(NEWS, "--force", "--verdicts", verdicts.toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.err(), run.err().contains("--output and --verdicts must not be the same"));
    assertEquals(said, Files.readString(verdicts));
    Files.delete(output);
    run = cluster("{}\n" + NEWS, "--rejected", folder.resolve(".").resolve("found").toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.err(), run.err().contains("--output and --rejected must not be the same"));
  }

  /** As a device, which a file would take the place of if root may do that. */
  public void testAPipeIsNotReplaced() throws Exception {
    assumeFalse("no FIFO on Windows", Constants.WINDOWS);
    assertEquals(0, new ProcessBuilder("mkfifo", output.toString()).start().waitFor());
    Run run = cluster(NEWS, "--force");
    assertEquals(2, run.exitCode());
    assertEquals(
        "neardup: " + output + " is a device or a pipe, and would be replaced by a file\n",
        run.err());
    assertFalse(Files.isRegularFile(output));
  }

  public void testALinkThatLeadsNowhereIsThere() throws IOException {
    Files.createSymbolicLink(output, folder.resolve("nowhere"));
    Run run = cluster(NEWS);
    assertEquals(
        new Run(2, "", "neardup: " + output + " exists already; --force replaces it\n"), run);
  }

  public void testPlacesThatAreNone() throws IOException {
    output = folder.resolve("missing/found");
    assertEquals(
        "neardup: " + output + " would be in a folder that does not exist\n", cluster(NEWS).err());
    output = folder;
    assertEquals("neardup: " + output + " is a folder\n", cluster(NEWS).err());
    assertEquals(2, cluster(NEWS, "--force").exitCode());
    assertOnlyTheOutputIsThere(false);
  }

  public void testOptionsThatAreNone() throws IOException {
    assertUsage("unknown option --min", "--min", "1");
    assertUsage("threshold must be above 0 and at most 1, got 2.0", "--threshold", "2");
    assertUsage("window must be at least 1, got 0", "--candidates=window", "--window", "0");
    assertUsage("maxBucket must be at least 1, got 0", "--max-bucket", "0");
    assertUsage("--threads must be between 1 and 1024, got 0", "--threads", "0");
    assertUsage(
        "sketch must be fast:SLOTS, minhash:SLOTS, bottom:M or modulo:N, got simhash:64",
        "--sketch",
        "simhash:64");
    assertUsage(
        "sketch minhash must have a size between 1 and 1024, got 2000", "--sketch", "minhash:2000");
    assertUsage(
        "candidates lsh need a sketch with slots, fast or minhash, got bottom:100",
        "--sketch",
        "bottom:100");
    assertUsage(
        "candidates exact are not verified by sketches",
        "--candidates",
        "exact",
        "--verify",
        "sketch");
    assertOnlyTheOutputIsThere(false);
  }

  public void testOptionsWithoutMeaningBesideOthers() throws IOException {
    for (String given :
        new String[] {
          "--sketch fast:128|--candidates exact",
          "--max-bucket 1000|--candidates exact",
          "--max-bucket 1000|--candidates window",
          "--window 100|--candidates exact",
          "--window 100|--candidates broder",
          "--grouping anchored|--format pairs",
          "--settings|--format pairs"
        }) {
      String[] both = given.split("\\|", -1);
      String option = both[0].split(" ", -1)[0];
      assertUsage(option + " has no meaning with " + both[1], given.split("[ |]", -1));
    }
    assertUsage("--window has no meaning with --candidates lsh", "--window=7");
    assertOnlyTheOutputIsThere(false);
    Run run = Run.withInput(NEWS, "cluster", "--force", "-");
    assertEquals(2, run.exitCode());
    assertTrue(
        run.err(), run.err().startsWith("neardup: --force has no meaning without --output\n"));
  }

  private void assertUsage(String message, String... options) {
    assertEquals(
        new Run(2, "", "neardup: " + message + "\nTry 'neardup cluster --help'.\n"),
        cluster(NEWS, options));
  }

  /** Each bad line is kept, wherever it is, and the lines around it are clustered. */
  @Nightly
  public void testMillionsOfLinesWithBadOnesAmongThem() throws IOException {
    int lines = Integer.getInteger("neardup.lines", 500_000);
    Path file = folder.resolve("docs.jsonl");
    int bad = 0;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < lines; i++) {
        boolean isBad = random().nextInt(1000) == 0;
        bad += isBad ? 1 : 0;
        out.write((isBad ? "{\"id\":" + i + "\n" : good(i)).getBytes(UTF_8));
      }
    }
    Path rejected = folder.resolve("rejected");
    Run run =
        Run.neardup(
            "cluster", "--json", "--output=" + output, "--rejected=" + rejected, file.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err(), run.err().lines().count() < 20);
    assertEquals(bad, Files.readAllLines(rejected).size());
    assertEquals(lines - bad, run.json().get("documents").asInt());
    assertEquals(bad, run.json().get("failed").asInt());
    assertEquals(written().lines().count(), run.json().get("found").get("clusters").asInt());
    assertTrue(run.json().get("found").get("clusters").asInt() > lines / 20);
  }

  /** Every fourth line repeats the one before with a word more. */
  private static String good(int number) {
    int source = number % 4 == 3 ? number - 1 : number;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      long mixed = (source * 100L + i) * 0x9E3779B97F4A7C15L;
      text.append(Math.floorMod(mixed, 1_000_003L)).append(' ');
    }
    return line("d" + number, text + (number == source ? "" : "more"));
  }
}
