// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.util.Version;

/**
 * Draws what {@link IndexBenchmark} measured as bars, in light and dark: a picture of its own in
 * SVG, 600 units wide.
 */
final class IndexPlot {
  /**
   * What one engine took.
   *
   * @param ratio of the time to that of the first engine
   * @param seconds of the median run
   * @param documents in the index
   */
  record Bar(double ratio, double seconds, int documents) {}

  /** The engines on one corpus of so many documents, in order. */
  record Bars(String corpus, int documents, Map<String, Bar> byEngine) {}

  private static final Map<String, String> LABELS =
      Map.of(
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
      .stock, .replace { fill: #8c959f } .hide { fill: #0969da } .drop { fill: #1a7f37 }
      @media (prefers-color-scheme: dark) {
      svg { fill: #f0f6fc } .back { fill: #0d1117 } .small { fill: #9198a1 }
      .stock, .replace { fill: #767e88 } .hide { fill: #388bfd } .drop { fill: #3fb950 }
      }
      </style>
      """;

  private final StringBuilder out = new StringBuilder();
  private final double unit;
  private int y = 28;

  private IndexPlot(double largest) {
    this.unit = WIDEST / largest;
  }

  /** The picture of what was measured with so many threads. */
  static String svg(List<Bars> all, int threads) {
    double largest =
        all.stream()
            .flatMap(bars -> bars.byEngine.values().stream())
            .mapToDouble(Bar::ratio)
            .max()
            .orElse(1);
    IndexPlot plot = new IndexPlot(largest);
    plot.text(12, "bold", "Time to index, with stock Lucene as 1: shorter is better");
    all.forEach(plot::draw);
    plot.y += ROW;
    plot.text(
        12,
        "small",
        "IndexBenchmark, "
            + (threads == 1 ? "one thread" : threads + " threads")
            + ", Lucene "
            + Version.LATEST
            + ", Java "
            + Runtime.version().feature());
    return plot.whole();
  }

  private String whole() {
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
        <title>Time to index with and without collapse of near-copies</title>
        %3$s<rect class="back" width="%1$d" height="%2$d"/>
        %4$s</svg>
        """,
        WIDTH,
        y + 12,
        STYLE,
        out);
  }

  private void draw(Bars bars) {
    y += ROW + 10;
    String copies =
        bars.byEngine.containsKey("drop")
            ? String.format(
                Locale.ROOT,
                ", %.0f %% near-copies",
                100.0 * (bars.documents - bars.byEngine.get("drop").documents) / bars.documents)
            : "";
    text(
        12,
        "bold",
        String.format(Locale.ROOT, "%s: %,d documents%s", bars.corpus, bars.documents, copies));
    String first = bars.byEngine.keySet().iterator().next();
    bars.byEngine.forEach((engine, bar) -> draw(engine, bar, engine.equals(first)));
  }

  private void draw(String engine, Bar bar, boolean withSeconds) {
    y += ROW;
    text(12, "label", LABELS.get(engine));
    double width = bar.ratio * unit;
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"15\"/>\n",
            engine,
            LEFT,
            y - 12,
            width));
    String seconds = withSeconds ? String.format(Locale.ROOT, " (%.1f s)", bar.seconds) : "";
    text(LEFT + width + 8, "label", String.format(Locale.ROOT, "%.2f", bar.ratio) + seconds);
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
