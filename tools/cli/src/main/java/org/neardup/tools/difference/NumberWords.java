// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.neardup.tools.difference.Tokens.Token;

/** Tells numbers: in digits, with what is written to them, and in some words. */
final class NumberWords {
  private static final Pattern DIGITS =
      Pattern.compile("[\\p{Sc}%‰<>≤≥=±+]|\\p{N}[\\p{N}.,:/'’-]*\\p{L}{0,4}(?:-\\p{L}+)?");

  private static final Set<String> WORDS =
      Set.copyOf(
          List.of(
              ("zero two three four five six seven eight nine ten eleven twelve thirteen fourteen"
                      + " fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty"
                      + " seventy eighty ninety hundred thousand million billion trillion millions"
                      + " billions half percent zwei drei vier fünf sechs sieben acht neun zehn elf"
                      + " zwölf zwanzig dreißig vierzig fünfzig hundert tausend millionen milliarde"
                      + " milliarden prozent deux trois quatre cinq sept huit neuf dix onze douze"
                      + " quinze vingt trente quarante cinquante cent mille milliard milliards dos tres"
                      + " cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta"
                      + " cincuenta cien ciento mil millón millones")
                  .split(" ")));

  private NumberWords() {}

  static boolean isNumber(Token token) {
    return DIGITS.matcher(token.text()).matches() || WORDS.contains(token.plain());
  }
}
