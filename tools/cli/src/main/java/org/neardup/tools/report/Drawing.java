// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.tools.page.Numbers;

/**
 * A chart as marks in a plane of {@value #WIDTH} by {@value #HEIGHT}, from the upper left corner.
 * It is drawn by places that are shares of its width, from the left, and of its height, from below.
 * For one thread.
 *
 * @param id unique in the page
 * @param title of the chart
 * @param description what is to be seen, in words
 * @param marks to be drawn, in this order
 */
record Drawing(String id, String title, String description, List<Mark> marks) {
  static final int WIDTH = 560;
  static final int HEIGHT = 280;
  private static final int LEFT = 70;
  private static final int RIGHT = 24;
  private static final int TOP = 34;
  private static final int BOTTOM = 62;

  /** What is drawn. */
  sealed interface Mark {}

  /** A straight line. */
  record Line(String kind, double x1, double y1, double x2, double y2) implements Mark {}

  /** A bar. */
  record Box(String kind, double x, double y, double width, double height, String title)
      implements Mark {}

  /** A line from point to point. */
  record Curve(String points) implements Mark {}

  /** A measured point. */
  record Dot(double x, double y, String title) implements Mark {}

  /** Words in the chart. */
  record Label(double x, double y, String anchor, String text) implements Mark {}

  /** Without marks. */
  Drawing(String id, String title, String description) {
    this(id, title, description, new ArrayList<>());
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
    marks.add(new Line("grid", x(0), y(height), x(1), y(height)));
    text(x(0) - 8, y(height) + 4, "end", label);
  }

  /** A line from below to above. */
  void vertical(double place) {
    marks.add(new Line("threshold", x(place), y(0), x(place), y(1)));
  }

  /** A bar from one place to another. */
  void bar(String kind, double from, double to, double height, String title) {
    double width = x(to) - x(from);
    double gap = Math.min(1, width / 8);
    double top = y(height);
    marks.add(new Box(kind, x(from) + gap, top, width - 2 * gap, y(0) - top, title));
  }

  /** A line from point to point. */
  void path(Stream<String> points) {
    marks.add(new Curve(points.collect(Collectors.joining(" "))));
  }

  /** A point of a path. */
  static String point(double place, double height) {
    return Numbers.place(x(place)) + "," + Numbers.place(y(height));
  }

  void dot(double place, double height, String title) {
    marks.add(new Dot(x(place), y(height), title));
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
    marks.add(new Label(x, y, anchor, text));
  }
}
