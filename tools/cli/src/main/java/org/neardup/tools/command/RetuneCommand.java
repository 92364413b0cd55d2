// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.Upkeep;
import org.neardup.tools.index.Upkeep.RetuneReport;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.GuardOption;
import org.neardup.tools.options.VerdictsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Changes the threshold, the guards or the verdicts of an index, which document of a group"
          + " stays visible, or what becomes of the others, and decides on all documents again.",
      "",
      "It uses the sketches and fields in the index: the input is not needed. The index is"
          + " rewritten. A guard that is new reads stored texts. Settings that are not given do not"
          + " change. Dropped documents do not come"
          + " back; with --variants drop, hidden documents are deleted."
    },
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footer = "  neardup retune --index docs.idx --threshold 0.9 --keep max:date")
final class RetuneCommand extends IndexedCommand {
  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Least resemblance of near-duplicates, above 0 and at most 1. Default: unchanged.")
  private Double threshold;

  @Option(
      names = "--keep",
      paramLabel = "CRITERIA",
      description =
          "Which document of a group stays visible, as in 'neardup index'. Default: unchanged.")
  private String keep;

  @Option(
      names = "--variants",
      paramLabel = "hide|drop",
      description =
          "What becomes of near-duplicates: they are hidden, or deleted. Default: unchanged.")
  private Variants variants;

  @Option(
      names = "--guard",
      split = ",",
      paramLabel = "GUARD",
      description = "What must agree, as in 'neardup index'; none for nothing. Default: unchanged.")
  private List<String> guards;

  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description = "What decides, as in 'neardup index'. Default: ${DEFAULT-VALUE}.")
  private Verification verification;

  @Mixin private VerdictsOption verdicts;

  @Override
  public Integer call() throws IOException {
    if (Stream.of(threshold, keep, variants, guards).allMatch(option -> option == null)
        && !verdicts.given()) {
      throw usage()
          .mistake("one of --threshold, --keep, --variants, --guard and --verdicts must be given");
    }
    List<PairVerdict> said = verdicts.value();
    UnaryOperator<CollapseConfig> change =
        config -> usage().checked(() -> changed(config.withVerdicts(said)));
    // Mistakes are reported before the index is opened.
    Preference given = change.apply(CollapseConfig.defaults()).preference();
    RetuneReport report = Upkeep.retune(folder(), keep == null ? null : given, change);
    printCounts(report, report::text);
    return ExitCode.DONE.code();
  }

  private Guard[] guards() {
    List<Guard> parsed = GuardOption.parse(guards.equals(List.of("none")) ? List.of() : guards);
    return parsed.toArray(Guard[]::new);
  }

  private CollapseConfig changed(CollapseConfig config) {
    CollapseConfig changed = config.withVerification(verification);
    changed = threshold == null ? changed : changed.withThreshold(threshold);
    changed = guards == null ? changed : changed.withGuards(guards());
    changed = keep == null ? changed : changed.withPreference(Preference.parse(keep));
    return variants == null ? changed : changed.withVariants(variants);
  }
}
