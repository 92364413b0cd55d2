// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import org.neardup.analysis.Shingling;
import picocli.CommandLine.Option;

/** Option of the commands that compare sets as well as texts. */
public final class SetFieldOption {
  @Option(
      names = "--set-field",
      split = ",",
      paramLabel = "FIELD",
      description =
          "Compare the values of this field as a set, instead of texts: an array of strings or"
              + " numbers, such as tags; of an object, the keys. Several fields make one set. With"
              + " --shingle bag, repeats count, and numbers in an object say how often.")
  private List<String> names = List.of();

  /** Whether sets are compared. */
  public boolean given() {
    return !names.isEmpty();
  }

  /** The names of the fields, in order. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /**
   * The shingling of texts.
   *
   * @param shingle as given
   * @throws IllegalArgumentException if it is none
   */
  public static Shingling ofTexts(String shingle) {
    Shingling shingling = Shingling.parse(shingle);
    if (shingling.unit() == Shingling.Unit.VALUE) {
      throw new IllegalArgumentException(
          "--shingle must be word:K or char:K, got " + shingle + "; --set-field compares values");
    }
    return shingling;
  }

  /**
   * The shingling of sets.
   *
   * @param shingle as given, null if it is not
   * @throws IllegalArgumentException if it is one of texts
   */
  public static Shingling ofSets(String shingle) {
    if (shingle != null && !shingle.equals("bag")) {
      throw new IllegalArgumentException(
          "--shingle must be bag with --set-field, or not given, got " + shingle);
    }
    return Shingling.ofValues().withOccurrences(shingle != null);
  }
}
