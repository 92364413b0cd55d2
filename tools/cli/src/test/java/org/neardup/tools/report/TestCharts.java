// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Counts, scales and numbers of the charts. */
public class TestCharts extends LuceneTestCase {

  public void testHeightsGrowWithCountsAndFit() {
    for (int i = 0; i < 100; i++) {
      long most = TestUtil.nextLong(random(), 1, 1L << random().nextInt(1, 60));
      BarChart.VerticalScale scale = new BarChart.VerticalScale(most);
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
    assertEquals(List.of(0L, 1L), new BarChart.VerticalScale(1).ticks());
    assertEquals(List.of(0L, 5L, 10L, 15L, 20L, 25L), new BarChart.VerticalScale(21).ticks());
    assertEquals(List.of(0L), new BarChart.VerticalScale(0).ticks());
  }
}
