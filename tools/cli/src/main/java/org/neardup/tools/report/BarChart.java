// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.Timeline.Bar;

/** Draws documents by date as bars side by side, hidden ones as the strong part of each. */
final class BarChart {
  /** So many bars fill the chart; fewer do not get wider. */
  private static final int MIN_PLACES = 8;

  /** So many characters have room below the chart, even on a telephone. */
  private static final int MOST_CHARACTERS = 34;

  private BarChart() {}

  /**
   * Draws some bars.
   *
   * @param bars at least one
   */
  static Drawing byDate(List<Bar> bars) {
    long most = bars.stream().mapToLong(Bar::count).max().orElse(0);
    Drawing drawing = new Drawing("by-date", "Documents by date", description(bars, most));
    VerticalScale scale = new VerticalScale(most);
    for (long tick : scale.ticks()) {
      drawing.horizontal(scale.height(tick), Numbers.compact(tick));
    }
    int places = Math.max(bars.size(), MIN_PLACES);
    int labelEvery = labelEvery(bars, places);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double left = (double) i / places;
      double right = (i + 1.0) / places;
      drawing.bar("bar", left, right, scale.height(bar.count()), title(bar));
      if (bar.hidden() > 0) {
        drawing.bar("bar part", left, right, scale.height(bar.hidden()), title(bar));
      }
      if (i % labelEvery == 0) {
        drawing.below((left + right) / 2, bar.label());
      }
    }
    drawing.names("date", "documents");
    return drawing;
  }

  /** Which bars have a label: the first and every so many. */
  private static int labelEvery(List<Bar> bars, int places) {
    int fit = Math.max(1, MOST_CHARACTERS / (bars.getFirst().label().length() + 1));
    return (places + fit - 1) / fit;
  }

  private static String title(Bar bar) {
    return bar.label()
        + ": "
        + Numbers.count(bar.count(), "document")
        + ", "
        + Numbers.count(bar.hidden())
        + " hidden";
  }

  private static String description(List<Bar> bars, long most) {
    return String.format(
        Locale.ROOT,
        "%d bars from %s to %s, the highest one %s.",
        bars.size(),
        bars.getFirst().label(),
        bars.getLast().label(),
        Numbers.count(most));
  }

  /**
   * Heights of counts, as shares of the height of a chart.
   *
   * @param most the largest count
   */
  record VerticalScale(long most) {
    double height(long count) {
      return count == 0 ? 0 : (double) count / Math.max(most, ticks().getLast());
    }

    /** Where lines are drawn: up to five round numbers. */
    List<Long> ticks() {
      long step = step();
      return LongStream.iterate(0, tick -> tick < most + step, tick -> tick + step)
          .boxed()
          .toList();
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
}
