// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** {@code neardup-spark cluster} as a user sees it. */
public class TestSparkClusterCommand extends CommandTestCase {

  private String clusters() throws IOException {
    return Files.readString(found.resolve("clusters.jsonl"));
  }

  private void assertAsOnOneMachine(List<String> options, String... inputs) throws IOException {
    String[] args = Stream.concat(options.stream(), Stream.of(inputs)).toArray(String[]::new);
    String expected = byOneMachine(args);
    assertFalse(expected.isEmpty());
    succeed("cluster", Stream.concat(Stream.of("--force"), Stream.of(args)).toArray(String[]::new));
    assertEquals(expected, clusters());
  }

  @Test
  public void testClustersAreThoseOfOneMachineByteForByte() throws IOException {
    String first = file("a.jsonl", corpus(300, 1));
    String second = file("b.jsonl", corpus(300, 2));
    assertAsOnOneMachine(List.of(), first, second);
    assertAsOnOneMachine(
        List.of("--grouping=transitive", "--threshold=0.6", "--max-bucket=3"), second, first);
    assertAsOnOneMachine(List.of("--shingle=char:7", "--verify=exact"), first);
    if (Boolean.getBoolean("tests.nightly")) {
      assertAsOnOneMachine(List.of("--shingle=bag", "--verify=sketch"), first);
    }
  }

  @Test
  public void testPagesOfWebArchivesAndFolders() throws IOException {
    String article = FIRE + " The mayor said so on Tuesday.";
    String[] pages = {
      "<ul><li><a>Home</a><li><a>News</a></ul><p>" + article + article,
      "<ul><li><a>Start</a><li><a>Contact</a></ul><p>" + article + article,
      "<p>" + FIRE,
      "<p>" + FIRE + " (Wire)",
      "<h1>not found</h1>"
    };
    String warc = warc("crawl.warc", pages);
    for (int i = 0; i < pages.length; i++) {
      file("site/" + i + ".html", pages[i]);
    }
    assertAsOnOneMachine(List.of(), warc, folder.resolve("site").toString(), warc);
  }

