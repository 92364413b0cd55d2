// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;

/**
 * Bars side by side, as SVG, and the same numbers as a table.
 *
 * @param id unique in the page
 * @param title of the drawing
 * @param across what a bar stands for
 * @param up what is counted
 * @param bars at least one
 * @param labelEvery which bars have a label below: the first and every so many
 */
record BarChart(
    String id,
    String title,
    String across,
    String up,
    List<Tally.Bar> bars,
    int labelEvery,
    boolean logarithmic) {

  /** So many bars fill the chart; fewer do not get wider. */
  private static final int MIN_PLACES = 8;

  void draw(HtmlWriter html) {
    Frame frame = new Frame(html, id);
    html.open("figure");
    long most = bars.stream().mapToLong(Tally.Bar::count).max().orElse(0);
    VerticalScale scale = new VerticalScale(most, logarithmic);
    frame.open(title, description(most));
    for (long tick : scale.ticks()) {
      frame.horizontal(scale.height(tick), Numbers.count(tick));
    }
    for (int i = 0; i < bars.size(); i++) {
      bar(html, frame, scale, i);
    }
    frame.names(across, up + (logarithmic ? ", logarithmic" : ""));
    html.close();
    table(html);
    html.close();
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

  private void bar(HtmlWriter html, Frame frame, VerticalScale scale, int index) {
    Tally.Bar bar = bars.get(index);
    int places = Math.max(bars.size(), MIN_PLACES);
    double left = (double) index / places;
    double height = scale.height(bar.count());
    html.open(
        "rect",
        "class",
        "bar",
        "x",
        Numbers.place(frame.x(left) + 1),
        "y",
        Numbers.place(frame.y(height)),
        "width",
        Numbers.place(frame.x(1.0 / places) - frame.x(0) - 2),
        "height",
        Numbers.place(frame.y(0) - frame.y(height)));
    html.element("title", bar.label() + ": " + Numbers.count(bar.count())).close();
    if (index % labelEvery == 0 || index == bars.size() - 1) {
      frame.below(left + 0.5 / places, bar.label().replaceFirst(" to below .*", ""));
    }
  }

  private void table(HtmlWriter html) {
    html.open("details").element("summary", "The numbers");
    Tables.begin(html, title, across, up);
    for (Tally.Bar bar : bars) {
      Tables.row(html, bar.label(), Numbers.count(bar.count()));
    }
    Tables.end(html);
    html.close();
  }
}
