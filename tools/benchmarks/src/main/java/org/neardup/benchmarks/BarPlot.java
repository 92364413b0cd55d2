// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.util.Version;

/**
 * What contenders took, as bars, which a template draws.
 *
 * @param title what was measured
 * @param source the benchmark and its settings
 */
record BarPlot(String title, List<Bars> all, String source) {
  static final Map<String, String> LABELS =
      Map.of(
          "plain", "all documents",
          "best", "the best version",
          "grouping", "Lucene's grouping",
          "stock", "stock Lucene",
          "replace", "stock, by id",
          "hide", "near-copies hidden",
          "drop", "near-copies dropped",
          "last", "the last one visible",
          "expire", "hidden, then deleted");

  private static final int WIDEST = 310;

  /**
   * What each contender took for one kind of work.
   *
   * @param figures the first contender is 1
   * @param unit what the first took, for people
   */
  record Bars(String heading, Turns figures, String unit) {
    String figure(String name) {
      String note = name.equals(figures.first()) ? " (" + unit + ")" : "";
      return String.format(Locale.ROOT, "%.2f", figures.ratio(name)) + note;
    }
  }

  /** Writes the picture, if the setting {@code plot} names a file for it. */
  static void write(Settings settings, String title, List<Bars> all, String source)
      throws IOException {
    if (settings.has("plot")) {
      String versions = ", Lucene " + Version.LATEST + ", Java " + Runtime.version().feature();
      StringOutput picture = new StringOutput();
      TemplateEngine.createPrecompiled(
              null, ContentType.Html, BarPlot.class.getClassLoader(), "org.neardup.benchmarks")
          .render("bars.jte", new BarPlot(title, all, source + versions), picture);
      Files.writeString(Path.of(settings.text("plot")), picture.toString());
    }
  }

  int height() {
    return 62 + all.stream().mapToInt(bars -> 32 + 22 * bars.figures().names().size()).sum();
  }

  int width(Bars bars, String name) {
    double largest =
        all.stream()
            .flatMapToDouble(
                each -> each.figures().names().stream().mapToDouble(each.figures()::ratio))
            .max()
            .orElse(1);
    return (int) Math.round(WIDEST * bars.figures().ratio(name) / largest);
  }
}
