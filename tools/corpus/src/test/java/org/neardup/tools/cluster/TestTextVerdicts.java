// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.analysis.Shingling;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.input.InputDocument;

/** Pairs with verdicts, beside those without. */
public class TestTextVerdicts extends ClusterTestCase {
  private static ClusterConfig pairs(CandidateMethod candidates) {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        candidates,
        SketchKind.parse("fast:128"),
        Shingling.words(2),
        Content.FULL,
        0.6,
        candidates == CandidateMethod.EXACT ? Verification.EXACT : Verification.AUTO,
        Grouping.ANCHORED,
        OutputFormat.PAIRS,
        20,
        1000,
        "standard",
        List.of());
  }

  public void testTheSameAreAddedAndOthersAreTakenAway() throws Exception {
    for (CandidateMethod candidates : CandidateMethod.values()) {
      ClusterConfig config = pairs(candidates);
      List<InputDocument> documents = Corpora.random(random(), 60);
      Map<String, Double> expected = new HashMap<>(cluster(config, documents).pairs());
      List<PairVerdict> verdicts = new ArrayList<>();
      Map<String, Kind> byTexts = new HashMap<>();
      while (verdicts.size() < 200) {
        InputDocument a = RandomPicks.randomFrom(random(), documents);
        InputDocument b = RandomPicks.randomFrom(random(), documents);
        if (isAlone(a, documents) && isAlone(b, documents) && !a.id().equals(b.id())) {
          Kind kind = RandomPicks.randomFrom(random(), Kind.values());
          verdicts.add(new PairVerdict(a.id(), b.id(), kind));
          boolean isFirst = documents.indexOf(a) < documents.indexOf(b);
          byTexts.put(isFirst ? a.id() + " " + b.id() : b.id() + " " + a.id(), kind);
        }
      }
      byTexts.forEach(
          (pair, kind) -> {
            if (kind == Kind.SAME) {
              expected.put(pair, 1.0);
            } else if (kind == Kind.DIFFERENT) {
              expected.remove(pair);
            }
          });
      int threads = 1 + random().nextInt(3);
      assertEquals(expected, cluster(config, documents, verdicts, threads, 256).pairs());
    }
  }

  /** Whether no other document has its text, and it has one. */
  private static boolean isAlone(InputDocument document, List<InputDocument> all) {
    return document.text().contains(" ")
        && all.stream().filter(each -> each.text().equals(document.text())).count() == 1;
  }

  public void testCopiesShareAVerdictAndAreNotParted() throws Exception {
    List<InputDocument> documents =
        List.of(
            Corpora.document("a", "one two three four"),
            Corpora.document("b", "five six seven eight"),
            Corpora.document("c", "one two three four"));
    List<PairVerdict> verdicts =
        List.of(
            new PairVerdict("a", "b", Kind.SAME),
            new PairVerdict("c", "a", Kind.DIFFERENT),
            new PairVerdict("a", "unknown", Kind.SAME));
    Result result = cluster(pairs(CandidateMethod.LSH), documents, verdicts, 1, 256);
    assertEquals(Map.of("a b", 1.0, "a c", 1.0, "b c", 1.0), result.pairs());
  }
}
