// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.options.SetFieldOption;
import org.neardup.tools.options.ThresholdOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is compared, and the least resemblance of near-duplicates. */
final class ResemblanceOptions {

  @Mixin private ThresholdOption threshold;

  @Option(
      names = "--shingle",
      paramLabel = "word:K|char:K|bag",
      description =
          "What is compared: runs of K words, or of K characters; bag goes with --set-field, where"
              + " there is one. Default: word:5, or sets.")
  private String shingle;

  @Option(
      names = "--min-elements",
      paramLabel = "N",
      description =
          "A document with fewer shingles, or values, is a near-duplicate of the same only. Default:"
              + " 8 for texts, 1 for sets.")
  private Integer minElements;

  /**
   * The config with the given options.
   *
   * @throws IllegalArgumentException if something is out of range
   */
  CollapseConfig config(CollapseConfig base) {
    Shingling shingling =
        base.comparesValues()
            ? SetFieldOption.ofSets(shingle)
            : SetFieldOption.ofTexts(shingle == null ? "word:5" : shingle);
    CollapseConfig config = base.withThreshold(threshold.value()).withShingling(shingling);
    return minElements == null ? config : config.withMinElements(minElements);
  }
}
