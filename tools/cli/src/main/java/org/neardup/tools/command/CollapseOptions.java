// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.index.ContainedTexts;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
import org.neardup.tools.options.GuardOption;
import org.neardup.tools.options.Usage;
import org.neardup.tools.options.VerdictsOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every command that collapses documents. */
final class CollapseOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--variants",
      paramLabel = "hide|drop",
      defaultValue = "hide",
      description =
          "What becomes of a near-duplicate: it is indexed and hidden, or it is not indexed."
              + " Default: ${DEFAULT-VALUE}.")
  private Variants variants;

  @Option(
      names = "--contained",
      paramLabel = "show|hide",
      defaultValue = "show",
      description =
          "What becomes of a text of which at least .95 stands in a longer visible one, such as a"
              + " teaser in its article: nothing, or it is hidden until no such text is left."
              + " Default: ${DEFAULT-VALUE}.")
  private ContainedTexts contained;

  @Option(
      names = "--keep",
      paramLabel = "CRITERIA",
      description =
          "Which document of a group stays visible: the first or the last to arrive, the longest,"
              + " or the one with the largest or smallest value of a field, as numbers or else as"
              + " text: first, last, longest, max:FIELD, min:FIELD. Several are separated by"
              + " commas; the next one decides where one does not. Default: first, or longest with"
              + " --guard lossless.")
  private String keep;

  @Option(
      names = "--scope",
      paramLabel = "FIELD",
      description =
          "Field, such as a language or a site; documents with different values never collapse."
              + " Default: none.")
  private String scope;

  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description =
          "What decides: sketches, and texts where sketches are not certain; sketches alone; or"
              + " texts alone. Default: ${DEFAULT-VALUE}.")
  private Verification verification;

  @Mixin private GuardOption guard;
  @Mixin private VerdictsOption verdicts;
  @Mixin private ResemblanceOptions resemblance;

  /**
   * The config with the given options.
   *
   * @throws picocli.CommandLine.ParameterException if something is out of range
   */
  CollapseConfig config(CollapseConfig base) {
    return new Usage(spec)
        .checked(
            () -> {
              CollapseConfig config =
                  resemblance
                      .config(base)
                      .withGuards(guard.value().toArray(Guard[]::new))
                      .withVerification(verification)
                      .withVariants(variants)
                      .withContained(contained)
                      .withVerdicts(verdicts.value());
              config = keep == null ? config : config.withPreference(Preference.parse(keep));
              return scope == null ? config : config.withScopeField(scope);
            });
  }
}
