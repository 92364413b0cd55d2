// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.options.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The analyzer of an index. */
final class AnalyzerOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      defaultValue = Analyzers.DEFAULT,
      description =
          "The analyzer of texts: one of Lucene's, such as standard, whitespace, cjk, english,"
              + " german, or a class on the class path. The index keeps the name, and searches use"
              + " it. Default: ${DEFAULT-VALUE}.")
  private String name;

  /**
   * The name of an analyzer that exists.
   *
   * @throws picocli.CommandLine.ParameterException if there is none
   */
  String checked() {
    try {
      Analyzers.named(name).close();
      return name;
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }
}
