// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;

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

  Drawing draw() {
    Frame frame = new Frame();
    long most = bars.stream().mapToLong(Tally.Bar::count).max().orElse(0);
    VerticalScale scale = new VerticalScale(most, logarithmic);
    for (long tick : scale.ticks()) {
      frame.horizontal(scale.height(tick), Numbers.compact(tick));
    }
    int places = Math.max(bars.size(), MIN_PLACES);
    int labelEvery = labelEvery(places);
    for (int i = 0; i < bars.size(); i++) {
      Tally.Bar bar = bars.get(i);
      double left = (double) i / places;
      double right = (i + 1.0) / places;
      frame.bar("bar", left, right, scale.height(bar.count()), title(bar));
      if (bar.part() > 0) {
        frame.bar("bar part", left, right, scale.height(bar.part()), title(bar));
      }
      if (i % labelEvery == 0) {
        frame.below((left + right) / 2, bar.shortLabel());
      }
    }
    frame.names(across, up + (logarithmic ? ", logarithmic" : ""));
    return frame.finish(id, title, description(most), columns(), rows());
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
    return bars.size()
        + " bars from "
        + bars.getFirst().label()
        + " to "
        + bars.getLast().label()
        + ", the highest one "
        + Numbers.count(most)
        + ". The table below has all numbers.";
  }

  private List<String> columns() {
    return part == null ? List.of(across, up) : List.of(across, up, part);
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (Tally.Bar bar : bars) {
      String count = Numbers.count(bar.count());
      rows.add(
          part == null
              ? List.of(bar.label(), count)
              : List.of(bar.label(), count, Numbers.count(bar.part())));
    }
    return rows;
  }
}
