// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import picocli.CommandLine.Option;

/** What is compared, and from which resemblance on documents are near-duplicates. */
final class ResemblanceOptions {

  @Option(
      names = "--threshold",
      paramLabel = "T",
      defaultValue = "0.8",
      description =
          "Least resemblance of near-duplicates, above 0 and at most 1. Default: ${DEFAULT-VALUE}.")
  private double threshold;

  @Option(
      names = "--shingle",
      paramLabel = "word:K|char:K",
      defaultValue = "word:5",
      description =
          "What is compared: runs of K words, or of K characters. Default: ${DEFAULT-VALUE}.")
  private String shingle;

  /**
   * The config with what was given.
   *
   * @throws IllegalArgumentException if something is out of range
   */
  CollapseConfig config(CollapseConfig base) {
    return base.withThreshold(threshold).withShingling(Shingling.parse(shingle));
  }
}
