// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.concurrent.Callable;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Curves;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Usage;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code neardup curve}. */
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
final class CurveCommand implements Callable<Integer> {

  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Form form;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

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
    CurveReport report = report();
    neardup.terminal().print(json ? Json.of(report) : report.text());
    return ExitCode.DONE.code();
  }

  private CurveReport report() {
    try {
      return form.report();
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }
}
