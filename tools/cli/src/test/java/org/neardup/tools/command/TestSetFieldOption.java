// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/**
 * Arrays are compared as sets: {@code --set-field} of {@code index}, and what reads such indexes.
 */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestSetFieldOption extends LuceneTestCase {
  private static final String DOCUMENTS =
      """
      {"id": "a", "title": "One", "tags": ["red", "green", "blue", 4, 5]}
      {"id": "b", "tags": ["blue", 5, 4, "green", "red", "red"], "text": "the ferry leaves"}
      {"id": "c", "tags": {"red": 2, "green": 1, "blue": 1.0, "4": 1, "none": 0}}
      {"id": "d", "tags": ["red", {"green": 1}, null]}
      {"id": "e", "tags": "red"}
      {"id": "f", "tags": []}
      """;

  private static String index(String documents, String... options) {
    String index = createTempDir().resolve("index").toString();
    List<String> args = new ArrayList<>(List.of("index", "--index", index));
    args.addAll(List.of(options));
    args.add("-");
    Run made = Run.withInput(documents, args.toArray(String[]::new));
    assertEquals(made.err(), 0, made.exitCode());
    assertEquals(0, Run.neardup("check", "--index", index).exitCode());
    return index;
  }

  private static String hidden(String index) throws IOException {
    Map<String, String> hidden = new TreeMap<>();
    JsonNode all = Run.neardup("search", "--index", index, "--mode", "all", "--json", "*:*").json();
    for (JsonNode hit : all.get("hits")) {
      if (!hit.get("hiddenBehind").isNull()) {
        hidden.put(hit.get("id").asText(), hit.get("hiddenBehind").asText());
      }
    }
    return hidden.toString();
  }

  public void testSetsBagsAndSmallOnes() throws IOException {
    assertEquals("{b=a, c=a}", hidden(index(DOCUMENTS, "--set-field", "tags")));
    assertEquals("{b=a}", hidden(index(DOCUMENTS, "--set-field", "tags", "--shingle", "bag")));
    assertEquals("{b=a}", hidden(index(DOCUMENTS, "--set-field", "tags", "--min-elements", "5")));
    assertEquals(
        "{b=a, c=a}", hidden(index(DOCUMENTS, "--set-field", "tags", "--threshold", "0.75")));
  }

  public void testSearchesAndUpkeep() throws IOException {
    String index = index(DOCUMENTS, "--set-field", "tags");
    assertEquals(5, documents(index, "red"));
    assertEquals(5, documents(index, "tags:red"));
    assertEquals(1, documents(index, "ferry"));
    assertEquals(1, documents(index, "one"));
    assertEquals("value", settings(index).get("shingling").asText());
    assertEquals("1", settings(index).get("minElements").asText());
    Run again =
        Run.withInput(
            "{\"id\": \"g\", \"tags\": [\"red\"]}\n",
            "index",
            "--index",
            index,
            "--set-field",
            "tags",
            "-");
    assertEquals(again.err(), 0, again.exitCode());
    assertEquals("{b=a, c=a, g=e}", hidden(index));
    assertEquals(0, Run.neardup("retune", "--index", index, "--threshold", "0.9").exitCode());
    assertEquals("{b=a, g=e}", hidden(index));
    assertEquals(0, Run.neardup("delete", "--index", index, "a").exitCode());
    assertEquals("{g=e}", hidden(index));
    assertEquals(0, Run.neardup("check", "--repair", "--index", index).exitCode());
  }

  private static int documents(String index, String query) throws IOException {
    Run run = Run.neardup("search", "--index", index, "--mode", "all", "--json", query);
    return run.json().get("documents").asInt();
  }

  private static JsonNode settings(String index) throws IOException {
    return Run.neardup("stats", "--index", index, "--json").json().get("settings");
  }

  public void testExplain() throws IOException {
    String index = index(DOCUMENTS, "--set-field", "tags");
    JsonNode near = Run.neardup("explain", "--index", index, "--json", "a", "c").json();
    assertEquals("exact", near.get("decision").get("rule").asText());
    assertTrue(near.get("difference").isNull());
    assertEquals("red green blue 4", values(near.get("values").get("common")));
    assertEquals("5", values(near.get("values").get("onlyA")));
    assertEquals("", values(near.get("values").get("onlyB")));
    Run text = Run.neardup("explain", "--index", index, "d", "a");
    assertTrue(
        text.out(),
        text.out()
            .endsWith(
                "in both: red, green\nonly in the first: none\nonly in the second: blue, 4, 5\n"));
    assertTrue(text.out(), text.out().startsWith("not near-duplicates: "));
    Run same = Run.neardup("explain", "--index", index, "a", "b");
    assertTrue(same.out(), same.out().startsWith("near-duplicates: both have the same values\n"));
    Run none = Run.neardup("explain", "--index", index, "a", "f");
    assertTrue(none.out(), none.out().startsWith("not near-duplicates: f has no values\n"));
    String bags = index(DOCUMENTS, "--set-field", "tags", "--shingle", "bag");
    JsonNode counted = Run.neardup("explain", "--index", bags, "--json", "b", "c").json();
    assertEquals("blue 4 green red red", values(counted.get("values").get("common")));
    assertEquals("5", values(counted.get("values").get("onlyA")));
  }

  private static String values(JsonNode values) {
    List<String> names = new ArrayList<>();
    values.forEach(value -> names.add(value.get("value").asText()));
    return String.join(" ", names);
  }

  public void testExperiment() throws IOException {
    Path folder = createTempDir();
    Path docs = Files.writeString(folder.resolve("docs.jsonl"), DOCUMENTS);
    Path topics = Files.writeString(folder.resolve("topics.tsv"), "1\tred\n2\tFerry leaves\n");
    Path qrels = Files.writeString(folder.resolve("qrels.txt"), "1 0 a 1\n1 0 b 1\n2 0 b 1\n");
    Path out = folder.resolve("out");
    Run run =
        Run.neardup(
            "experiment",
            "--docs",
            docs.toString(),
            "--topics",
            topics.toString(),
            "--qrels",
            qrels.toString(),
            "--out",
            out.toString(),
            "--set-field",
            "tags");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("a b c d e", found(out, "all", "1"));
    assertEquals("a d e", found(out, "hide", "1"));
    assertEquals("a d e", found(out, "best", "1"));
    assertEquals("b", found(out, "all", "2"));
    assertEquals("", found(out, "hide", "2"));
    assertEquals("b", found(out, "best", "2"));
  }

  private static String found(Path out, String run, String topic) throws IOException {
    return Files.readAllLines(out.resolve(run + ".run")).stream()
        .map(line -> line.split("\\s+", -1))
        .filter(parts -> parts[0].equals(topic))
        .map(parts -> parts[2])
        .sorted()
        .collect(Collectors.joining(" "));
  }

  public void testReports() throws IOException {
    Path folder = createTempDir();
    String docs = Files.writeString(folder.resolve("docs.jsonl"), DOCUMENTS).toString();
    String index = index(DOCUMENTS, "--set-field", "tags");
    String page = report(folder, "--index", index);
    assertTrue(page, page.contains("counted in the values"));
    assertSpeaksOfSets(page);
    for (String shingle : new String[] {null, "bag"}) {
      String clusters = folder.resolve("clusters" + shingle + ".jsonl").toString();
      List<String> args =
          new ArrayList<>(
              List.of("cluster", "--settings", "--set-field", "tags", "--output", clusters, docs));
      if (shingle != null) {
        args.addAll(List.of("--shingle", shingle));
      }
      Run made = Run.neardup(args.toArray(String[]::new));
      assertEquals(made.err(), 0, made.exitCode());
      String report = report(folder, "--clusters", clusters, "--texts", docs);
      assertTrue(report, report.contains("blue\ngreen\nred")); // in order, whatever the input
      assertFalse(report, report.contains("ferry"));
      assertSpeaksOfSets(report);
      assertEquals(shingle == null, report.contains("1 with the same set"));
      String unread = report(folder, "--clusters", clusters);
      assertSpeaksOfSets(unread);
    }
  }

  private static void assertSpeaksOfSets(String page) {
    String said = page.substring(page.indexOf("<main"), page.lastIndexOf("<code dir"));
    assertFalse(said, said.contains("same text"));
    assertFalse(said, said.replace("--texts", "").contains("texts"));
  }

  private static String report(Path folder, String... options) throws IOException {
    String out = folder.resolve("report.html").toString();
    List<String> args = new ArrayList<>(List.of("report", "--output", out, "--force"));
    args.addAll(List.of(options));
    Run run = Run.neardup(args.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    return Files.readString(Path.of(out));
  }

  public void testMistakes() {
    assertMistake("must name other fields than id, title and text", "--set-field", "id");
    assertMistake("must name other fields than id, title and text", "--set-field", "x,text");
    assertMistake("no meaning with --set-field", "--set-field", "a", "--text-field", "b");
    assertMistake(
        "--shingle must be bag with --set-field, or not given, got word:5",
        "--set-field",
        "a",
        "--shingle",
        "word:5");
    assertMistake("--shingle must be word:K or char:K, got value", "--shingle", "value");
    assertMistake("minElements must be at least 1, got 0", "--min-elements", "0");
    String index = createTempDir().resolve("index").toString();
    Run unknown = Run.withInput(DOCUMENTS, "index", "--index", index, "--set-field", "tagz", "-");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err(), unknown.err().contains("--set-field must name a field of the input"));
  }

  private static void assertMistake(String message, String... options) {
    List<String> args = new ArrayList<>(List.of("index", "--index", "x"));
    args.addAll(List.of(options));
    args.add("-");
    Run run = Run.withInput("", args.toArray(String[]::new));
    assertEquals(run.err(), 2, run.exitCode());
    assertTrue(run.err(), run.err().contains(message));
  }

  public void testBadValues() {
    String index = createTempDir().resolve("index").toString();
    Run run =
        Run.withInput(
            """
            {"id": "a", "tags": [["red"]]}
            {"id": "b", "tags": [true]}
            {"id": "c", "tags": {"red": "2"}}
            {"id": "d", "tags": {"red": 1.5}}
            {"id": "e", "tags": [{"red": -1}]}
            {"id": "f", "tags": {"red": {"n": 1}}}
            {"id": "g", "tags": {"red": 3}}
            """,
            "index",
            "--index",
            index,
            "--set-field",
            "tags",
            "--shingle",
            "bag",
            "-");
    assertEquals(1, run.exitCode());
    String times = "values of a bag must count a whole number of times, from 0 to 10000, got ";
    String numbers = "in an object of tags, numbers must say how often a value counts, got ";
    assertEquals(
        "stdin:1: values of tags must be strings or numbers, got an array in an array\n"
            + "stdin:2: values of tags must be strings or numbers, got true\n"
            + "stdin:3: "
            + numbers
            + "2 for red\n"
            + "stdin:4: "
            + times
            + "1.5 for red\n"
            + "stdin:5: "
            + times
            + "-1 for red\n"
            + "stdin:6: "
            + numbers
            + "a structure for red\n",
        run.err());
  }
}
