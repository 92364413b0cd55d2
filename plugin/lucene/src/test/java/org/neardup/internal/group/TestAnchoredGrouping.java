// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/** Beside a model that compares each text with all visible ones. */
public class TestAnchoredGrouping extends LuceneTestCase {
  private final List<SketchedText> visible = new ArrayList<>();
  private SketchComparer comparer;

  /** The definition: the visible near-duplicate of the highest resemblance, of equals the first. */
  private int model(SketchedText text) throws IOException {
    int best = -1;
    double most = 0;
    for (int i = 0; i < visible.size(); i++) {
      RuleDecision decision = decision(visible.get(i), text);
      if (decision.isNear() && decision.resemblance().decisive() > most) {
        best = i;
        most = decision.resemblance().decisive();
      }
    }
    return best;
  }

  private RuleDecision decision(SketchedText a, SketchedText b) throws IOException {
    return comparer.decision(a.value(), b.value(), () -> Optional.of(a.counted(b)));
  }

  private static TextSketcher sketcher(int slots, int bits) {
    SlotSketcher sketcher = Sketches.minHash(slots, random().nextLong());
    Shingling shingling = Shingling.words(2);
    SketchFormat format = SketchFormat.of(sketcher, bits, shingling.toString());
    SketchParameters parameters = new SketchParameters(format, new Bands(1, 1), 4);
    return new TextSketcher(
        new WhitespaceAnalyzer(), List.of("text"), shingling, sketcher, parameters);
  }

  public void testFindsWhatTheModelFinds() throws IOException {
    for (int round = 0; round < 30; round++) {
      double threshold = random().nextInt(5) == 0 ? 1 : 0.3 + 0.7 * random().nextDouble();
      List<ResemblanceRule> rules =
          List.of(
              ResemblanceRule.sketch(threshold),
              ResemblanceRule.auto(threshold),
              ResemblanceRule.exact(threshold));
      int bits = List.of(1, 8, 16, 64).get(random().nextInt(4));
      TextSketcher sketcher = sketcher(64 + random().nextInt(100), bits);
      check(sketcher, rules.get(random().nextInt(rules.size())));
    }
  }

  private void check(TextSketcher sketcher, ResemblanceRule rule) throws IOException {
    visible.clear();
    comparer = new SketchComparer(sketcher.parameters(), rule);
    AnchoredGrouping grouping = new AnchoredGrouping(sketcher.parameters(), rule);
    for (int i = 0; i < 150; i++) {
      SketchedText text = sketcher.sketch(text(), 0);
      int number = grouping.find(text.value(), j -> Optional.of(visible.get(j).counted(text)));
      assertEquals(model(text), number);
      if (number < 0) {
        assertEquals(visible.size(), grouping.add(text.value()));
        visible.add(text);
      }
    }
  }

  /** Few words, so that many texts resemble each other, and some are short or empty. */
  private static String text() {
    int words = random().nextInt(4) == 0 ? random().nextInt(6) : 30;
    int kind = random().nextInt(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(random().nextInt(12) == 0 ? random().nextInt(3) : kind).append('-').append(i);
      text.append(' ');
    }
    return text.toString();
  }

  public void testOfEqualsTheEarliestWhateverTheOrderOfOffers() {
    for (int round = 0; round < 100; round++) {
      MostResembling most = new MostResembling();
      int best = -1;
      double value = -1;
      for (int i = random().nextInt(10); i >= 0; i--) {
        int number = random().nextInt(20);
        double resemblance = random().nextInt(3) / 2.0;
        most.offer(number, resemblance);
        if (resemblance > value || (resemblance == value && number < best)) {
          best = number;
          value = resemblance;
        }
      }
      assertEquals(best, most.number());
      most.clear();
      assertEquals(-1, most.number());
    }
  }
}
