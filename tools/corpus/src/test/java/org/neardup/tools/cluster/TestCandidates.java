// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
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

/** Pairs by each method, beside those that comparing everything with everything finds. */
public class TestCandidates extends ClusterTestCase {
  private static final double[] THRESHOLDS = {0.3, 0.5, 0.75, 0.8, 0.9, 1};
  private static final Shingling BAG = Shingling.words(1).withOccurrences(true);

  private static Shingling anyShingling() {
    return random().nextBoolean()
        ? Shingling.words(1 + random().nextInt(5))
        : random().nextBoolean() ? Shingling.characters(4 + random().nextInt(6)) : BAG;
  }

  private static ClusterConfig config(
      String candidates, String sketch, Shingling shingling, double threshold, Verification by) {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        CandidateMethod.valueOf(candidates),
        SketchKind.parse(sketch),
        shingling,
        Content.FULL,
        threshold,
        by,
        Grouping.ANCHORED,
        OutputFormat.PAIRS,
        20,
        1000,
        "standard",
        List.of());
  }

  public void testExactFindsAllPairsAndNoOther() throws Exception {
    for (double threshold : THRESHOLDS) {
      Shingling shingling = anyShingling();
      List<InputDocument> documents = Corpora.random(random(), 200);
      ClusterConfig config = config("EXACT", "fast:128", shingling, threshold, Verification.EXACT);
      Map<String, Double> truth = new Model(documents, ANALYZER, shingling).pairs(threshold);
      Result found = cluster(config, documents);
      assertEquals(found.counts().pairs(), truth.size());
      assertSamePairs(truth, found.pairs(), 1);
    }
  }

  /** A pair at the threshold is found with .99, and most are above it. */
  public void testLshVerifiedByElementsHasNoWrongPairAndFewMissing() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 400);
    Shingling shingling = Shingling.words(1 + random().nextInt(5));
    Map<String, Double> truth = new Model(documents, ANALYZER, shingling).pairs(0.8);
    for (String sketch : new String[] {"fast:128", "minhash:128", "fast:64"}) {
      ClusterConfig config = config("LSH", sketch, shingling, 0.8, Verification.EXACT);
      assertSamePairs(truth, cluster(config, documents).pairs(), 0.97);
    }
  }

  public void testBroderVerifiedByElementsHasNoWrongPairAndFewMissing() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 300);
    Shingling shingling = Shingling.words(1 + random().nextInt(5));
    Map<String, Double> truth = new Model(documents, ANALYZER, shingling).pairs(0.75);
    for (String sketch : new String[] {"minhash:20", "fast:64", "bottom:40", "modulo:4"}) {
      ClusterConfig config = config("BRODER", sketch, shingling, 0.75, Verification.EXACT);
      double recall = sketch.startsWith("modulo") ? 0.8 : 0.97; // short texts keep no element
      assertSamePairs(truth, cluster(config, documents).pairs(), recall);
    }
  }

  public void testWindowOverAllTextsFindsWhatSketchesLetPass() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 150);
    Shingling shingling = anyShingling();
    Map<String, Double> truth = new Model(documents, ANALYZER, shingling).pairs(0.8);
    ClusterConfig all =
        new ClusterConfig(
            Relation.RESEMBLANCE,
            CandidateMethod.WINDOW,
            SketchKind.parse(random().nextBoolean() ? "fast:128" : "modulo:3"),
            shingling,
            Content.FULL,
            0.8,
            Verification.EXACT,
            Grouping.ANCHORED,
            OutputFormat.PAIRS,
            documents.size(),
            1000,
            "standard",
            List.of());
    assertSamePairs(truth, cluster(all, documents).pairs(), 0.97);
  }

  public void testSmallWindowFindsTrueOnes() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 400);
    Map<String, Double> truth = new Model(documents, ANALYZER, Shingling.words(3)).pairs(0.8);
    ClusterConfig config =
        config("WINDOW", "fast:128", Shingling.words(3), 0.8, Verification.EXACT);
    assertSamePairs(truth, cluster(config, documents).pairs(), 0.3);
  }

  /** Broder's count of common values is the estimate: at 20 slots a multiple of .05. */
  public void testSketchesAloneGiveTheShareOfEqualSlots() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 300);
    ClusterConfig config =
        config("BRODER", "minhash:20", Shingling.words(2), 0.75, Verification.SKETCH);
    Result found = cluster(config, documents);
    assertTrue(found.counts().nearDuplicates() > 0);
    assertEquals(
        "a count is an estimate", found.counts().nearDuplicates(), found.counts().candidates());
    for (double resemblance : found.pairs().values()) {
      assertTrue(resemblance >= 0.75);
      double slots = resemblance == 0.975 ? 20 : resemblance * 20; // all agree: half of one less
      assertEquals(Math.rint(slots), slots, 1e-9);
    }
    Model model = new Model(documents, ANALYZER, Shingling.words(2));
    assertEquals(model.pairsOfSketches(20, 15), found.pairs().keySet());
  }

  public void testLshAndBroderAgreeWhereBothAreSure() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 300);
    Shingling shingling = Shingling.words(2);
    var broder =
        cluster(config("BRODER", "fast:128", shingling, 0.8, Verification.AUTO), documents).pairs();
    var lsh =
        cluster(config("LSH", "fast:128", shingling, 0.8, Verification.AUTO), documents).pairs();
    broder.keySet().removeIf(pair -> broder.get(pair) < 0.9);
    assertFalse(broder.isEmpty());
    assertTrue(lsh.keySet().containsAll(broder.keySet()));
  }

  public void testHotBucketsAreCappedAndCounted() throws Exception {
    String template = "this page is one of many that have all but the last word in common ";
    List<InputDocument> documents =
        IntStream.range(0, 50)
            .mapToObj(i -> Corpora.document("d" + i, template.repeat(3) + " word" + i))
            .toList();
    for (CandidateMethod method :
        new CandidateMethod[] {CandidateMethod.LSH, CandidateMethod.BRODER}) {
      ClusterConfig config =
          new ClusterConfig(
              Relation.RESEMBLANCE,
              method,
              SketchKind.parse("minhash:40"),
              Shingling.words(1),
              Content.FULL,
              0.8,
              Verification.EXACT,
              Grouping.ANCHORED,
              OutputFormat.PAIRS,
              20,
              10,
              "standard",
              List.of());
      ClusterCounts counts = cluster(config, documents).counts();
      assertTrue(counts.hotBuckets() > 0);
      assertTrue(counts.skippedPairs() > 0);
      // Each is compared with at least ten of the first ones, and these among themselves.
      assertTrue(counts.pairs() >= 10 * 9 / 2 + 40 * 10);
      assertTrue(counts.pairs() < 50 * 49 / 2);
    }
  }

  public void testOutputDoesNotDependOnThreadsOrMemory() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 300);
    for (CandidateMethod method : CandidateMethod.values()) {
      for (OutputFormat format : OutputFormat.values()) {
        for (Grouping grouping : Grouping.values()) {
          ClusterConfig config =
              new ClusterConfig(
                  Relation.RESEMBLANCE,
                  method,
                  SketchKind.parse("fast:128"),
                  Shingling.words(3),
                  Content.FULL,
                  0.8,
                  Verification.AUTO,
                  grouping,
                  format,
                  20,
                  15,
                  "standard",
                  List.of());
          Result one = cluster(config, documents, 1, 1 << 20);
          assertFalse(one.output().isEmpty());
          assertEquals(one.output(), cluster(config, documents, 4, 100).output());
        }
      }
    }
  }

  /** Half of the texts end with a number, and some have a price. */
  public void testGuardsPartPairs() throws Exception {
    List<InputDocument> documents = new ArrayList<>();
    for (InputDocument plain : Corpora.random(random(), 200)) {
      String end = random().nextBoolean() ? "" : " and " + random().nextInt(3);
      List<String> price = random().nextInt(3) > 0 ? List.of() : List.of("" + random().nextInt(2));
      documents.add(new InputDocument(plain.id(), "", plain.text() + end, Map.of("price", price)));
    }
    List<Guard> guards = List.of(Guard.NUMBERS, Guard.field("price"));
    Shingling shingling = Shingling.words(1 + random().nextInt(3));
    Map<String, Double> near = new Model(documents, ANALYZER, shingling).pairs(0.75);
    Map<String, Double> truth = new TreeMap<>(near);
    Map<String, InputDocument> byId = new HashMap<>();
    documents.forEach(document -> byId.put(document.id(), document));
    truth.keySet().removeIf(pair -> !agree(pair.split(" ", -1), byId));
    assertTrue(truth.size() < near.size());
    for (String kind : new String[] {"EXACT fast:64", "LSH fast:128", "BRODER minhash:20"}) {
      String[] candidates = kind.split(" ", -1);
      ClusterConfig config =
          config(candidates[0], candidates[1], shingling, 0.75, Verification.EXACT)
              .withGuards(guards);
      double recall = candidates[0].equals("EXACT") ? 1 : 0.95;
      assertSamePairs(truth, cluster(config, documents).pairs(), recall);
    }
  }

  private static boolean agree(String[] pair, Map<String, InputDocument> byId) {
    InputDocument a = byId.get(pair[0]);
    InputDocument b = byId.get(pair[1]);
    return a.values("price").equals(b.values("price"))
        && Guard.NUMBERS.words(a.text()).equals(Guard.NUMBERS.words(b.text()));
  }

  /** No pair that is not there, most of those that are there, each as it was counted. */
  private static void assertSamePairs(
      Map<String, Double> truth, Map<String, Double> found, double recall) {
    found.forEach(
        (pair, resemblance) -> {
          assertTrue(pair, truth.containsKey(pair));
          assertEquals(pair, truth.get(pair), resemblance, 0.00005);
        });
    assertTrue(
        found.size() + " of " + truth.size(),
        found.size() >= Math.floor(recall * truth.size()) - (recall < 1 ? 2 : 0));
  }
}