  private String warc(String name, String... pages) throws IOException {
    Path file = folder.resolve(name);
    try (WarcWriter writer =
        new WarcWriter(
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
      for (int i = 0; i < pages.length; i++) {
        byte[] body = pages[i].getBytes(UTF_8);
        writer.write(
            new WarcResponse.Builder("http://host" + i % 2 + "/" + i)
                .date(Instant.EPOCH.plusSeconds(i))
                .body(new HttpResponse.Builder(200, "OK").body(MediaType.HTML_UTF8, body).build())
                .build());
      }
    }
    return file.toString();
  }

  @Test
  public void testWhatArchivesLeaveOutIsTold() throws IOException {
    String warc = warc("crawl.warc", FIRE, "%PDF-1.7 " + FIRE);
    Path image =
        Files.writeString(
            folder.resolve("image.warc"),
            Files.readString(Path.of(warc)).replace("text/html", "image/png"));
    Path small = Files.writeString(folder.resolve("small.txt"), FIRE);
    Outcome outcome = run("cluster", warc, image.toString(), small.toString());
    String err = outcome.err();
    assertTrue(err, err.contains(image + ": note: no page in it\n"));
    assertTrue(err, err.contains(image + ": note: 2 records not read: 2 image/png (such as "));
    Outcome machine =
        Outcome.neardup(
            "cluster", "--output", folder.resolve("c").toString(), warc, image.toString());
    machine.err().lines().forEach(line -> assertTrue(err, err.contains(line)));
  }

  @Test
  public void testReportOpensClustersOfScopes() throws IOException {
    String sites = "";
    for (String site : List.of("x", "y", "y")) {
      sites += "{\"id\":\"s" + sites.length() + "\",\"site\":\"" + site + "\",";
      sites += "\"text\":\"" + FIRE + "\"}\n";
    }
    String texts = file("a.jsonl", sites + line("none", FIRE) + corpus(96, 3));
    succeed("cluster", "--settings", "--threshold=0.7", "--scope=site", texts);
    List<String> lines = clusters().lines().toList();
    JsonNode settings = new JsonMapper().readTree(lines.getFirst()).get("settings");
    assertEquals("0.7", settings.get("threshold").asText());
    assertEquals("lsh", settings.get("candidates").asText());
    assertEquals("site", settings.get("scope").asText());
    assertTrue(
        lines.get(1), lines.get(1).startsWith("{\"representative\":\"s161\",\"documents\":2,"));
    assertFalse(clusters().contains("\"none\""));
    assertFalse(clusters().contains("\"s0\""));
    Path page = folder.resolve("report.html");
    Outcome report =
        Outcome.neardup(
            "report",
            "--clusters",
            found.resolve("clusters.jsonl").toString(),
            "--texts",
            texts,
            "--output",
            page.toString());
    assertEquals(report.err(), 0, report.exitCode());
    assertTrue(report.out(), report.out().contains("documents                 100\n"));
    assertTrue(Files.size(page) > 10_000);
  }

  @Test
  public void testParquetHasTheSameColumns() throws IOException {
    String input = file("a.jsonl", line("a", FIRE) + line("b", FIRE) + line("c", "other"));
    succeed("cluster", "--format", "parquet", input);
    List<Row> rows =
        LocalSpark.session().read().parquet(found.resolve("clusters").toString()).collectAsList();
    assertEquals(
        "[[a,2,exact,2 documents with the same text,ArraySeq([b,1.0,same_text])]]",
        rows.toString().replace("WrappedArray", "ArraySeq"));
    assertEquals(List.of("clusters"), names(found));
  }

  @Test
  public void testCountsForMachines() throws IOException {
    String input =
        file("a.jsonl", line("a", FIRE) + line("b", FIRE) + line("c", "") + line("d", FIRE + " x"));
    Outcome outcome = succeed("cluster", "--json", input);
    JsonNode counts = new JsonMapper().readTree(outcome.out());
    assertEquals(4, counts.get("documents").asInt());
    assertEquals(0, counts.get("failed").asInt());
    assertEquals(1, counts.get("written").asInt());
    JsonNode of = counts.get("found");
    assertEquals(1, of.get("withoutText").asInt());
    assertEquals(2, of.get("texts").asInt());
    assertEquals(1, of.get("clusters").asInt());
    assertEquals(3, of.get("clustered").asInt());
    assertEquals("fast:128", counts.get("settings").get("sketch").asText());
    assertEquals("", outcome.err());
  }

  @Test
  public void testBadRecordsAreNamedAndTheRestIsDone() throws IOException {
    StringBuilder lines = new StringBuilder(line("a", FIRE));
    lines.append("{oops\n".repeat(15)).append(line("b", FIRE));
    String input = file("a.jsonl", lines.toString());
    Outcome outcome = run("cluster", input);
    assertEquals(1, outcome.exitCode());
    List<String> messages = outcome.err().lines().toList();
    assertEquals(12, messages.size());
    assertTrue(messages.getFirst(), messages.getFirst().startsWith(input + ":2: not JSON: "));
    assertTrue(messages.get(10), messages.get(10).startsWith("and 5 more: not JSON; "));
    assertEquals("15 bad records in all: " + found + "/rejected names each", messages.getLast());
    assertEquals(15, parts("rejected").size());
    assertTrue(clusters().contains("\"representative\":\"a\",\"documents\":2"));
    assertEquals(List.of("clusters.jsonl", "rejected"), names(found));
  }

  @Test
  public void testFieldsThatNoDocumentHas() throws IOException {
    String input = file("a.jsonl", line("a", FIRE));
    for (String option : List.of("--scope=sitee", "--keep=max:sitee", "--text-field=sitee")) {
      Outcome outcome = run("cluster", option, input);
      assertEquals(2, outcome.exitCode());
      assertTrue(outcome.err(), outcome.err().contains("sitee"));
      assertTrue(outcome.err(), outcome.err().endsWith("; nothing was written\n"));
      assertFalse(Files.exists(found));
    }
  }
}
