// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Heights of counts, as shares of the height of a chart.
 *
 * @param most the largest count
 */
record VerticalScale(long most, boolean logarithmic) {

  /** 0 for 0. On a logarithmic scale 1 has a height, too. */
  double height(long count) {
    if (count == 0) {
      return 0;
    }
    return logarithmic ? Math.log10(2.0 * count) / Math.log10(2.0 * top()) : (double) count / top();
  }

  private long top() {
    List<Long> ticks = ticks();
    return Math.max(most, ticks.getLast());
  }

  /** Where lines are drawn: powers of 10, or up to five round numbers. */
  List<Long> ticks() {
    List<Long> ticks = new ArrayList<>();
    if (logarithmic) {
      long tick = 1;
      ticks.add(tick);
      while (tick < most) {
        tick *= 10;
        ticks.add(tick);
      }
    } else {
      long step = step();
      for (long tick = 0; tick == 0 || tick < most + step; tick += step) {
        ticks.add(tick);
      }
    }
    return ticks;
  }

  /** 1, 2 or 5 times a power of 10, of which at most five make the largest count. */
  private long step() {
    long power = 1;
    while (power * 50 < most) {
      power *= 10;
    }
    for (long factor : new long[] {1, 2, 5}) {
      if (factor * power * 5 >= most) {
        return factor * power;
      }
    }
    return power * 10;
  }
}
