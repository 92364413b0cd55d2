// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells names and identifiers by how they are written: with a capital though no sentence begins
 * there, or with capitals, digits or signs inside. German nouns count as names, too.
 */
final class NameWords {
  private static final Pattern IDENTIFIER =
      Pattern.compile(
          ".*\\p{Ll}\\p{Lu}.*" // FloatSorter
              + "|.*\\p{Lu}\\p{Lu}\\p{Ll}\\p{Ll}.*" // IOUtils
              + "|\\p{L}.*\\d.*" // H2O, lucene10
              + "|.*\\w[_@/]\\w.*" // a_b, a@b, a/b
              + "|\\p{L}[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]{2,})+"); // lucene.apache.org
  private static final Pattern LOWER_CASE = Pattern.compile("\\p{Ll}");
  private static final Pattern ENDS_SENTENCE =
      Pattern.compile(".*[.!?:;•|\"“”(]\\s*$", Pattern.DOTALL);
  private static final Set<String> LITTLE =
      Set.copyOf(
          List.of(
              ("a an and at by for from i in it its of on or our the their they this to us we you your"
                      + " der die das den dem des ein eine und von zu im am wir sie ihr le la les l un"
                      + " une et de du des nous vous el los las y del")
                  .split(" ")));

  private NameWords() {}

  /** Whether a word is one that links others, and so neither makes a name nor breaks one. */
  static boolean isLittle(String plain) {
    return LITTLE.contains(plain);
  }

  /**
   * Whether a token is a name.
   *
   * @param before the words before it
   * @param around the words around it, which tell whether all is in capitals here
   */
  static boolean isName(String token, String before, String around) {
    if (IDENTIFIER.matcher(token).matches()) {
      return true;
    }
    return Character.isUpperCase(token.codePointAt(0))
        && !beginsSentence(before)
        && (isTitleCase(token) || LOWER_CASE.matcher(around).find());
  }

  private static boolean beginsSentence(String before) {
    return before.isBlank() || ENDS_SENTENCE.matcher(before).matches();
  }

  private static boolean isTitleCase(String token) {
    return LOWER_CASE.matcher(token).find();
  }
}
