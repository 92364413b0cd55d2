// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import picocli.CommandLine.Option;

/** The least resemblance of near-duplicates. */
public final class ThresholdOption {

  @Option(
      names = "--threshold",
      paramLabel = "T",
      defaultValue = "0.8",
      description =
          "Least resemblance of near-duplicates, above 0 and at most 1. Default: ${DEFAULT-VALUE}.")
  private double threshold;

  /** The value, which is not checked. */
  public double value() {
    return threshold;
  }
}
