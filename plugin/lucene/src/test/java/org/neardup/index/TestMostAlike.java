// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.store.Directory;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Resemblance;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;

/** A document goes behind the visible one whose value by the rule is highest. */
public class TestMostAlike extends CollapseTestCase {
  private static final int WORDS = 12;

  /** Words alone, of few that there are: many are near several, some counted and some estimated. */
  private static CollapseConfig config(Verification verification) {
    return CollapseConfig.defaults()
        .withShingling(Shingling.words(1))
        .withMinElements(2)
        .withThreshold(0.6)
        .withVerification(verification);
  }

  public void testTheHighestValueOfAll() throws IOException {
    int otherThanEstimated = 0;
    for (Verification verification : Verification.values()) {
      otherThanEstimated += compareWithAll(config(verification), 400);
    }
    assertTrue("estimates say the same of all", otherThanEstimated > 0);
  }

  /** Returns of how many the first by estimate is another one. */
  private int compareWithAll(CollapseConfig config, int documents) throws IOException {
    TextSketcher sketcher = config.textSketcher(new WhitespaceAnalyzer());
    SketchComparer comparer = new SketchComparer(sketcher.parameters(), config.rule());
    List<String> ids = new ArrayList<>();
    List<SketchedText> visible = new ArrayList<>();
    int otherThanEstimated = 0;
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      for (int i = 0; i < documents; i++) {
        List<String> words = words("a", WORDS);
        words.removeIf(word -> random().nextInt(3) == 0);
        SketchedText text = sketcher.sketch(text(words), sketcher.scope(null));
        int most = -1;
        int mostByEstimate = -1;
        double value = 0;
        double estimate = 0;
        for (int other = 0; other < visible.size(); other++) {
          byte[] sketch = visible.get(other).value();
          double counted = text.elementSet().resemblance(visible.get(other).elementSet());
          RuleDecision decision =
              comparer.decision(
                  text.value(), sketch, () -> Optional.of(Resemblance.counted(counted)));
          if (decision.isNear()) {
            if (decision.resemblance().decisive() > value) {
              value = decision.resemblance().decisive();
              most = other;
            }
            if (comparer.estimate(text.value(), sketch) > estimate) {
              estimate = comparer.estimate(text.value(), sketch);
              mostByEstimate = other;
            }
          }
        }
        otherThanEstimated += most == mostByEstimate ? 0 : 1;
        Outcome outcome = writer.updateDocument(document("" + i, text(words)));
        if (most < 0) {
          assertTrue(outcome + " of " + words, outcome instanceof Outcome.Visible);
          ids.add("" + i);
          visible.add(text);
        } else {
          assertEquals(ids.get(most), ((Outcome.Hidden) outcome).representative());
        }
        if (random().nextInt(50) == 0) {
          writer.flush();
        }
      }
    }
    return otherThanEstimated;
  }
}
