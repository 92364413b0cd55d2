// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.SplittableRandom;
import org.junit.Test;
import org.neardup.sketch.RandomSets;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/** The errors shown hold: at most 1 % of values are more than 3 of them off, in each range. */
public class TestShareEstimate {
  private static final double[] RANGES = {0, .3, .5, .7, .8, .9, .95, 1};
  private static final double MOST_BEYOND = .01;
  private static final int[] SIZES = {10, 40, 200, 1000, 3000};

  private final SplittableRandom random = new SplittableRandom(20);

  /** Estimates what two sets share. */
  private interface Estimator {
    ShareEstimate of(long[] a, long[] b);
  }

  /** Sets of all sizes; in the last range, the nearer 1 the more of them. */
  private void assertHolds(String name, int pairs, int leastSize, Estimator estimator) {
    for (int range = 0; range < RANGES.length - 1; range++) {
      double from = RANGES[range];
      double width = RANGES[range + 1] - from;
      int tried = pairs / (RANGES.length - 1) + 1;
      int beyond = 0;
      for (int i = 0; i < tried; i++) {
        double drawn = random.nextDouble();
        double wanted = from + width * (range < RANGES.length - 2 ? drawn : Math.sqrt(drawn));
        int size = Math.max(leastSize, SIZES[random.nextInt(SIZES.length)]);
        RandomSets sets = new RandomSets(size, wanted, random.nextLong());
        beyond += isBeyond(estimator.of(sets.a, sets.b), sets.resemblance()) ? 1 : 0;
      }
      assertTrue(name + " from " + from + ": " + beyond, beyond <= MOST_BEYOND * tried);
    }
  }

  private static boolean isBeyond(ShareEstimate shown, double truth) {
    return Math.abs(shown.value() - truth) > 3 * shown.standardError();
  }

  private void assertSlotsHold(int pairs, SlotSketcher sketcher, int bits) {
    SlotPacking packing = new SlotPacking(sketcher.slots(), bits);
    assertHolds(
        sketcher.name() + " " + packing,
        pairs,
        1,
        (a, b) -> packing.estimate(packing.resemblance(agreeing(sketcher, packing, a, b))));
  }

  private static int agreeing(SlotSketcher sketcher, SlotPacking packing, long[] a, long[] b) {
    return packing.agreeing(pack(sketcher, packing, a), 0, pack(sketcher, packing, b), 0);
  }

  private static byte[] pack(SlotSketcher sketcher, SlotPacking packing, long[] elements) {
    return packing.pack(sketcher.sketch(elements, elements.length));
  }

  @Test
  public void testHoldsForTheDefault() {
    assertSlotsHold(20_000, Sketches.fast(128, 5), 8);
  }

  @Test
  public void testHoldsForOtherSlotsAndBits() {
    assertSlotsHold(7_000, Sketches.fast(64, 6), 2);
    assertSlotsHold(7_000, Sketches.fast(256, 7), 64);
    assertSlotsHold(7_000, Sketches.fast(100, 8), 1);
    assertSlotsHold(7_000, Sketches.minHash(20, 9), 64);
    assertSlotsHold(7_000, Sketches.minHash(100, 10), 64);
  }

  @Test
  public void testHoldsForBottomSketches() {
    assertHolds(
        "F_100",
        7_000,
        1,
        (a, b) ->
            ShareEstimate.of(
                BottomSketchV1.of(a, a.length, 100, 3)
                    .resemblance(BottomSketchV1.of(b, b.length, 100, 3)),
                100));
  }

  @Test
  public void testHoldsForModuloSketches() {
    assertHolds(
        "V_25",
        7_000,
        500, // fewer elements may leave none
        (a, b) -> {
          ModuloSketchV1 left = ModuloSketchV1.of(a, a.length, 25, 3);
          ModuloSketchV1 right = ModuloSketchV1.of(b, b.length, 25, 3);
          int all = TestModuloSketch.keptOfBoth(left, right);
          return ShareEstimate.of(left.resemblance(right), all);
        });
  }

