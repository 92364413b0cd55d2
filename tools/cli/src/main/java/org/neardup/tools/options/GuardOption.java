// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import org.neardup.compare.Guard;
import picocli.CommandLine.Option;

/** What must agree besides, if two texts are near-duplicates. */
public final class GuardOption {
  @Option(
      names = "--guard",
      split = ",",
      paramLabel = "GUARD",
      description =
          "What near-duplicates must have in common besides, with commas: numbers, negations,"
              + " names (words with a capital inside sentences), field:NAME (a stored value), or"
              + " lossless: all that a hidden text says stands in the visible one. Default: none.")
  private List<String> names = List.of();

  /**
   * The guards, in the order given.
   *
   * @throws IllegalArgumentException if there is no such guard
   */
  public List<Guard> value() {
    return parse(names);
  }

  /** Those of some names. */
  public static List<Guard> parse(List<String> names) {
    return names.stream().map(Guard::parse).toList();
  }
}
