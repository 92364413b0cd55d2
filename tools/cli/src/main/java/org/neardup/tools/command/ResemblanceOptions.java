// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is compared, and the least resemblance of near-duplicates. */
final class ResemblanceOptions {

  @Mixin private ThresholdOption threshold;

  @Option(
      names = "--shingle",
      paramLabel = "word:K|char:K",
      defaultValue = "word:5",
      description =
          "What is compared: runs of K words, or of K characters. Default: ${DEFAULT-VALUE}.")
  private String shingle;

  /**
   * The config with the given options.
   *
   * @throws IllegalArgumentException if something is out of range
   */
  CollapseConfig config(CollapseConfig base) {
    return base.withThreshold(threshold.value()).withShingling(Shingling.parse(shingle));
  }
}