  @Test
  public void testHoldsForContainments() {
    int beyond = 0;
    for (int i = 0; i < 3_000; i++) {
      RandomSets sets = new RandomSets(1000, 1 - random.nextDouble(.1), random.nextLong());
      ModuloSketchV1 of = ModuloSketchV1.of(sets.a, 1000, 25, i);
      ModuloSketchV1 in = ModuloSketchV1.of(sets.b, 1000, 25, i);
      double truth = 2 * sets.resemblance() / (1 + sets.resemblance());
      beyond += isBeyond(ShareEstimate.of(of.containment(in), of.count()), truth) ? 1 : 0;
    }
    assertTrue("containments: " + beyond, beyond <= MOST_BEYOND * 3_000);
  }

  /** By the binomial law, at every resemblance: no choice of pairs makes it worse. */
  @Test
  public void testHoldsAtEveryResemblanceIfSlotsAreIndependent() {
    for (int slots : new int[] {1, 2, 5, 16, 20, 64, 100, 128, 256}) {
      for (int bits : new int[] {1, 2, 8, 64}) {
        SlotPacking packing = new SlotPacking(slots, bits);
        for (int i = 0; i <= 200; i++) {
          // Half of them between .99 and 1.
          double truth = i <= 100 ? i / 100. : .99 + (i - 100) / 10_000.;
          String name = packing + " at " + truth;
          assertTrue(name, beyond(packing, truth) <= MOST_BEYOND);
        }
      }
    }
  }

  private static double beyond(SlotPacking packing, double truth) {
    double p = packing.agreementProbability(truth);
    double sum = 0;
    for (int agreeing = 0; agreeing <= packing.slots(); agreeing++) {
      if (isBeyond(packing.estimate(packing.resemblance(agreeing)), truth)) {
        double more =
            agreeing == packing.slots() ? 0 : Curves.atLeast(packing.slots(), agreeing + 1, p);
        sum += Curves.atLeast(packing.slots(), agreeing, p) - more;
      }
    }
    return sum;
  }

  @Test
  public void testIsUnbiasedButForASampleThatAgrees() {
    for (int slots : new int[] {2, 20, 128, 1024}) {
      for (int bits : new int[] {1, 8, 64}) {
        SlotPacking packing = new SlotPacking(slots, bits);
        double before = -1;
        for (int agreeing = 0; agreeing <= slots; agreeing++) {
          double estimate = packing.resemblance(agreeing);
          ShareEstimate shown = packing.estimate(estimate);
          if (agreeing < slots) {
            assertEquals(estimate, shown.value(), 0);
          }
          assertTrue(shown.value() >= before && shown.value() < 1);
          assertTrue(shown.value() > before || estimate == 0);
          assertTrue(shown.standardError() > 0);
          assertEquals(shown, packing.estimate(shown.value()));
          before = shown.value();
        }
      }
    }
  }

  @Test
  public void testKnownCases() {
    assertEquals(.5, ShareEstimate.of(.5, 100).value(), 0);
    assertEquals(.05, ShareEstimate.of(.5, 100).standardError(), 1e-15);
    // All of 91 agree, so 90.5 are counted: 95 of 100 with those added.
    assertEquals(1 - .5 / 91, ShareEstimate.of(1, 91).value(), 1e-15);
    assertEquals(Math.sqrt(.95 * .05 / 91), ShareEstimate.of(1, 91).standardError(), 1e-15);
  }

  @Test
  public void testBadInputIsNamed() {
    assertEquals(
        "estimate must be between 0.0 and 1.0, got 1.1",
        assertThrows(IllegalArgumentException.class, () -> ShareEstimate.of(1.1, 100))
            .getMessage());
    assertEquals(
        "sample must be between 1 and 2147483647, got 0",
        assertThrows(IllegalArgumentException.class, () -> ShareEstimate.of(1, 0)).getMessage());
  }
}
