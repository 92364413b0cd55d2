// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.math.BigDecimal;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

public class TestDecisionSentence extends LuceneTestCase {

  public void testNumbersShowOnWhichSideOfTheThresholdTheyAre() {
    assertEquals("0.800", DecisionSentence.beside(0.8, 0.8));
    assertEquals("0.750", DecisionSentence.beside(0.75, 0.8));
    assertEquals("0.7996", DecisionSentence.beside(0.7996, 0.8));
    assertEquals("0.79999996", DecisionSentence.beside(0.79999996, 0.8));
    assertEquals("0.7999999999999999", DecisionSentence.beside(Math.nextDown(0.8), 0.8));
    assertEquals("0.800", DecisionSentence.beside(0.8004, 0.8));
    assertEquals("0.8005", DecisionSentence.beside(0.80046, 0.8004));
    assertEquals("1.000", DecisionSentence.beside(1, 1));
    assertEquals("0.9999", DecisionSentence.beside(0.9999, 1));
    assertEquals("0.000", DecisionSentence.beside(0, 0.1));
    assertEquals("0.00014", DecisionSentence.beside(1.4e-4, 1.2e-4));
  }

  public void testAllSlotsThatAgreeReachAnyThreshold() {
    SketchFormat format = new SketchFormat("test-v1", 128, 8, 42, "tests");
    SketchComparer comparer =
        new SketchComparer(
            new SketchParameters(format, new Bands(21, 6), 8), ResemblanceRule.sketch(1));
    Resemblance estimated = Resemblance.estimated(1, format.packing());
    assertEquals(
        "near-duplicates: estimated resemblance 0.996, as all slots agree",
        new DecisionSentence(comparer, 8, false)
            .of(
                new RuleDecision(true, Basis.ESTIMATE, estimated),
                null,
                null,
                List.of(),
                id -> id));
  }

  public void testAnyNumberIsPrintedOnItsSide() {
    for (int i = 0; i < 10_000; i++) {
      double threshold = random().nextDouble();
      double value = threshold;
      switch (random().nextInt(4)) {
        case 0 -> value = random().nextDouble();
        case 1 -> value = Math.nextDown(threshold);
        case 2 -> value = Math.nextUp(threshold);
        default -> {}
      }
      BigDecimal printed = new BigDecimal(DecisionSentence.beside(value, threshold));
      assertEquals(value >= threshold, printed.compareTo(BigDecimal.valueOf(threshold)) >= 0);
    }
  }
}
