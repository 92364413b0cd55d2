// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A chart as marks in a plane of {@value #WIDTH} by {@value #HEIGHT}, from the upper left corner.
 * It is drawn by places that are shares of its width, from the left, and of its height, from below.
 * For one thread.
 *
 * @param id unique in the page
 * @param title of the chart
 * @param description what is to be seen, in words
 * @param columns of the table with the same numbers; none if there is no table
 * @param rows of that table
 */
record Drawing(
    String id,
    String title,
    String description,
    List<String> columns,
    List<List<String>> rows,
    List<Line> lines,
    List<Box> boxes,
    List<String> curves,
    List<Dot> dots,
    List<Label> labels) {
  static final int WIDTH = 560;
  static final int HEIGHT = 280;
  private static final int LEFT = 70;
  private static final int RIGHT = 24;
  private static final int TOP = 34;
  private static final int BOTTOM = 62;
  private static final int STEPS = 200;

  /** A straight line. */
  record Line(String kind, String x1, String y1, String x2, String y2) {}

  /** A bar. */
  record Box(String kind, String x, String y, String width, String height, String title) {}

  /** A measured point. */
  record Dot(String x, String y, String title) {}

  /** Words in the chart. */
  record Label(String x, String y, String anchor, String text) {}

  /** Without marks. */
  Drawing(
      String id, String title, String description, List<String> columns, List<List<String>> rows) {
    this(
        id,
        title,
        description,
        columns,
        rows,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  String viewBox() {
    return "0 0 " + WIDTH + " " + HEIGHT;
  }

  private static double x(double share) {
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double share) {
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  /** A line across, with its label to the left. */
  void horizontal(double height, String label) {
    line("grid", 0, height, 1, height);
    text(x(0) - 8, y(height) + 4, "end", label);
  }

  /** A line from below to above. */
  void vertical(double place) {
    line("threshold", place, 0, place, 1);
  }

  private void line(String kind, double fromX, double fromY, double toX, double toY) {
    lines.add(
        new Line(
            kind,
            Numbers.place(x(fromX)),
            Numbers.place(y(fromY)),
            Numbers.place(x(toX)),
            Numbers.place(y(toY))));
  }

  /** A bar from one place to another. */
  void bar(String kind, double from, double to, double height, String title) {
    double gap = Math.min(1, (x(to) - x(from)) / 8);
    boxes.add(
        new Box(
            kind,
            Numbers.place(x(from) + gap),
            Numbers.place(y(height)),
            Numbers.place(x(to) - x(from) - 2 * gap),
            Numbers.place(y(0) - y(height)),
            title));
  }

  /** A curve over the whole width. */
  void curve(DoubleUnaryOperator heights) {
    curves.add(
        IntStream.rangeClosed(0, STEPS)
            .mapToDouble(i -> (double) i / STEPS)
            .mapToObj(share -> point(share, heights.applyAsDouble(share)))
            .collect(Collectors.joining(" ")));
  }

  /** A line from point to point. */
  void path(List<Double> places, List<Double> heights) {
    curves.add(
        IntStream.range(0, places.size())
            .mapToObj(i -> point(places.get(i), heights.get(i)))
            .collect(Collectors.joining(" ")));
  }

  private static String point(double place, double height) {
    return Numbers.place(x(place)) + "," + Numbers.place(y(height));
  }

  void dot(double place, double height, String title) {
    dots.add(new Dot(Numbers.place(x(place)), Numbers.place(y(height)), title));
  }

  /** A label below the chart. */
  void below(double place, String label) {
    text(x(place), y(0) + 25, "middle", label);
  }

  /** What the two directions stand for. */
  void names(String across, String up) {
    text(x(0.5), HEIGHT - 8, "middle", across);
    text(4, 16, "start", up);
  }

  private void text(double x, double y, String anchor, String text) {
    labels.add(new Label(Numbers.place(x), Numbers.place(y), anchor, text));
  }
}
