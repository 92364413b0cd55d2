// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.sketch.Bands;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.report.BandTrials.BandCurve;

/** Trials agree with the curve, and count each pair once. */
public class TestBandTrials extends LuceneTestCase {
  private final BandTrials trials = new BandTrials(new Bands(21, 6), new SlotPacking(128, 8));

  private static ElementSet random(int size) {
    return ElementSet.of(random().longs(size).toArray(), size);
  }

  /** Two sets of 300 elements with so many in common, and nothing with other pairs. */
  private void addPair(int common) {
    long[] elements = random().longs(600 - common).toArray();
    trials.add(ElementSet.of(elements, 300));
    trials.add(ElementSet.of(Arrays.copyOfRange(elements, 300 - common, 600 - common), 300));
  }

  public void testPointsLieOnTheCurve() {
    for (int common : new int[] {150, 200, 250, 290}) {
      for (int i = 0; i < 50; i++) {
        addPair(common);
      }
    }
    BandCurve curve = trials.run(.8);
    assertEquals(400, curve.texts());
    assertEquals(4, curve.points().size());
    for (BandCurve.Point point : curve.points()) {
      assertEquals(50, point.pairs());
      assertEquals(curve.probability(point.resemblance()), point.found(), .06);
    }
    assertEquals(150 / 450.0, curve.points().getFirst().resemblance(), 1e-9);
  }

  public void testWhatGoesWithoutSaying() {
    ElementSet text = random(50);
    trials.add(text);
    trials.add(text);
    trials.add(ElementSet.of(new long[0], 0));
    trials.add(random(50));
    BandCurve curve = trials.run(.8);
    assertEquals(3, curve.texts());
    assertEquals(0, curve.points().size());
  }

  public void testNoMoreTextsThanAllowed() {
    for (int i = 0; i <= BandTrials.MAX_TEXTS; i++) {
      trials.add(random(10));
    }
    assertTrue(trials.isFull());
    assertEquals(BandTrials.MAX_TEXTS, trials.run(.8).texts());
  }
}
