// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

/**
 * Halves of the pairs by which Java and JSON write characters beyond U+FFFF. One that stands alone,
 * as an escape in JSON or HTML may, is no character, and has no place in UTF-8.
 */
final class Surrogates {
  private static final char REPLACEMENT = '\uFFFD';

  private Surrogates() {}

  /**
   * The text with U+FFFD for each half that stands alone, as Lucene writes it: so what is analysed
   * is what is stored.
   */
  static String replaceAlone(String text) {
    StringBuilder replaced = null;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          i++; // the other half
        } else {
          replaced = replaced == null ? new StringBuilder(text) : replaced;
          replaced.setCharAt(i, REPLACEMENT);
        }
      }
    }
    return replaced == null ? text : replaced.toString();
  }
}
