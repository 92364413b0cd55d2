// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;

/**
 * A chart as marks in a plane of {@value #WIDTH} by {@value #HEIGHT}, from the upper left corner.
 *
 * @param id unique in the page
 * @param title of the chart
 * @param description what is to be seen, in words
 * @param columns of the table with the same numbers
 * @param rows of that table
 */
record Drawing(
    String id,
    String title,
    String description,
    List<Line> lines,
    List<Box> boxes,
    List<String> curves,
    List<Dot> dots,
    List<Label> labels,
    List<String> columns,
    List<List<String>> rows) {
  static final int WIDTH = 560;
  static final int HEIGHT = 280;

  /** A straight line. */
  record Line(String kind, String x1, String y1, String x2, String y2) {}

  /** A bar. */
  record Box(String kind, String x, String y, String width, String height, String title) {}

  /** A measured point. */
  record Dot(String x, String y, String title) {}

  /** Words in the chart. */
  record Label(String x, String y, String anchor, String text) {}

  String viewBox() {
    return "0 0 " + WIDTH + " " + HEIGHT;
  }
}
