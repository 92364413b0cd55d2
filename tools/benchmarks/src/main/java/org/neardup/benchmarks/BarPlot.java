// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.util.Version;

/** Draws what contenders took as bars, in light and dark: a picture of its own in SVG. */
final class BarPlot {
  /**
   * What each contender took for one kind of work.
   *
   * @param figures the first contender is 1
   * @param unit what the first took, for people
   */
  record Bars(String heading, Turns figures, String unit) {}

  private static final Map<String, String> LABELS =
      Map.of(
          "plain", "all documents",
          "best", "the best version",
          "stock", "stock Lucene",
          "replace", "stock, by id",
          "hide", "near-copies hidden",
          "drop", "near-copies dropped",
          "last", "the last one visible",
          "expire", "hidden, then deleted");

  private static final int WIDTH = 600;
  private static final int LEFT = 160;
  private static final int WIDEST = 310;
  private static final int ROW = 22;

  /** The style is the same for all; only colours depend on what the reader prefers. */
  private static final String STYLE =
      """
      <style>
      svg { font: 13px system-ui, sans-serif; fill: #1f2328 }
      .back { fill: #ffffff } .small { fill: #59636e; font-size: 12px } .bold { font-weight: 600 }
      .stock, .replace, .plain { fill: #8c959f } .hide { fill: #0969da } .drop, .best { fill: #1a7f37 }
      @media (prefers-color-scheme: dark) {
      svg { fill: #f0f6fc } .back { fill: #0d1117 } .small { fill: #9198a1 }
      .stock, .replace, .plain { fill: #767e88 } .hide { fill: #388bfd } .drop, .best { fill: #3fb950 }
      }
      </style>
      """;

  private final StringBuilder out = new StringBuilder();
  private final double unit;
  private int y = 28;

  private BarPlot(double largest) {
    this.unit = WIDEST / largest;
  }

  /**
   * Writes the picture, if the setting {@code plot} names a file for it.
   *
   * @param title what was measured, as the first line
   * @param source the benchmark and its settings, for the last line
   */
  static void write(Settings settings, String title, List<Bars> all, String source)
      throws IOException {
    if (!settings.has("plot")) {
      return;
    }
    double largest =
        all.stream()
            .flatMap(bars -> bars.figures.names().stream().map(bars.figures::ratio))
            .max(Double::compare)
            .orElse(1.0);
    BarPlot plot = new BarPlot(largest);
    plot.text(12, "bold", title + ": shorter is better");
    all.forEach(plot::draw);
    plot.y += ROW;
    plot.text(
        12,
        "small",
        source + ", Lucene " + Version.LATEST + ", Java " + Runtime.version().feature());
    Files.writeString(Path.of(settings.text("plot")), plot.whole(title));
  }

  private String whole(String title) {
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
        <title>%5$s</title>
        %3$s<rect class="back" width="%1$d" height="%2$d"/>
        %4$s</svg>
        """,
        WIDTH,
        y + 12,
        STYLE,
        out,
        title);
  }

  private void draw(Bars bars) {
    y += ROW + 10;
    text(12, "bold", bars.heading);
    String note = " (" + bars.unit + ")";
    for (String name : bars.figures.names()) {
      draw(name, bars.figures.ratio(name), note);
      note = "";
    }
  }

  private void draw(String name, double ratio, String note) {
    y += ROW;
    text(12, "label", LABELS.get(name));
    double width = ratio * unit;
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"15\"/>\n",
            name,
            LEFT,
            y - 12,
            width));
    text(LEFT + width + 8, "label", String.format(Locale.ROOT, "%.2f", ratio) + note);
  }

  private void text(double x, String kind, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.0f\" y=\"%d\">%s</text>\n",
            kind,
            x,
            y,
            escaped));
  }
}
