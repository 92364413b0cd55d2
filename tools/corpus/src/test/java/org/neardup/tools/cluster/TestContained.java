// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.input.InputDocument;

/**
 * Pairs and groups by containment, beside those that comparing everything with everything finds.
 */
public class TestContained extends ClusterTestCase {

  private static ClusterConfig config(
      String candidates, String sketch, Shingling shingling, double threshold, Object... others) {
    Grouping grouping = Grouping.ANCHORED;
    OutputFormat format = OutputFormat.PAIRS;
    Content content = Content.FULL;
    int maxBucket = 1000;
    for (Object other : others) {
      switch (other) {
        case Grouping given -> grouping = given;
        case OutputFormat given -> format = given;
        case Content given -> content = given;
        case Integer given -> maxBucket = given;
        default -> throw new AssertionError(other);
      }
    }
    return new ClusterConfig(
        Relation.CONTAINMENT,
        CandidateMethod.valueOf(candidates),
        SketchKind.parse(sketch),
        shingling,
        content,
        threshold,
        Verification.AUTO,
        grouping,
        format,
        20,
        maxBucket,
        "standard",
        List.of());
  }

  /** Documents of made-up texts, and of passages of others between new words. */
  private static List<InputDocument> quoting(Random random, int count) {
    List<InputDocument> documents = new ArrayList<>(Corpora.random(random, count / 2));
    while (documents.size() < count) {
      StringBuilder text = new StringBuilder();
      for (int quotes = random.nextInt(4); quotes >= 0; quotes--) {
        text.append(words(random, random.nextInt(50))).append(passage(random, documents));
      }
      documents.add(Corpora.document("q" + documents.size(), text.toString().strip()));
    }
    return documents;
  }

