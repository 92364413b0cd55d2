// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.Test;
import org.neardup.sketch.Bands;

public class TestCurves {
  @Test
  public void testPublishedValues() {
    assertEquals(.00570, Curves.atLeast(100, 90, .8), 5e-6);
    assertEquals(1.53e-17, Curves.atLeast(100, 90, .5), 5e-20);
    assertEquals(.98853, Curves.atLeast(100, 90, .95), 5e-6);
    assertEquals(.99776, Curves.atLeast(100, 90, .96), 5e-6);
  }

  @Test
  public void testAgreesWithExactSums() {
    int[][] cases = {{1, 1}, {20, 3}, {100, 90}, {128, 1}, {128, 128}, {200, 170}, {1024, 300}};
    for (int[] c : cases) {
      for (double r : new double[] {.01, .3, .5, .8, .99}) {
        double exact = exact(c[0], c[1], r);
        double actual = Curves.atLeast(c[0], c[1], r);
        assertEquals(c[0] + " " + c[1] + " " + r, exact, actual, exact * 1e-10);
      }
    }
  }

  /** The binomial sum in 40 digits. */
  private static double exact(int slots, int agree, double r) {
    MathContext digits = new MathContext(40);
    BigDecimal p = new BigDecimal(r);
    BigDecimal q = BigDecimal.ONE.subtract(p);
    BigDecimal term = q.pow(slots, digits);
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k <= slots; k++) {
      if (k >= agree) {
        sum = sum.add(term, digits);
      }
      term =
          term.multiply(p, digits)
              .multiply(BigDecimal.valueOf(slots - k), digits)
              .divide(q.multiply(BigDecimal.valueOf(k + 1), digits), digits);
    }
    return sum.doubleValue();
  }

  @Test
  public void testEnds() {
    assertEquals(1, Curves.atLeast(100, 0, 0), 0);
    assertEquals(0, Curves.atLeast(100, 1, 0), 0);
    assertEquals(1, Curves.atLeast(100, 100, 1), 0);
    assertEquals(.5, Curves.atLeast(1, 1, .5), 1e-15);
  }

  @Test
  public void testRisesWithResemblance() {
    double last = 0;
    for (int i = 1; i <= 1000; i++) {
      double next = Curves.atLeast(100, 80, i / 1000.);
      assertTrue(i + ": " + next + " after " + last, next >= last);
      last = next;
    }
  }

  @Test
  public void testWhereACurveReachesAProbability() {
    assertEquals(.25, Curves.reaches(r -> r * r, .0625), 1e-11);
    double half = Curves.reaches(new Bands(21, 6)::matchProbability, .5);
    assertEquals(.5, new Bands(21, 6).matchProbability(half), 1e-9);
    assertEquals(1, Curves.reaches(r -> r / 2, .9), 0);
  }

  @Test
  public void testBadInputIsNamed() {
    assertMessage("slots must be between 1 and 1024, got 0", () -> Curves.atLeast(0, 0, .5));
    assertMessage("agree must be between 0 and 100, got 101", () -> Curves.atLeast(100, 101, .5));
    assertMessage("r must be between 0.0 and 1.0, got NaN", () -> Curves.atLeast(1, 1, Double.NaN));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }
}
