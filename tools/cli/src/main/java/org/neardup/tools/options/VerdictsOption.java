// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.nio.file.Path;
import java.util.List;
import org.neardup.compare.PairVerdict;
import picocli.CommandLine.Option;

/** What people said of pairs of documents. */
public final class VerdictsOption {
  @Option(
      names = "--verdicts",
      paramLabel = "FILE",
      description =
          "What people said of pairs of documents: JSON Lines with the ids a and b, and as verdict"
              + " same, different or withdrawn. It goes before threshold and guards. The last one on"
              + " a pair holds, until a text changes.")
  private Path file;

  public boolean given() {
    return file != null;
  }

  /**
   * The verdicts, in their order; none if the option was not given.
   *
   * @throws org.neardup.tools.console.ToolException if there is no such file, or a line is none
   */
  public List<PairVerdict> value() {
    return file == null ? List.of() : new VerdictFile(file).read();
  }
}
