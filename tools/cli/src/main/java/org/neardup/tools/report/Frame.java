// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

/**
 * The frame of a chart: places in it are shares of its width, from the left, and of its height,
 * from below. For one thread.
 */
final class Frame {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 320;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 28;
  private static final int BOTTOM = 52;

  private final HtmlWriter html;
  private final String id;

  Frame(HtmlWriter html, String id) {
    this.html = html;
    this.id = id;
  }

  /** Begins the drawing; the caller closes it. */
  void open(String title, String description) {
    html.open(
        "svg",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "role",
        "img",
        "aria-labelledby",
        id + "-title " + id + "-description");
    html.element("title", title, "id", id + "-title");
    html.element("desc", description, "id", id + "-description");
  }

  double x(double share) {
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  double y(double share) {
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  /** A line across, with its label to the left. */
  void horizontal(double height, String label) {
    line("grid", 0, height, 1, height);
    text(x(0) - 8, y(height) + 4, "end", label);
  }

  /** A line from one place to another. */
  void line(String kind, double fromX, double fromY, double toX, double toY) {
    html.empty(
        "line",
        "class",
        kind,
        "x1",
        Numbers.place(x(fromX)),
        "y1",
        Numbers.place(y(fromY)),
        "x2",
        Numbers.place(x(toX)),
        "y2",
        Numbers.place(y(toY)));
  }

  /** A label below the chart. */
  void below(double place, String label) {
    text(x(place), y(0) + 18, "middle", label);
  }

  /** What the two directions stand for. */
  void names(String across, String up) {
    text(x(0.5), HEIGHT - 8, "middle", across);
    text(4, 16, "start", up);
  }

  private void text(double x, double y, String anchor, String text) {
    html.element("text", text, "x", Numbers.place(x), "y", Numbers.place(y), "text-anchor", anchor);
  }
}
