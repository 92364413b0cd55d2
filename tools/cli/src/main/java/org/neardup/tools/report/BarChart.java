// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neardup.tools.page.Numbers;

/**
 * Bars side by side.
 *
 * @param id unique in the page
 * @param title of the drawing
 * @param across what a bar stands for
 * @param up what is counted
 * @param part what is marked of it; null if nothing is
 * @param bars at least one
 * @param logarithmic whether the scale is
 */
record BarChart(
    String id,
    String title,
    String across,
    String up,
    String part,
    List<Tally.Bar> bars,
    boolean logarithmic) {

  /** So many bars fill the chart; fewer do not get wider. */
  private static final int MIN_PLACES = 8;

  /** So many characters have room below the chart, even on a telephone. */
  private static final int MOST_CHARACTERS = 34;

  /** Documents by date. */
  static Drawing byDate(List<Tally.Bar> bars) {
    return new BarChart(
            "by-date", "Documents by date", "date", "documents", "variants", bars, false)
        .draw();
  }

  Drawing draw() {
    long most = bars.stream().mapToLong(Tally.Bar::count).max().orElse(0);
    Drawing drawing =
        new Drawing(id, title, description(most), columns(), bars.stream().map(this::row).toList());
    VerticalScale scale = new VerticalScale(most, logarithmic);
    for (long tick : scale.ticks()) {
      drawing.horizontal(scale.height(tick), Numbers.compact(tick));
    }
    int places = Math.max(bars.size(), MIN_PLACES);
    int labelEvery = labelEvery(places);
    for (int i = 0; i < bars.size(); i++) {
      Tally.Bar bar = bars.get(i);
      double left = (double) i / places;
      double right = (i + 1.0) / places;
      drawing.bar("bar", left, right, scale.height(bar.count()), title(bar));
      if (bar.part() > 0) {
        drawing.bar("bar part", left, right, scale.height(bar.part()), title(bar));
      }
      if (i % labelEvery == 0) {
        drawing.below((left + right) / 2, bar.shortLabel());
      }
    }
    drawing.names(across, up + (logarithmic ? ", logarithmic" : ""));
    return drawing;
  }

  /** Which bars have a label: the first and every so many. */
  private int labelEvery(int places) {
    int longest = bars.stream().mapToInt(bar -> bar.shortLabel().length()).max().orElse(1);
    int fit = Math.max(1, MOST_CHARACTERS / (longest + 1));
    return (places + fit - 1) / fit;
  }

  private String title(Tally.Bar bar) {
    String count = bar.label() + ": " + Numbers.count(bar.count());
    return part == null ? count : count + " " + up + ", " + Numbers.count(bar.part()) + " " + part;
  }

  private String description(long most) {
    return String.format(
        Locale.ROOT,
        "%d bars from %s to %s, the highest one %s. The table below has all numbers.",
        bars.size(),
        bars.getFirst().label(),
        bars.getLast().label(),
        Numbers.count(most));
  }

  private List<String> columns() {
    return Stream.of(across, up, part).filter(Objects::nonNull).toList();
  }

  private List<String> row(Tally.Bar bar) {
    return Stream.of(bar.label(), Numbers.count(bar.count()), Numbers.count(bar.part()))
        .limit(columns().size())
        .toList();
  }

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
      return logarithmic
          ? Math.log10(2.0 * count) / Math.log10(2.0 * top())
          : (double) count / top();
    }

    private long top() {
      List<Long> ticks = ticks();
      return Math.max(most, ticks.getLast());
    }

    /** Where lines are drawn: powers of 10, or up to five round numbers. */
    List<Long> ticks() {
      long step = step();
      LongStream ticks =
          logarithmic
              ? LongStream.iterate(1, tick -> tick < 10 * Math.max(1, most), tick -> 10 * tick)
              : LongStream.iterate(0, tick -> tick < most + step, tick -> tick + step);
      return ticks.boxed().toList();
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
