// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.Test;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;

/** The answer is that of {@code neardup cluster}. */
public class TestSameAsOneMachine extends SparkTestCase {
  private static final ClusterConfig DEFAULTS = ClusterConfig.defaults();

  @Test
  public void testDefaultsOnMadeUpDocuments() throws Exception {
    Random random = new Random(1);
    List<TestDocument> documents = MadeUpTexts.versions(random, 400);
    Counts counts = assertSame(DEFAULTS, RunLimits.DEFAULTS, documents, random);
    assertEquals(0, counts.rounds());
    assertTrue(counts.toString(), counts.inDoubt() > 0 && counts.shuffledBytes() > 0);
  }

  @Test
  public void testAnyVerification() throws Exception {
    Random random = new Random(2);
    List<TestDocument> documents = MadeUpTexts.versions(random, 300);
    for (Verification verification : Verification.values()) {
      assertSame(config(near -> near.verification(lower(verification))), SMALL, documents, random);
    }
  }

  /** Unions of few and many pairs, and of a chain. */
  @Test
  public void testTransitiveGroups() throws Exception {
    Random random = new Random(3);
    List<TestDocument> documents = MadeUpTexts.versions(random, 400);
    documents.addAll(chain(random));
    ClusterConfig settings = config(near -> near.grouping("transitive").threshold(.6));
    assertSame(settings, RunLimits.DEFAULTS, documents, random);
    Counts counts = assertSame(settings, ROUNDS, documents, random);
    assertTrue(counts.toString(), counts.rounds() > 1);
  }

  @Test
  public void testAnchoredGroupsInRounds() throws Exception {
    Random random = new Random(4);
    List<TestDocument> documents = MadeUpTexts.versions(random, 600);
    documents.addAll(chain(random));
    Counts counts = assertSame(config(near -> near.threshold(.55)), ROUNDS, documents, random);
    assertTrue(counts.toString(), counts.rounds() > 1);
  }

  /** Each resembles its neighbours only, by .68: the longest way for both kinds of groups. */
  private static List<TestDocument> chain(Random random) {
    List<String> all = List.of(MadeUpTexts.text(random, 800, 1_000_000).split(" ", -1));
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i + 100 < all.size(); i += 18) {
      documents.add(new TestDocument("c" + i, String.join(" ", all.subList(i, i + 100))));
    }
    return documents;
  }

  @Test
  public void testOtherShinglesAndSketches() throws Exception {
    Random random = new Random(6);
    List<TestDocument> documents = MadeUpTexts.versions(random, 200);
    List<UnaryOperator<NearDuplicates>> settings =
        IS_NIGHTLY
            ? List.of(
                near -> near.shingling("char:9"),
                near -> near.shingling("bag").threshold(.7),
                near -> near.sketch("minhash:100"),
                near -> near.sketch("fast:70").threshold(.95))
            : List.of(
                near -> near.shingling("char:9").sketch("minhash:100").threshold(.95),
                near -> near.shingling("bag").sketch("fast:70").threshold(.7));
    for (UnaryOperator<NearDuplicates> each : settings) {
      assertSame(config(each), SMALL, documents, random);
    }
  }

  @Test
  public void testHotBuckets() throws Exception {
    Random random = new Random(7);
    List<TestDocument> documents = MadeUpTexts.flood(random, 150, 60, 6);
    documents.addAll(MadeUpTexts.versions(random, 150));
    for (int maxBucket : IS_NIGHTLY ? new int[] {1, 2, 7, 40} : new int[] {2, 40}) {
      for (Grouping grouping : Grouping.values()) {
        if (IS_NIGHTLY || (maxBucket == 2) == (grouping == Grouping.ANCHORED)) {
          ClusterConfig settings =
              config(near -> near.maxBucket(maxBucket).grouping(lower(grouping)));
          Counts counts = assertSame(settings, SMALL, documents, random);
          assertTrue(counts.toString(), counts.hotBuckets() > 0 && counts.skippedPairs() > 0);
        }
      }
    }
  }

  /** The larger of two texts comes first on both sides, so only the order of lines differs. */
  @Test
  public void testLosslessGroups() throws Exception {
    Random random = new Random(9);
    List<TestDocument> documents = new ArrayList<>();
    for (TestDocument document : MadeUpTexts.versions(random, 250)) {
      String text = document.text();
      String half = text.substring(text.length() / 2);
      documents.add(document);
      documents.add(new TestDocument(document.id() + "-", text.substring(text.length() / 8)));
      documents.add(new TestDocument(document.id() + "+", text + " " + half)); // repeats shingles
    }
    ClusterConfig settings = config(near -> near.guard("lossless"));
    OneMachine pairs = OneMachine.run(settings, OutputFormat.PAIRS, documents);
    OneMachine clusters = OneMachine.run(settings, OutputFormat.CLUSTERS, documents);
    int unguarded = OneMachine.run(DEFAULTS, OutputFormat.PAIRS, documents).lines().size();
    assertTrue(pairs.lines().size() > 300 && pairs.lines().size() < unguarded);
    try (Found found = near(settings).limits(SMALL).find(frame(documents, 3, random))) {
      assertEquals(ofAnyOrder(pairs.lines(), "\t"), ofAnyOrder(pairs(found.pairs()), "\t"));
      assertEquals(
          ofAnyOrder(clusters.lines(), " "),
          ofAnyOrder(clusters(found.clusters().collectAsList()), " "));
    }
  }

  /** Lines, and their words after those that begin with what represents the others. */
  private static List<String> ofAnyOrder(List<String> lines, String separator) {
    return lines.stream()
        .map(
            line -> {
              List<String> words = List.of(line.split(separator, -1));
              return (separator.equals(" ") ? words.getFirst() : "")
                  + words.stream().sorted().toList();
            })
        .sorted()
        .toList();
  }

  @Test
  public void testNoDocumentsAndNoText() throws Exception {
    Random random = new Random(8);
    assertSame(DEFAULTS, RunLimits.DEFAULTS, List.of(), random);
    List<TestDocument> documents = List.of(new TestDocument("a", ""), new TestDocument("b", "-"));
    assertSame(DEFAULTS, SMALL, documents, random);
  }
}
