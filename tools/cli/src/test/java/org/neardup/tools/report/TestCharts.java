// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.tools.page.Numbers;

/** Counts, scales and numbers of the charts. */
public class TestCharts extends LuceneTestCase {

  public void testHeightsGrowWithCountsAndFit() {
    for (int i = 0; i < 100; i++) {
      long most = TestUtil.nextLong(random(), 1, 1L << random().nextInt(1, 60));
      BarChart.VerticalScale scale = new BarChart.VerticalScale(most, random().nextBoolean());
      long less = TestUtil.nextLong(random(), 1, most);
      assertEquals(0, scale.height(0), 0);
      assertTrue(scale.height(1) > 0);
      assertTrue(scale.height(less) <= scale.height(most));
      assertTrue(scale.height(most) <= 1);
      assertTrue(scale.ticks().toString(), scale.ticks().size() <= 20);
      assertEquals(1, scale.height(Math.max(most, scale.ticks().getLast())), 1e-9);
    }
  }

  public void testTicks() {
    assertEquals(List.of(0L, 1L), new BarChart.VerticalScale(1, false).ticks());
    assertEquals(
        List.of(0L, 5L, 10L, 15L, 20L, 25L), new BarChart.VerticalScale(21, false).ticks());
    assertEquals(List.of(1L, 10L, 100L), new BarChart.VerticalScale(21, true).ticks());
    assertEquals(List.of(0L), new BarChart.VerticalScale(0, false).ticks());
  }

  public void testBarsOfSizes() {
    Tally tally = new Tally();
    for (int size : new int[] {2, 3, 4, 5, 8, 9, 2}) {
      tally.addGroup(size);
    }
    assertEquals(
        List.of(
            new Tally.Bar("2", 2),
            new Tally.Bar("3 to 4", 2),
            new Tally.Bar("5 to 8", 2),
            new Tally.Bar("9 to 16", 1)),
        tally.bySize());
    assertEquals(9, tally.largest());
    assertEquals(7, tally.groups());
  }

  public void testBarsOfResemblances() {
    Tally tally = new Tally();
    for (double resemblance : new double[] {.94, .95, .959, 1, 1, .999}) {
      tally.addResemblance(resemblance);
    }
    List<Tally.Bar> bars = tally.byResemblance();
    assertEquals(6, bars.size());
    assertEquals(new Tally.Bar("0.90 to below 0.92", 0), bars.get(0));
    assertEquals(new Tally.Bar("0.94 to below 0.96", 3), bars.get(2));
    assertEquals(new Tally.Bar("0.98 to below 1.00", 1), bars.get(4));
    assertEquals(new Tally.Bar("1.00", 2), bars.get(5));
  }

  public void testBytes() {
    assertEquals("1 byte", Numbers.bytes(1));
    assertEquals("999 bytes", Numbers.bytes(999));
    assertEquals("1.0 kB", Numbers.bytes(1000));
    assertEquals("1.0 MB", Numbers.bytes(999_950));
    assertEquals("12.3 GB", Numbers.bytes(12_345_678_901L));
    assertEquals("9.2 EB", Numbers.bytes(Long.MAX_VALUE));
  }
}
