// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;

/** {@code cluster --set-field}, beside a count of all pairs. */
public class TestSetClusters extends LuceneTestCase {

  private static String zipf(int values) {
    return "t" + (int) Math.pow(values, random().nextDouble());
  }

  /** Small ones, of which some are copies or changed copies of others. */
  private static Map<String, List<String>> tags(int documents) {
    List<List<String>> lists = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      List<String> tags = new ArrayList<>();
      if (i > 0 && random().nextInt(3) == 0) {
        tags.addAll(lists.get(random().nextInt(i)));
        tags.set(random().nextInt(tags.size()), zipf(1000));
      }
      for (int more = tags.isEmpty() ? 1 + random().nextInt(15) : 0; more > 0; more--) {
        tags.add(zipf(1000));
      }
      lists.add(tags);
    }
    Map<String, List<String>> byId = new LinkedHashMap<>();
    lists.forEach(tags -> byId.put("d" + byId.size(), tags));
    return byId;
  }

  private static String json(Map<String, List<String>> documents) {
    StringBuilder lines = new StringBuilder();
    documents.forEach(
        (id, values) ->
            lines
                .append("{\"id\": \"" + id + "\", \"tags\": [")
                .append(values.stream().map(v -> '"' + v + '"').collect(Collectors.joining(",")))
                .append("]}\n"));
    return lines.toString();
  }

  private static Map<String, Integer> counts(List<String> values, boolean bag) {
    Map<String, Integer> counts = new HashMap<>();
    values.forEach(value -> counts.merge(value, 1, (a, b) -> bag ? a + b : 1));
    return counts;
  }

  private static double resemblance(Map<String, Integer> a, Map<String, Integer> b) {
    int common = 0;
    for (Map.Entry<String, Integer> value : a.entrySet()) {
      common += Math.min(value.getValue(), b.getOrDefault(value.getKey(), 0));
    }
    int all = a.values().stream().mapToInt(i -> i).sum();
    return (double) common / (all + b.values().stream().mapToInt(i -> i).sum() - common);
  }

  /** All pairs of at least the threshold, as they are written. */
  private static Map<String, String> naive(
      Map<String, List<String>> documents, double threshold, boolean bag) {
    Map<String, String> pairs = new TreeMap<>();
    List<String> ids = List.copyOf(documents.keySet());
    List<Map<String, Integer>> sets =
        documents.values().stream().map(values -> counts(values, bag)).toList();
    for (int i = 0; i < ids.size(); i++) {
      for (int j = 0; j < i; j++) {
        double resemblance = resemblance(sets.get(i), sets.get(j));
        if (resemblance >= threshold) {
          pairs.put(ids.get(j) + " " + ids.get(i), String.format(Locale.ROOT, "%.4f", resemblance));
        }
      }
    }
    return pairs;
  }

  private static Map<String, String> pairs(String input, String... options) {
    List<String> args = new ArrayList<>(List.of("cluster", "--format", "pairs"));
    args.addAll(List.of(options));
    args.addAll(List.of("--set-field", "tags", "-"));
    Run run = Run.withInput(input, args.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    Map<String, String> pairs = new TreeMap<>();
    run.out()
        .lines()
        .map(line -> line.split("\t", -1))
        .forEach(
            parts -> {
              assertNotEquals("estimate", parts[3]);
              pairs.put(parts[0] + " " + parts[1], parts[2]);
            });
    return pairs;
  }

  public void testPairsAreThoseOfACount() {
    for (int i = 0; i < 4; i++) {
      boolean bag = i % 2 == 1;
      String shingle = bag ? "bag" : null;
      double threshold = i < 2 ? .8 : .5;
      Map<String, List<String>> documents = tags(300);
      Map<String, String> expected = naive(documents, threshold, bag);
      assertEquals(expected, run(json(documents), threshold, shingle, "--candidates", "exact"));
      for (String candidates : List.of("lsh", "broder")) {
        Map<String, String> found =
            run(json(documents), threshold, shingle, "--candidates", candidates);
        assertTrue(expected.entrySet().containsAll(found.entrySet()));
        assertTrue(
            candidates + " " + found.size() + " of " + expected.size(),
            found.size() >= .97 * expected.size() - 2);
      }
    }
  }

  private static Map<String, String> run(
      String input, double threshold, String shingle, String... options) {
    List<String> args = new ArrayList<>(List.of(options));
    args.addAll(List.of("--threshold", "" + threshold));
    if (shingle != null) {
      args.addAll(List.of("--shingle", shingle));
    }
    return pairs(input, args.toArray(String[]::new));
  }

  public void testEachMethodTakesSets() {
    String input = json(tags(50));
    for (String candidates : List.of("lsh", "broder", "window", "exact")) {
      pairs(input, "--candidates", candidates);
    }
    pairs(input, "--candidates", "broder", "--sketch", "bottom:20");
  }

  /** A farm of 50 pages among 5,000 that cite at random. */
  public void testALinkFarm() throws IOException {
    StringBuilder pages = new StringBuilder();
    Set<String> farm = new TreeSet<>();
    for (int i = 0; i < 5000; i++) {
      Set<String> hosts = new HashSet<>();
      String id = "http://h" + i + ".example/";
      if (i % 100 == 42) {
        farm.add(id);
        for (int target = 0; target < 20; target++) {
          hosts.add("farm" + target + ".example");
        }
      }
      for (int more = farm.contains(id) ? random().nextInt(3) : 5 + random().nextInt(20);
          more > 0;
          more--) {
        hosts.add(zipf(2000) + ".example");
      }
      pages.append(page(id, hosts));
    }
    Run run = Run.withInput(pages.toString(), "cluster", "--set-field", "hosts", "-");
    assertEquals(run.err(), 0, run.exitCode());
    List<JsonNode> farms = new ArrayList<>();
    for (String line : run.out().lines().toList()) {
      JsonNode cluster = new JsonMapper().readTree(line);
      if (cluster.get("kind").asText().equals("link_farm")) {
        farms.add(cluster);
      }
    }
    assertEquals(1, farms.size());
    Set<String> found = new TreeSet<>();
    found.add(farms.getFirst().get("representative").asText());
    farms.getFirst().get("members").forEach(member -> found.add(member.get("id").asText()));
    assertEquals(farm, found);
    assertEquals(
        "50 pages on 50 hosts point to farm0.example (50), farm1.example (50), farm10.example (50),"
            + " farm11.example (50), farm12.example (50) and 15 more",
        farms.getFirst().get("reason").asText());
  }

  private static String page(String id, Set<String> hosts) {
    return "{\"id\": \""
        + id
        + "\", \"html\": \""
        + hosts.stream()
            .map(host -> "<a href='http://" + host + "/" + random().nextInt(9) + "'>x</a> ")
            .collect(Collectors.joining())
        + "\"}\n";
  }

  /** Pages of one site have their navigation in common, and need not be a farm. */
  public void testOneSiteIsNoFarm() throws IOException {
    String page = "{\"id\": \"http://%s.example/%d\", \"hosts\": [\"a\", \"b\", \"c\", \"d\"]}\n";
    StringBuilder pages = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      pages.append(String.format(Locale.ROOT, page, i % 2 == 0 ? "one" : "two", i));
    }
    assertEquals("exact", kind(pages.toString(), "hosts"));
    pages.append(String.format(Locale.ROOT, page, "three", 6));
    assertEquals("link_farm", kind(pages.toString(), "hosts"));
    assertEquals("exact", kind(pages.toString().replace("\"hosts\"", "\"likes\""), "likes"));
    assertEquals(
        "exact",
        kind(pages.toString().replace("[\"a\", \"b\", \"c\", \"d\"]", "[\"a\", \"b\"]"), "hosts"));
  }

  private static String kind(String pages, String field) throws IOException {
    Run run = Run.withInput(pages, "cluster", "--set-field", field, "-");
    assertEquals(run.err(), 0, run.exitCode());
    return new JsonMapper().readTree(run.out()).get("kind").asText();
  }

  public void testSettingsAndMistakes() {
    Run run =
        Run.withInput(
            "{\"id\": \"a\", \"tags\": [1]}\n",
            "cluster",
            "--settings",
            "--set-field",
            "tags",
            "--shingle",
            "bag",
            "-");
    assertTrue(run.out(), run.out().contains("\"set-field\":\"tags\""));
    assertTrue(run.out(), run.out().contains("\"shingle\":\"value occurrences=true\""));
    for (String[] options :
        new String[][] {
          {"--text-field", "x"}, {"--content", "main"}, {"--shingle", "word:5"}, {"--shingle", "x"}
        }) {
      Run mistake =
          Run.withInput("", "cluster", "--set-field", "tags", options[0], options[1], "-");
      assertEquals(mistake.err(), 2, mistake.exitCode());
    }
    Run value = Run.withInput("", "cluster", "--shingle", "value", "-");
    assertEquals(2, value.exitCode());
    Run unknown =
        Run.withInput("{\"id\": \"a\", \"tags\": [1]}\n", "cluster", "--set-field", "tagz", "-");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err(), unknown.err().contains("--set-field must name a field of the input"));
  }
}
