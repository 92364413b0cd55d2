// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.neardup.internal.sketch.Curves;
import org.neardup.sketch.Bands;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Plots the probability that two documents match, by their resemblance: in a number of slots"
          + " of their sketches, or in a band.",
      "",
      "Below the plot are the resemblances where the probability is .5 and .99, and the numbers"
          + " from .5 on. The curve is computed; nothing is read."
    },
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE},
    footerHeading = "%nExamples:%n",
    footer = {"  neardup curve --slots 100 --agree 90", "  neardup curve --bands 21 --rows 6"})
final class CurveCommand extends ResultCommand {
  @ArgGroup(multiplicity = "1")
  private Form form;

  /** One of the two. */
  private static final class Form {
    @ArgGroup(exclusive = false)
    private SlotForm slots;

    @ArgGroup(exclusive = false)
    private BandForm bands;

    CurveReport report() {
      return slots == null ? bands.report() : slots.report();
    }
  }

  /** At least so many of the slots agree. */
  private static final class SlotForm {
    @Option(
        names = "--slots",
        required = true,
        paramLabel = "N",
        description = "Slots of a sketch, 1 to 1024.")
    private int slots;

    @Option(
        names = "--agree",
        required = true,
        paramLabel = "N",
        description = "Slots that must agree at least, 0 to --slots.")
    private int agree;

    CurveReport report() {
      String title = "at least " + agree + " of " + slots + " slots agree";
      return CurveReport.of(title, r -> Curves.atLeast(slots, agree, r));
    }
  }

  /** All slots of a band agree. */
  private static final class BandForm {
    @Option(
        names = "--bands",
        required = true,
        paramLabel = "N",
        description = "Bands of a sketch, at least 1; bands times rows is at most 1024.")
    private int bands;

    @Option(
        names = "--rows",
        required = true,
        paramLabel = "N",
        description = "Slots in a band, at least 1.")
    private int rows;

    CurveReport report() {
      String title = "at least 1 of " + bands + " bands of " + rows + " slots agrees";
      return CurveReport.of(title, new Bands(bands, rows)::matchProbability);
    }
  }

  @Override
  public Integer call() {
    CurveReport report = usage().checked(form::report);
    print(report, report::text);
    return ExitCode.DONE.code();
  }

  /**
   * A probability by resemblance. Component names are the keys of the JSON.
   *
   * @param event what has the probability
   * @param reachesHalf the resemblance where the probability is .5
   * @param reaches99 the resemblance where the probability is .99
   * @param points from resemblance 0 to 1 in steps of .01
   */
  record CurveReport(String event, double reachesHalf, double reaches99, List<Point> points) {
    private static final int STEPS = 100;
    private static final int LINES = 20;
    private static final int COLUMNS = 50;

    /** One point of the curve. */
    record Point(double resemblance, double probability) {}

    static CurveReport of(String event, DoubleUnaryOperator curve) {
      List<Point> points =
          IntStream.rangeClosed(0, STEPS)
              .mapToDouble(i -> (double) i / STEPS)
              .mapToObj(r -> new Point(r, curve.applyAsDouble(r)))
              .toList();
      return new CurveReport(event, Curves.reaches(curve, .5), Curves.reaches(curve, .99), points);
    }

    /** For people: a plot, then the numbers. */
    String text() {
      StringBuilder text = new StringBuilder("probability that " + event + "\n\n");
      plot(text);
      text.append(
          String.format(
              Locale.ROOT,
              "%n.5 at resemblance %.4f, .99 at %.4f%n%nresemblance  probability",
              reachesHalf,
              reaches99));
      for (int i = STEPS / 2; i <= STEPS; i += 5) {
        line(text, points.get(i));
      }
      return text.toString().replace(System.lineSeparator(), "\n");
    }

    private static void line(StringBuilder text, Point point) {
      // Small ones by their size; near 1 five places say enough.
      String format = point.probability() < .0001 ? "%n%11.2f  %11.2e" : "%n%11.2f  %11.5f";
      text.append(String.format(Locale.ROOT, format, point.resemblance(), point.probability()));
    }

    /** A star a column, at the height nearest to the probability. */
    private void plot(StringBuilder text) {
      for (int line = LINES; line >= 0; line--) {
        String label =
            line % 5 == 0 ? String.format(Locale.ROOT, "%.2f", (double) line / LINES) : "";
        StringBuilder row = new StringBuilder();
        for (int column = 0; column <= COLUMNS; column++) {
          double probability = points.get(column * STEPS / COLUMNS).probability();
          row.append(Math.round(probability * LINES) == line ? '*' : ' ');
        }
        text.append(String.format(Locale.ROOT, "%4s |%s%n", label, row.toString().stripTrailing()));
      }
      text.append("     +").append("-".repeat(COLUMNS + 1)).append('\n');
      text.append("      0").append(" ".repeat(COLUMNS / 2 - 2)).append(".5");
      text.append(" ".repeat(COLUMNS / 2 - 1)).append("1\n");
    }
  }
}
