// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** Of thousands of bad documents, ten of a kind are named and all are written. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestRejected extends LuceneTestCase {
  private static final int BAD = 5000;

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Documents without id, then lines that are not JSON, then a good document. */
  private String bad() throws IOException {
    Path file = folder.resolve("bad.jsonl");
    String lines =
        "{\"text\":\"x\"}\n".repeat(BAD)
            + "{oops}\n".repeat(11)
            + "{\"id\":\"a\",\"text\":\"x\"}\n";
    return Files.writeString(file, lines).toString();
  }

  private static void assertTold(String err) {
    assertEquals(err, 10, count(err, "without id: id must have a value, got"));
    assertEquals(err, 10, count(err, ": not JSON: "));
    assertEquals(
        err,
        1,
        count(err, "and 4,990 more: document without id; --id-field names the field that has it"));
    assertEquals(err, 1, count(err, "and 1 more: not JSON; --input-format"));
  }

  private static long count(String err, String part) {
    return err.lines().filter(line -> line.contains(part)).count();
  }

  private void assertWritten(String file, String rejected) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(rejected));
    assertEquals(BAD + 11, lines.size());
    for (int i = 0; i < lines.size(); i++) {
      JsonNode record = new JsonMapper().readTree(lines.get(i));
      assertEquals(file + ":" + (i + 1), record.get("where").asText());
      assertTrue(
          record.get("reason").asText().startsWith(i < BAD ? "document without id" : "not JSON: "));
      assertEquals(2, record.size());
    }
  }

  public void testIndexNamesTenOfAKindAndWritesAll() throws IOException {
    String file = bad();
    Run run = Run.neardup("index", "--index", path("x"), "--rejected", path("r"), file);
    assertEquals(run.err(), 1, run.exitCode());
    assertTold(run.err());
    assertWritten(file, path("r"));
  }

  public void testClusterAndReportToo() throws IOException {
    String file = bad();
    Run run = Run.neardup("cluster", "--output", path("c"), "--rejected", path("r"), file);
    assertEquals(run.err(), 1, run.exitCode());
    assertTold(run.err());
    assertWritten(file, path("r"));
    Run report =
        Run.neardup(
            "report",
            "--clusters",
            path("c"),
            "--texts",
            file,
            "--output",
            path("page.html"),
            "--rejected",
            path("of-report"));
    assertEquals(report.err(), 1, report.exitCode());
    assertTold(report.err());
    assertWritten(file, path("of-report"));
  }

  /** In the order of the input, whatever the number of threads. */
  public void testSketchToo() throws IOException {
    String file = bad();
    String lines =
        IntStream.range(0, 200)
            .mapToObj(i -> "{\"id\":\"" + i + "\",\"text\":\"" + "one two ".repeat(i) + "\"}\n")
            .collect(Collectors.joining());
    String good = Files.writeString(folder.resolve("good.jsonl"), lines).toString();
    for (String threads : List.of("1", "4")) {
      String rejected = path("of-" + threads);
      Run run = Run.neardup("sketch", "--threads", threads, "--rejected", rejected, file, good);
      assertEquals(run.err(), 1, run.exitCode());
      assertTold(run.err());
      assertWritten(file, rejected);
      List<String> sketches = run.out().lines().toList();
      assertEquals(201, sketches.size());
      for (int i = 0; i < 200; i++) {
        assertTrue(sketches.get(i + 1).startsWith("{\"id\":\"" + i + "\","));
      }
    }
  }

  public void testNoDocumentHasTheTextField() throws IOException {
    String file =
        Files.writeString(folder.resolve("c.jsonl"), "{\"id\":\"a\",\"contents\":\"x\"}\n")
            .toString();
    for (String[] command :
        new String[][] {
          {"index", "--index", path("x"), file},
          {"cluster", "--output", path("out"), file},
          {"sketch", file},
        }) {
      Run run = Run.neardup(command);
      assertEquals(run.err(), 2, run.exitCode());
      assertEquals("", run.out());
      assertTrue(
          run.err(),
          run.err()
              .endsWith(
                  "--text-field must name a field of the input, which has contents, id; got text;"
                      + " nothing was written\n"));
    }
    assertFalse(Files.exists(folder.resolve("out")));
    Run found = Run.neardup("sketch", "--text-field", "contents", file);
    assertEquals(found.err(), 0, found.exitCode());
    String clusters = path("clusters");
    Run.neardup("cluster", "--text-field", "contents", "--output", clusters, file);
    Run report =
        Run.neardup(
            "report", "--clusters", clusters, "--texts", file, "--output", path("page.html"));
    assertEquals(report.err(), 2, report.exitCode());
    assertFalse(Files.exists(folder.resolve("page.html")));
  }

  public void testARunThatWritesNothingTellsAllTheSame() throws IOException {
    Path file = Files.writeString(folder.resolve("none.jsonl"), "{\"text\":\"x\"}\n".repeat(12));
    Run run = Run.neardup("index", "--index", path("x"), "--rejected", path("r"), file.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err(), run.err().contains("and 2 more: document without id"));
    assertTrue(run.err(), run.err().endsWith("no index was made\n"));
    assertEquals(12, Files.readAllLines(folder.resolve("r")).size());
  }

  public void testNotesAreLimitedAsWellAndNotRejected() throws IOException {
    String lines =
        IntStream.range(0, 30)
            .mapToObj(i -> "{\"id\":\"same\",\"text\":\"text " + i + "\"}\n")
            .collect(Collectors.joining());
    String file = Files.writeString(folder.resolve("same.jsonl"), lines).toString();
    Run run = Run.neardup("index", "--index", path("x"), "--rejected", path("r"), file);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(run.err(), 10, count(run.err(), "id same was there before;"));
    assertTrue(run.err(), run.err().contains("and 19 more: id was there before"));
    assertFalse(Files.exists(folder.resolve("r")));
  }

  public void testBadLinesOfOtherFilesToo() throws IOException {
    Path topics = Files.writeString(folder.resolve("t.tsv"), "1\tx\n" + "nonsense\n".repeat(30));
    Path qrels = Files.writeString(folder.resolve("q.qrels"), "1 0 a 1\n");
    Run run =
        Run.neardup(
            "experiment",
            "--out=" + path("e"),
            "--topics=" + topics,
            "--qrels=" + qrels,
            "--docs",
            bad());
    assertEquals(1, run.exitCode());
    assertEquals(run.err(), 10, count(run.err(), topics + ":"));
    assertTrue(run.err(), run.err().contains("and 20 more: "));
    assertTrue(run.err(), run.err().contains("30 bad lines in topics and judgements"));
  }

  public void testAFileThatIsThereIsKept() throws IOException {
    Path there = Files.writeString(folder.resolve("r"), "mine");
    for (String[] command :
        new String[][] {
          {"index", "--index", path("x")}, {"cluster"}, {"experiment", "--out", path("e"), "--docs"}
        }) {
      String[] args = Arrays.copyOf(command, command.length + 3);
      args[command.length] = bad();
      args[command.length + 1] = "--rejected";
      args[command.length + 2] = there.toString();
      Run run = Run.neardup(args);
      assertEquals(run.err(), 2, run.exitCode());
      assertEquals("mine", Files.readString(there));
    }
    assertFalse(Files.exists(folder.resolve("x")));
  }

  public void testKindsOfHostileReasonsAreBounded() throws IOException {
    String lines =
        IntStream.range(0, 3000)
            .mapToObj(i -> "{\"id\":" + i + ",\"text\":\"x\",\"k" + i + "\":{\"a\":1,\"a\":2}}\n")
            .collect(Collectors.joining());
    Path file = Files.writeString(folder.resolve("keys.jsonl"), lines);
    Run run = Run.neardup("cluster", file.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err().lines().count() < 1200);
  }
}
