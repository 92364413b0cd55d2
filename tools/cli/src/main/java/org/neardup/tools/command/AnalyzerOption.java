// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.index.Analyzers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What makes words of texts in an index. */
final class AnalyzerOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      defaultValue = Analyzers.DEFAULT,
      description =
          "What makes words of texts: one of Lucene's analyzers, such as standard, whitespace, cjk,"
              + " english, german, or a class on the class path. The index keeps the name, and"
              + " searches use it. Default: ${DEFAULT-VALUE}.")
  private String name;

  /**
   * The name, of which there is an analyzer.
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
