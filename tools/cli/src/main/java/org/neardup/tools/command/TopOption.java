// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.options.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How many results a command shows. */
final class TopOption {
  private static final int MAX = 10_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many to show, 1 to 10000. Default: ${DEFAULT-VALUE}.")
  private int top;

  TopOption(int byDefault) {
    top = byDefault;
  }

  /** The number, or ends the command. */
  int checked() {
    new Usage(spec).checkRange("--top", top, 1, MAX);
    return top;
  }
}