  private static String words(Random random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(" n").append(random.nextInt(100_000));
    }
    return words + " ";
  }

  private static String passage(Random random, List<InputDocument> documents) {
    String text = documents.get(random.nextInt(documents.size())).text();
    List<String> words = List.of(text.split(" ", -1));
    int length = 1 + random.nextInt(words.size());
    int from = random.nextInt(words.size() - length + 1);
    return String.join(" ", words.subList(from, from + length));
  }

  public void testExactFindsAllPairsAndNoOther() throws Exception {
    for (double threshold : new double[] {0.3, 0.5, 0.85, 0.95, 1}) {
      Shingling shingling =
          random().nextBoolean()
              ? Shingling.words(1 + random().nextInt(5))
              : Shingling.words(1).withOccurrences(true);
      List<InputDocument> documents = quoting(random(), 150);
      Map<String, Double> truth = new Model(documents, ANALYZER, shingling).contained(threshold);
      assertFalse(truth.isEmpty());
      Result found = cluster(config("EXACT", "modulo:4", shingling, threshold), documents);
      assertEquals(truth.size(), found.counts().pairs());
      assertEquals(truth.keySet(), found.pairs().keySet());
      found.pairs().forEach((pair, share) -> assertEquals(pair, truth.get(pair), share, 0.00005));
    }
  }

  /** Whatever the length, and none is missed with modulo 1. */
  public void testBroderHasNoWrongPairAndFewMissing() throws Exception {
    for (String sketch : new String[] {"modulo:1", "modulo:4", "modulo:20"}) {
      for (double threshold : new double[] {0.3, 0.5, 0.85, 1}) {
        List<InputDocument> documents = quoting(random(), 150);
        Shingling shingling = Shingling.words(1 + random().nextInt(5));
        Map<String, Double> truth = new Model(documents, ANALYZER, shingling).contained(threshold);
        assertFalse(truth.isEmpty());
        Map<String, Double> found =
            cluster(config("BRODER", sketch, shingling, threshold), documents).pairs();
        found.forEach((pair, share) -> assertEquals(pair, truth.get(pair), share, 0.00005));
        int missed = truth.size() - found.size();
        int most = sketch.equals("modulo:1") ? 0 : 5 + truth.size() / 50;
        assertTrue(
            sketch + " " + threshold + ": " + missed + " of " + truth.size(), missed <= most);
      }
    }
  }

  /** No sample of texts as short has a say. */
  public void testBroderFindsAllPairsOfShortTexts() throws Exception {
    Shingling shingling = Shingling.words(1 + random().nextInt(5));
    List<InputDocument> documents = quoting(random(), 150);
    for (double threshold : new double[] {0.3, 0.5, 0.85, 1}) {
      Map<String, Double> truth = new Model(documents, ANALYZER, shingling).contained(threshold);
      Result found = cluster(config("BRODER", "modulo:999999999", shingling, threshold), documents);
      assertEquals(truth.keySet(), found.pairs().keySet());
      assertEquals(
          "none is compared in vain", found.counts().nearDuplicates(), found.counts().candidates());
    }
  }

  public void testShortTextsThatManyShareAreCappedAndCounted() throws Exception {
    List<InputDocument> documents = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      documents.add(Corpora.document("d" + i, "one of many that differ in the last word " + i));
    }
    ClusterCounts counts =
        cluster(config("BRODER", "modulo:999999999", Shingling.words(1), 0.5, 10), documents)
            .counts();
    assertTrue(counts.hotBuckets() > 0);
    assertEquals("each with the first ten", 10 * 9 / 2 + 40 * 10, counts.candidates());
    assertEquals(counts.candidates(), counts.pairs());
  }

  public void testEachTextJoinsTheLargerOneThatHoldsMostOfIt() throws Exception {
    Shingling shingling = Shingling.words(2);
    List<InputDocument> documents = quoting(random(), 120);
    Model model = new Model(documents, ANALYZER, shingling);
    ClusterConfig config =
        config("EXACT", "modulo:4", shingling, 0.7, OutputFormat.CLUSTERS, Grouping.ANCHORED);
    Map<String, String> representatives = new HashMap<>();
    for (String line : cluster(config, documents).output().lines().toList()) {
      JsonNode group = new JsonMapper().readTree(line);
      String representative = group.get("representative").asText();
      representatives.put(representative, representative);
      for (JsonNode member : group.get("members")) {
        String id = member.get("id").asText();
        assertNull(id, representatives.put(id, representative));
        int of = model.ids().indexOf(id);
        int in = model.ids().indexOf(representative);
        assertEquals(model.containment(of, in), member.get("containment").asDouble(), 0.00005);
        assertNull(member.get("resemblance"));
        boolean same = model.firstCopy(of) == model.firstCopy(in);
        assertEquals(same ? "same_text" : "exact", member.get("by").asText());
      }
    }
    assertEquals(model.anchoredByContainment(0.7), representatives);
  }

  /** Also where sketches choose what is compared. */
  public void testLosslessGroupsSayAllThatTheirMembersSay() throws Exception {
    Shingling shingling = Shingling.words(1 + random().nextInt(3));
    List<InputDocument> documents = quoting(random(), 150);
    for (InputDocument document : List.copyOf(documents)) {
      String end = " and " + random().nextInt(3);
      documents.add(Corpora.document(document.id() + "e", document.text() + end));
    }
    Model model = new Model(documents, ANALYZER, shingling);
    Map<String, String> truth = model.anchoredWithoutLoss(0.7);
    for (CandidateMethod method : List.of(CandidateMethod.EXACT, CandidateMethod.LSH)) {
      ClusterConfig config =
          new ClusterConfig(
              Relation.RESEMBLANCE,
              method,
              SketchKind.parse("fast:128"),
              shingling,
              Content.FULL,
              0.7,
              random().nextBoolean() ? Verification.AUTO : Verification.EXACT,
              Grouping.ANCHORED,
              OutputFormat.CLUSTERS,
              20,
              1000,
              "standard",
              List.of(Guard.LOSSLESS));
      Map<String, String> found = new HashMap<>();
      for (String line : cluster(config, documents).output().lines().toList()) {
        JsonNode group = new JsonMapper().readTree(line);
        String representative = group.get("representative").asText();
        found.put(representative, representative);
        group
            .get("members")
            .forEach(member -> found.put(member.get("id").asText(), representative));
      }
      if (method == CandidateMethod.EXACT) {
        assertEquals(truth, found);
      } else {
        List<String> ids = model.ids();
        found.forEach(
            (id, in) ->
                assertEquals(id, 1, model.containment(ids.indexOf(id), ids.indexOf(in)), 0));
        truth.entrySet().retainAll(found.entrySet()); // bands miss few
        assertTrue(truth.size() + " of " + found.size(), truth.size() > found.size() * 3 / 4);
        assertTrue(truth.size() + " of " + found.size(), truth.size() > 100);
      }
    }
  }

  public void testTransitiveGroupsHaveTheirLargestTextFirst() throws Exception {
    Shingling shingling = Shingling.words(2);
    List<InputDocument> documents = quoting(random(), 120);
    Model model = new Model(documents, ANALYZER, shingling);
    ClusterConfig config =
        config("EXACT", "modulo:4", shingling, 0.7, OutputFormat.CLUSTERS, Grouping.TRANSITIVE);
    int grouped = 0;
    for (String line : cluster(config, documents).output().lines().toList()) {
      JsonNode group = new JsonMapper().readTree(line);
      int first = model.ids().indexOf(group.get("representative").asText());
      grouped += group.get("documents").asInt();
      for (JsonNode member : group.get("members")) {
        assertTrue(model.size(first) >= model.size(model.ids().indexOf(member.get("id").asText())));
      }
    }
    long inPairs =
        model.contained(0.7).keySet().stream()
            .flatMap(pair -> List.of(pair.split(" ", -1)).stream())
            .distinct()
            .count();
    assertEquals(inPairs, grouped);
  }

  public void testOutputDoesNotDependOnThreadsOrMemory() throws Exception {
    List<InputDocument> documents = quoting(random(), 200);
    for (String candidates : new String[] {"BRODER", "EXACT"}) {
      for (OutputFormat format : OutputFormat.values()) {
        for (Grouping grouping : Grouping.values()) {
          ClusterConfig config =
              config(candidates, "modulo:2", Shingling.words(3), 0.8, format, grouping);
          Result one = cluster(config, documents, 1, 1 << 20);
          assertFalse(one.output().isEmpty());
          assertEquals(one.output(), cluster(config, documents, 4, 100).output());
        }
      }
    }
  }

  public void testKinds() throws Exception {
    String small = text("w", 40);
    String article = text("v", 20) + " " + small + " " + text("u", 30);
    assertKind(
        "contained: the first text contains the others",
        Content.FULL,
        page("http://a/1", article, "", ""),
        page("http://b/1", small, "", ""));
    // Different frames around main texts of which one contains the other.
    assertKind(
        "plagiarism: 2 hosts; the main text of the first contains those of the others",
        Content.MAIN,
        page("http://b/1", small + " imprint", small, ""),
        page("http://a/1", "home " + article, article, ""));
    assertKind(
        "contained: the first text contains the others",
        Content.MAIN,
        page("http://a/1", "home " + article, article, ""),
        page("http://a/2", small + " imprint", small, ""));
    assertKind(
        "contained: the first text contains the others",
        Content.MAIN,
        page("http://a/1", article, "", ""),
        page("http://b/1", small + " imprint", small, ""));
    assertKind(
        "frames: the same main text in different pages",
        Content.FULL,
        page("http://a/1", article, small, ""),
        page("http://b/1", small, small, ""));
    assertKind(
        "versions: one path, 2 dates",
        Content.FULL,
        new InputDocument("1", "", small, Corpora.fields("path", "p", "date", "1")),
        new InputDocument("2", "", article, Corpora.fields("path", "p", "date", "2")));
    assertKind(
        "exact: 2 documents with the same text",
        Content.FULL,
        page("http://a/1", small, "", ""),
        page("http://b/1", small, "", ""));
  }

  private static String text(String prefix, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(prefix).append(i);
    }
    return text.toString();
  }

  private static InputDocument page(String url, String text, String mainText, String title) {
    return new InputDocument(url, title, text, mainText, Map.of());
  }

  private static void assertKind(String expected, Content content, InputDocument... documents)
      throws Exception {
    ClusterConfig config =
        config(
            random().nextBoolean() ? "EXACT" : "BRODER",
            "modulo:1",
            Shingling.words(3),
            0.85,
            content,
            OutputFormat.CLUSTERS);
    Result found = cluster(config, List.of(documents));
    JsonNode group = new JsonMapper().readTree(found.output());
    assertEquals(expected, group.get("kind").asText() + ": " + group.get("reason").asText());
    String largest = "";
    int most = 0;
    for (InputDocument document : documents) {
      int length = content.of(document).length();
      if (length > most) {
        most = length;
        largest = document.id();
      }
    }
    assertEquals(largest, group.get("representative").asText());
    assertNull(group.get("members").get(0).get("wholeResemblance"));
  }

  public void testRefusesWhatDoesNotGoTogether() {
    assertRefused(
        "containment needs candidates broder or exact, got lsh",
        () -> config("LSH", "fast:128", Shingling.words(3), 0.85));
    assertRefused(
        "containment needs candidates broder or exact, got window",
        () -> config("WINDOW", "fast:128", Shingling.words(3), 0.85));
    assertRefused(
        "containment needs a sketch modulo:N for candidates broder, got fast:128",
        () -> config("BRODER", "fast:128", Shingling.words(3), 0.85));
    ClusterConfig contained = config("EXACT", "fast:128", Shingling.words(3), 0.85);
    assertEquals("containment", contained.settings().get("relation"));
    assertEquals("exact", contained.settings().get("verify"));
  }

  private static void assertRefused(String message, ThrowingRunnable runnable) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, runnable).getMessage());
  }
}
