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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** Experiments on made-up collections: what is written is read back as other programs read it. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
public class TestExperimentCommand extends LuceneTestCase {
  private static final List<String> RUNS = List.of("all", "hide", "best");

  private Path folder;
  private Path out;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    out = folder.resolve("out");
  }

  /** A document in a run file. */
  private record Line(String id, double score, int rank) {}

  public void testRunsReadBackMeasureTheSame() throws IOException {
    Map<String, Map<String, Integer>> qrels = writeCollection();
    JsonNode report = run("--level", "1,2", "-k", "5").json();
    assertEquals(report.toString(), RUNS.size() * 4L, report.get("results").size());
    for (JsonNode result : report.get("results")) {
      if (result.get("principle").asText().equals("plain")) {
        int level = result.get("level").asInt();
        Map<String, List<String>> run = readRun(result.get("run").asText());
        double precision = 0;
        double averagePrecision = 0;
        for (Map.Entry<String, Map<String, Integer>> topic : qrels.entrySet()) {
          List<String> ids = run.getOrDefault(topic.getKey(), List.of());
          Set<String> relevant = new HashSet<>(topic.getValue().keySet());
          relevant.removeIf(id -> topic.getValue().get(id) < level);
          precision += ids.stream().limit(5).filter(relevant::contains).count() / 5.0;
          averagePrecision += averagePrecision(ids, relevant);
        }
        JsonNode means = result.get("means");
        assertEquals(precision / qrels.size(), means.get("P@5").asDouble(), 1e-9);
        assertEquals(averagePrecision / qrels.size(), means.get("AP").asDouble(), 1e-9);
      }
    }
  }

  public void testTheWrittenJudgementsGiveEachFigure() throws IOException {
    writeCollection();
    assertEquals(0, run("--level", "1,2", "-k", "5", "--judge-copies").exitCode());
    List<String> lines = Files.readAllLines(out.resolve("topics.tsv"));
    List<String> names = List.of(lines.getFirst().split("\t", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      String ofRun = cells[1].startsWith("novelty") ? "-" + cells[2] : "";
      Map<String, Integer> grades = readQrels(cells[1] + "-" + cells[0] + ofRun).get(cells[3]);
      List<String> ids = readRun(cells[2]).getOrDefault(cells[3], List.of());
      Set<String> relevant = new HashSet<>(grades.keySet());
      relevant.removeIf(id -> grades.get(id) == 0);
      assertEquals(line, averagePrecision(ids, relevant), cell(cells, names.indexOf("AP")), 1e-9);
      List<Integer> best = grades.values().stream().sorted(Collections.reverseOrder()).toList();
      double ideal = gain(best);
      double gain = gain(ids.stream().map(id -> grades.getOrDefault(id, 0)).toList());
      assertEquals(line, ideal == 0 ? 0 : gain / ideal, cell(cells, names.indexOf("nDCG@5")), 1e-9);
    }
  }

  private static double cell(String[] cells, int column) {
    return Double.parseDouble(cells[column]);
  }

  /** Of the first five, as trec_eval discounts it. */
  private static double gain(List<Integer> grades) {
    double gain = 0;
    for (int i = 0; i < Math.min(5, grades.size()); i++) {
      gain += grades.get(i) / (Math.log(i + 2) / Math.log(2));
    }
    return gain;
  }

  private Map<String, Map<String, Integer>> readQrels(String name) throws IOException {
    Map<String, Map<String, Integer>> qrels = new HashMap<>();
    for (String line : Files.readAllLines(out.resolve(name + ".qrels"))) {
      String[] cells = line.split(" ", -1);
      qrels
          .computeIfAbsent(cells[0], topic -> new HashMap<>())
          .put(cells[2], Integer.valueOf(cells[3]));
    }
    return qrels;
  }

  public void testTopicsThatAreNotMeasuredAreNamed() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("b", "beta"));
    write("topics.tsv", "1\tshared alpha\n3\tnobody judged\n4\tthis\n");
    write("qrels.txt", "1 0 b 1\n7 0 b 1\n");
    JsonNode json = run().json();
    assertEquals("[\"3\",\"4\"]", json.get("unjudged").toString());
    assertEquals("[\"7\"]", json.get("unasked").toString());
    String text = Run.neardup(arguments("--force")).out();
    assertTrue(text, text.contains("\n2 topics without judgements, not measured: 3, 4\n"));
    assertTrue(
        text, text.contains("\n1 topic judged, but not among the topics, not measured: 7\n"));
  }

  private static double averagePrecision(List<String> ids, Set<String> relevant) {
    double sum = 0;
    int found = 0;
    for (int i = 0; i < ids.size(); i++) {
      if (relevant.contains(ids.get(i))) {
        sum += (double) ++found / (i + 1);
      }
    }
    return relevant.isEmpty() ? 0 : sum / relevant.size();
  }

  public void testTheMeansAreThoseOfTheTopics() throws IOException {
    writeCollection();
    JsonNode report = run().json();
    Map<String, List<Double>> precisions = new HashMap<>();
    List<String> lines = Files.readAllLines(out.resolve("topics.tsv"));
    assertEquals(
        List.of("level", "principle", "run", "topic", "P@10"),
        Arrays.asList(lines.getFirst().split("\t", -1)).subList(0, 5));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      precisions
          .computeIfAbsent(cells[1] + cells[2], name -> new ArrayList<>())
          .add(Double.valueOf(cells[4]));
    }
    for (JsonNode result : report.get("results")) {
      String name = result.get("principle").asText() + result.get("run").asText();
      List<Double> values = precisions.get(name);
      assertEquals(report.get("topics").asInt(), values.size());
      double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      assertEquals(mean, result.get("means").get("P@10").asDouble(), 1e-9);
    }
  }

  public void testACollapsedRunShowsEachOnce() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("a2", "alpha") + doc("b", "beta"));
    write("topics.tsv", "1\tshared alpha\n");
    write("qrels.txt", "1 0 a1 1\n1 0 a2 1\n1 0 b 1\n");
    JsonNode report = run().json();
    assertEquals(List.of("a1", "a2", "b"), readRun("all").get("1"));
    for (String name : RUNS.subList(1, RUNS.size())) {
      assertEquals(name, List.of("a1", "b"), readRun(name).get("1"));
    }
    assertEquals(2 / 3.0, mean(report, "plain", "hide", "AP"), 1e-9);
    assertEquals(1, mean(report, "plain", "all", "AP"), 1e-9);
    assertEquals(1, mean(report, "novelty", "hide", "AP"), 1e-9);
    assertEquals((1 + 2 / 3.0) / 2, mean(report, "novelty", "all", "AP"), 1e-9);
    assertEquals(1 / 3.0, mean(report, "plain", "all", "redundant@10"), 1e-9);
    assertEquals(0, mean(report, "plain", "best", "redundant@10"), 0);
    assertEquals(
        "{\"judgements\":3,\"missing\":0,\"redundant\":1,\"sets\":1,\"contradictory\":0}",
        report.get("judged").toString());
    Run text = Run.neardup(arguments("--force"));
    assertTrue(text.out(), text.out().startsWith("3 documents, 1 topic, 1,000 hits at most\n"));
    String copies =
        "\n3 judgements, 0 of documents that are not in the index\n1 judged document is a"
            + " near-copy of"
            + " another judged for the same topic; 1 set, 0 with different grades\n";
    assertTrue(text.out(), text.out().contains(copies));
    assertTrue(text.out(), text.out().contains("relevant from grade 1 on, novelty measures\n"));
  }

  private Run judge(String... options) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "experiment",
                "--force",
                "--docs",
                docs(),
                "--run",
                folder.resolve("their.run").toString(),
                "--qrels",
                folder.resolve("qrels.txt").toString(),
                "--out",
                out.toString()));
    args.addAll(List.of(options));
    return Run.neardup(args.toArray(String[]::new));
  }

  /** In the order of the scores, whatever their lines and ranks say. */
  public void testARunOfAnotherProgramIsMeasuredWithAndWithoutCopies() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("a2", "alpha") + doc("b", "beta"));
    write(
        "their.run",
        """
        1 Q0 b 1 7.5 dense
        1 Q0 a2 2 9 dense
        1 Q0 a1 3 9 dense
        1 Q0 x 4 7.5 dense
        """);
    write("qrels.txt", "1 0 a1 1\n1 0 a2 1\n1 0 b 1\n2 0 b 1\n");
    Run run = judge("--json", "-k", "3");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("1 document of the run is not in --docs, and so without near-copies\n", run.err());
    assertEquals(List.of("a2", "a1", "x", "b"), readRun("all").get("1"));
    assertEquals(List.of("a2", "x", "b"), readRun("collapsed").get("1"));
    JsonNode report = run.json();
    assertEquals(2, report.get("topics").asInt()); // nothing was found for the other
    assertEquals(4, report.get("results").size());
    assertEquals(2 / 3.0 / 2, mean(report, "plain", "all", "P@3"), 1e-9);
    assertEquals(1 / 3.0 / 2, mean(report, "plain", "all", "redundant@3"), 1e-9);
    assertEquals(0, mean(report, "plain", "collapsed", "redundant@3"), 0);
    assertEquals(2 / 3.0 / 2, mean(report, "novelty", "collapsed", "P@3"), 1e-9);
    assertEquals(
        List.of("1 1 a1 1", "1 1 a2 1", "1 2 b 1", "2 1 b 1"),
        Files.readAllLines(out.resolve("groups-1.qrels")));
  }

  public void testBadLinesOfARunAreNamed() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("qrels.txt", "1 0 a 1\n");
    write(
        "their.run",
        """
        1 Q0 a 1 high x
        1 Q0 a 1 NaN x
        1 a 2
        1 Q0 a 1 1 x
        1 Q0 a 2 1 x
        1 Q0 b 1 -3.4e38 x
        """);
    Run run = judge();
    assertEquals(run.err(), 1, run.exitCode());
    String err = run.err();
    assertTrue(
        err, err.contains("their.run:1: a score must be a number from -1e38 to 1e38, got high\n"));
    assertTrue(
        err, err.contains("their.run:2: a score must be a number from -1e38 to 1e38, got NaN\n"));
    assertTrue(err, err.contains("their.run:3: a hit must be topic, Q0, document, rank, score"));
    assertTrue(err, err.contains("their.run:5: document a was found for topic 1 before\n"));
    assertTrue(
        err, err.contains("their.run:6: a score must be a number from -1e38 to 1e38, got -"));
    assertTrue(err, err.endsWith("neardup: 5 bad lines in run and judgements; nothing was done\n"));
    assertFalse(Files.exists(out));
  }

  public void testARunWithoutHitsIsRefused() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("qrels.txt", "1 0 a 1\n");
    write("their.run", "");
    Run run = judge();
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().contains("their.run must have a hit, got none"));
    assertFalse(Files.exists(out));
  }

  public void testTopicsInTheFormOfTrec() throws IOException {
    write("docs.jsonl", doc("a", "alpha") + doc("b", "beta"));
    write("qrels.txt", "301 0 a 1\n302 0 b 1\n");
    write(
        "topics.tsv",
        """
        <top>

        <num> Number: 301
        <title> alpha

        <desc> Description:
        beta
        </top>
        <top>
        <num> 302 </num>
        <title>
        beta
        </title>
        </top>
        """);
    run();
    assertEquals("a", readRun("best").get("301").getFirst());
    assertEquals("b", readRun("best").get("302").getFirst());
    write(
        "topics.tsv",
        """
        <top>
        <num> Number: 301
        </top>
        """);
    Run bad = Run.neardup(arguments("--force"));
    assertEquals(bad.err(), 1, bad.exitCode());
    assertTrue(bad.err(), bad.err().contains("topics.tsv:1: a topic must have <num> and <title>"));
  }

  /** Each that is swallowed is named, and how many began and ended. */
  public void testATopicThatDoesNotEndTakesNoOtherWithIt() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("qrels.txt", "1 0 a 1\n");
    String[] topics = new String[6];
    for (int i = 0; i < topics.length; i++) {
      topics[i] = "<top>\n<num> " + i + "\n<title> alpha\n</top>\n";
    }
    topics[0] = topics[0].replace("</top>\n", "");
    topics[2] = topics[2].replace("\n", " ") + "\n";
    topics[4] = topics[4].replaceAll("\n(?=<num>|</top>)", " ").replace("top", "TOP");
    topics[5] = topics[5].replace("</top>", "");
    write("topics.tsv", String.join("", topics));
    Run run = Run.neardup(arguments("--force"));
    assertEquals(run.err(), 1, run.exitCode());
    Path file = folder.resolve("topics.tsv");
    assertEquals(
        file
            + ":1: topic without </top> before the next <top>\n"
            + file
            + ":15: topic without </top>\n"
            + file
            + ": note: 6 topics began, 4 ended\n"
            + "neardup: 2 bad lines in topics and judgements; nothing was done\n",
        run.err());
  }

  public void testTopicsOfOneLine() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("qrels.txt", "1 0 a 1\n");
    String one = "<top><num>1<title>alpha</top>";
    write("topics.tsv", one + "\n");
    run();
    write("topics.tsv", one + one.replace('1', '2') + "\n");
    String err = Run.neardup(arguments("--force")).err();
    assertTrue(err, err.contains("topics.tsv:1: each <top> must begin a line, got <top>"));
  }

  /** Of all files, in each encoding that it is the mark of. */
  public void testByteOrderMarks() throws IOException {
    write("docs.jsonl", doc("a", "alpha") + doc("b", "beta"));
    String tagged = "<top>\n<num> 1\n<title> alpha\n</top>\n";
    for (String topics : List.of("1\tshared alpha\n", tagged)) {
      for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
        Files.write(folder.resolve("topics.tsv"), ("\uFEFF" + topics).getBytes(charset));
        Files.write(folder.resolve("qrels.txt"), "\uFEFF1 0 a 1\n".getBytes(charset));
        Files.write(folder.resolve("their.run"), "\uFEFF1 Q0 a 1 2 x\n".getBytes(charset));
        for (Run run : List.of(Run.neardup(arguments("--force")), judge())) {
          assertEquals(run.err(), 0, run.exitCode());
        }
      }
    }
    write("qrels.txt", "1 0 a 1\n\uFEFF1 0 b 1\n");
    measured();
    assertTrue(Files.readString(out.resolve("plain-1.qrels")).contains("1 0 b 1\n"));
  }

  public void testRunsWithTheSameFiguresShareARow() throws IOException {
    write("docs.jsonl", doc("a", "alpha") + doc("b", "beta"));
    write("topics.tsv", "1\tshared alpha\n");
    write("qrels.txt", "1 0 b 1\n");
    run();
    String text = Run.neardup(arguments("--force")).out();
    assertTrue(text, text.contains("\n  all, hide, best   "));
    assertEquals(text, 2, text.lines().filter(line -> line.contains("0.1000")).count());
  }

  public void testJudgementsOfOtherTopicsDoNotCount() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("a2", "alpha") + doc("b", "beta"));
    write("topics.tsv", "1\tshared alpha\n3\tnobody judged\n");
    write("qrels.txt", "2 0 a1 1\n2 0 a2 2\n2 0 nowhere 1\n1 0 b 1\n");
    JsonNode report = run("--judge-copies").json();
    assertEquals(1, report.get("topics").asInt());
    assertEquals(
        "{\"judgements\":1,\"missing\":0,\"redundant\":0,\"sets\":0,\"contradictory\":0}",
        report.get("judged").toString());
    assertEquals(1, mean(report, "plain", "all", "judged@10") * 10, 1e-9);
  }

  public void testJudgementsPassedOnToNearCopies() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("a2", "alpha") + doc("b", "beta"));
    write("topics.tsv", "1\tshared alpha\n");
    write("qrels.txt", "1 0 a2 1\n");
    JsonNode report = run("--judge-copies").json();
    assertEquals(RUNS.size() * 4L, report.get("results").size());
    assertEquals(0, mean(report, "plain", "hide", "AP"), 0); // a1 is shown, and was not judged
    assertEquals(1, mean(report, "novelty+copies", "hide", "AP"), 0);
    assertEquals(0.5, mean(report, "plain+copies", "hide", "AP"), 0); // of two relevant ones
    assertEquals(1, mean(report, "plain+copies", "all", "AP"), 0);
    assertEquals(0.1, mean(report, "plain+copies", "hide", "judged@10"), 1e-9);
    String text = Run.neardup(arguments("--force", "--judge-copies")).out();
    assertTrue(text, text.contains("novelty measures, judgements passed on to near-copies\n"));
  }

  /** Neither as one that was found, nor as a copy of one that was judged, nor by its title. */
  public void testAnIdWithABlankIsRefused() throws IOException {
    write("docs.jsonl", doc("a b", "alpha") + doc("a2", "alpha") + doc("c", "beta"));
    write("topics.tsv", "1\tshared alpha\n");
    write("qrels.txt", "1 0 a2 1\n");
    for (String[] args :
        new String[][] {
          arguments("--force", "--judge-copies"),
          {"experiment", "--docs", docs(), "--titles", "x", "--out", out.toString(), "--force"}
        }) {
      Run run = Run.neardup(args);
      assertEquals(run.err(), 1, run.exitCode());
      assertEquals(
          docs()
              + ":1: id must have no white space in it, as no file of TREC's formats can hold it, got"
              + " \"a b\"\n",
          run.err());
      try (Stream<Path> files = Files.list(out)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertFalse(file.toString(), Files.readString(file).contains("a b"));
        }
      }
    }
    assertEquals("1 0 a2 1\n1 0 c 1\n", Files.readString(out.resolve("titles.qrels")));
  }

  public void testBestFindsWhatOnlyAHiddenDocumentHolds() throws IOException {
    write("docs.jsonl", doc("a1", "alpha") + doc("a2", "alpha rare"));
    write("topics.tsv", "1\trare\n");
    write("qrels.txt", "1 0 a2 1\n");
    run();
    assertEquals(Map.of(), readRun("hide"));
    for (String name : List.of("all", "best")) {
      assertEquals(name, List.of("a2"), readRun(name).get("1"));
    }
  }

  public void testFilesMayBeginWithByteOrderMarks() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("topics.tsv", "\uFEFF1\talpha\n");
    write("qrels.txt", "\uFEFF1 0 a 1\n");
    assertEquals(1, mean(run().json(), "plain", "all", "RR"), 0);
  }

  public void testEqualScoresAreMadeStrict() throws IOException {
    StringBuilder docs = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      docs.append(
          "{\"id\":\"d" + random().nextInt(10) + i + "\",\"text\":\"same words x" + i + "\"}\n");
    }
    write("docs.jsonl", docs.toString());
    write("topics.tsv", "1\tsame\n");
    write("qrels.txt", "1 0 nowhere 1\n");
    assertEquals(1, run().json().get("judged").get("missing").asInt());
    for (String name : RUNS) {
      assertEquals(name, 300, readRun(name).get("1").size());
    }
  }

  public void testTitlesAsTopics() throws IOException {
    write(
        "docs.jsonl",
        titled("1/a", "Alpha (1.0)", "alpha")
            + titled("2/a", "Alpha (2.0)", "alpha")
            + titled("2/b", "Beta (2.0)", "beta")
            + titled("2/c", "", "gamma"));
    Run run =
        Run.neardup(
            "experiment",
            "--json",
            "--docs",
            docs(),
            "--titles",
            " \\(.*",
            "--out",
            out.toString());
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("1\tAlpha\n2\tBeta\n", Files.readString(out.resolve("titles.tsv")));
    assertEquals(
        "1 0 1/a 1\n1 0 2/a 1\n2 0 2/b 1\n", Files.readString(out.resolve("titles.qrels")));
    assertEquals(2, run.json().get("topics").asInt());
  }

  public void testBadDocumentsAreNamedAndTheRestIsMeasured() throws IOException {
    write("docs.jsonl", doc("a", "alpha") + "oops\n");
    write("topics.tsv", "1\talpha\n");
    write("qrels.txt", "1 0 a 1\n");
    Run run = Run.neardup(arguments());
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().contains("docs.jsonl:2: not JSON"));
    assertTrue(run.out(), run.out().startsWith("1 document, 1 topic, "));
  }

  public void testBadTopicsAndJudgementsAreNamedBeforeAnythingIsDone() throws IOException {
    write("docs.jsonl", doc("a", "alpha") + "oops\n");
    write("topics.tsv", "1\talpha\nno tabulator\n1\tagain\n2\t \n\n3 4\tx\n");
    write("qrels.txt", "1 0 a 1\n1 0 a 2\n1 0 b\n1 0 c high\n");
    Run run = Run.neardup(arguments());
    assertEquals(run.err(), 1, run.exitCode());
    List<String> places =
        run.err().lines().map(line -> line.replaceAll(".*/([^:]*:\\d*): .*", "$1")).toList();
    assertEquals(
        List.of(
            "topics.tsv:2",
            "topics.tsv:3",
            "topics.tsv:4",
            "topics.tsv:6",
            "qrels.txt:2",
            "qrels.txt:3",
            "qrels.txt:4",
            "neardup: 7 bad lines in topics and judgements; nothing was done"),
        places);
    assertEquals("", run.out());
    assertFalse(Files.exists(out));
  }

  public void testOneBadLineIsOne() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("topics.tsv", "1\talpha\nno tabulator\n");
    write("qrels.txt", "1 0 a 1\n");
    Run run = Run.neardup(arguments());
    assertTrue(
        run.err(),
        run.err().endsWith("neardup: 1 bad line in topics and judgements; nothing was done\n"));
  }

  public void testInputsAreNotOverwritten() throws IOException {
    out = folder;
    String docs = doc("a", "alpha");
    write("docs.jsonl", docs);
    write("topics.tsv", "1\talpha\n");
    write("qrels.txt", "1 0 a 1\n");
    assertUsage(folder.resolve("topics.tsv") + " is an input, and would be overwritten", "--force");
    assertEquals("1\talpha\n", Files.readString(folder.resolve("topics.tsv")));
    assertFalse(Files.exists(folder.resolve("index")));
  }

  /** Topics made of titles can be measured again beside themselves. */
  public void testOnlyWhatIsWrittenIsRefused() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("titles.tsv", "1\talpha\n");
    write("titles.qrels", "1 0 a 1\n");
    String[] args = {
      "experiment",
      "--docs",
      docs(),
      "--topics",
      folder.resolve("titles.tsv").toString(),
      "--qrels",
      folder.resolve("titles.qrels").toString(),
      "--out",
      folder.toString(),
      "--force"
    };
    Run run = Run.neardup(args);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("1\talpha\n", Files.readString(folder.resolve("titles.tsv")));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          List.of(
              "all.run",
              "best.run",
              "docs.jsonl",
              "groups-1.qrels",
              "hide.run",
              "index",
              "novelty-1-all.qrels",
              "novelty-1-best.qrels",
              "novelty-1-hide.qrels",
              "plain-1.qrels",
              "titles.qrels",
              "titles.tsv",
              "topics.tsv"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    args[4] = folder.resolve("all.run").toString();
    assertEquals(2, Run.neardup(args).exitCode());
  }

  public void testWhatCannotBeMeasured() throws IOException {
    write("docs.jsonl", doc("a", "alpha"));
    write("topics.tsv", "1\talpha\n");
    write("qrels.txt", "2 0 a 1\n");
    assertFails("no document was judged for any of the topics\n");
    write("docs.jsonl", doc("c", "alpha beta"));
    Files.delete(folder.resolve("qrels.txt"));
    assertFails("qrels.txt: cannot be read: no such file or folder\n");
    Files.createDirectory(folder.resolve("qrels.txt"));
    Run run = Run.neardup(arguments("--force"));
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().contains("qrels.txt: cannot be read: "));
    Files.delete(folder.resolve("qrels.txt"));
    write("qrels.txt", "1 0 a 99999999999\n");
    run = Run.neardup(arguments("--force"));
    assertTrue(run.err(), run.err().contains("a whole number of 32 bits, got 99999999999"));
    write("qrels.txt", "1 0 a 1\n");
    write("topics.tsv", "1\t" + "word ".repeat(1025));
    assertFails("topic 1 must have at most 1024 words\n");
  }

  private Run measured() throws IOException {
    Run run = Run.neardup(arguments("--force"));
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }

  private void assertFails(String message) {
    Run run = Run.neardup(arguments("--force"));
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().startsWith("neardup: ") && run.err().endsWith(message));
    assertEquals(run.err(), 1, run.err().lines().count());
  }

  public void testMistakes() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("thesis.tex"), "years of work");
    write("docs.jsonl", doc("a", "alpha"));
    assertUsage(out + " is not empty; --force replaces the files of an experiment");
    assertUsage("depth must be at least k, 10, got 9", "--depth", "9");
    assertUsage("k must be at least 1, got 0", "-k", "0");
    assertUsage("level must be at least 1, got 0", "--level", "0");
    assertUsage("each level must be given once, got [1, 2, 1]", "--level", "1,2,1");
    assertUsage("threshold must be above 0 and at most 1, got 2.0", "--threshold", "2");
    assertUsage(
        "threshold must be at least 0.0354 to have a recall of 0.99 with 128 slots and 128 bands,"
            + " got 0.03",
        "--threshold",
        "0.03");
    Run run = Run.neardup("experiment", "--docs", docs(), "--titles", "(", "--out", out.toString());
    assertEquals(run.err(), 2, run.exitCode());
    assertTrue(
        run.err(), run.err().contains("--titles must be a regular expression of Java, got ("));
    try (Stream<Path> files = Files.list(out)) {
      assertEquals(1, files.count());
    }
  }

  private void assertUsage(String message, String... options) {
    Run run = Run.neardup(arguments(options));
    assertEquals(run.err(), 2, run.exitCode());
    assertTrue(run.err(), run.err().startsWith("neardup: " + message + "\n"));
  }

  /** Random documents with near-copies, topics and judgements. */
  private Map<String, Map<String, Integer>> writeCollection() throws IOException {
    String[] names = {"alpha", "beta", "gamma", "delta", "epsilon"};
    StringBuilder docs = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      docs.append(doc("d" + i, names[random().nextInt(5)] + " " + names[random().nextInt(5)]));
    }
    write("docs.jsonl", docs.toString());
    Map<String, Map<String, Integer>> grades = new LinkedHashMap<>();
    StringBuilder qrels = new StringBuilder();
    for (String name : names) {
      Map<String, Integer> ofTopic = grades.computeIfAbsent(name, id -> new LinkedHashMap<>());
      for (int i = random().nextInt(3); i < 60; i += 1 + random().nextInt(6)) {
        ofTopic.put("d" + i, random().nextInt(4) - 1);
        qrels.append(name + " 0 d" + i + "\t" + ofTopic.get("d" + i) + "\n");
      }
    }
    write("topics.tsv", String.join("\n", List.of(names)).replaceAll("(.+)", "$1\tfind $1 shared"));
    write("qrels.txt", qrels.toString());
    return grades;
  }

  /** Texts with the same words at the end are near-copies. */
  private static String doc(String id, String words) {
    return titled(id, "shared", words);
  }

  private static String titled(String id, String title, String words) {
    StringBuilder text = new StringBuilder(words + " shared");
    String seed = words.split(" ", 2)[0];
    for (int i = 0; i < 60; i++) {
      text.append(' ').append(seed, 0, 2).append(i);
    }
    return "{\"id\":\"" + id + "\",\"title\":\"" + title + "\",\"text\":\"" + text + "\"}\n";
  }

  /** Ids by topic, sorted as trec_eval sorts: by score, and equal ones by id, both descending. */
  private Map<String, List<String>> readRun(String name) throws IOException {
    Map<String, List<Line>> lines = new LinkedHashMap<>();
    for (String line : Files.readAllLines(out.resolve(name + ".run"))) {
      String[] parts = line.split(" ", -1);
      assertEquals(line, 6, parts.length);
      assertEquals("Q0", parts[1]);
      assertEquals(name, parts[5]);
      lines
          .computeIfAbsent(parts[0], topic -> new ArrayList<>())
          .add(new Line(parts[2], Float.parseFloat(parts[4]), Integer.parseInt(parts[3])));
    }
    Map<String, List<String>> ids = new LinkedHashMap<>();
    lines.forEach(
        (topic, found) -> {
          found.sort(Comparator.comparingDouble(Line::score).thenComparing(Line::id).reversed());
          for (int i = 0; i < found.size(); i++) {
            assertEquals("order by score is order by rank", i + 1, found.get(i).rank());
          }
          ids.put(topic, found.stream().map(Line::id).toList());
        });
    return ids;
  }

  private static double mean(JsonNode report, String principle, String run, String measure) {
    for (JsonNode result : report.get("results")) {
      if (result.get("principle").asText().equals(principle)
          && result.get("run").asText().equals(run)) {
        return result.get("means").get(measure).asDouble();
      }
    }
    throw new AssertionError(principle + " " + run);
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  private String docs() {
    return folder.resolve("docs.jsonl").toString();
  }

  private String[] arguments(String... options) {
    String topics = folder.resolve("topics.tsv").toString();
    String qrels = folder.resolve("qrels.txt").toString();
    return Stream.concat(
            Stream.of(
                "experiment",
                "--docs",
                docs(),
                "--topics",
                topics,
                "--qrels",
                qrels,
                "--out",
                out.toString()),
            Stream.of(options))
        .toArray(String[]::new);
  }

  private Run run(String... options) {
    String[] args =
        Stream.concat(Stream.of(arguments(options)), Stream.of("--json")).toArray(String[]::new);
    Run run = Run.neardup(args);
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }
}
