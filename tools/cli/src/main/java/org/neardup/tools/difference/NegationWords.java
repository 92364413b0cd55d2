// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.util.List;
import java.util.Set;

/** Tells words that deny, in some European languages and in Chinese. */
final class NegationWords {
  private static final Set<String> WORDS =
      Set.copyOf(
          List.of(
              ("not no never without none nor neither cannot nothing nobody nowhere unless except"
                      + " nicht kein keine keinen keinem keiner keines nie niemals ohne weder"
                      + " ne pas jamais sans aucun aucune ni nunca jamás sin ningún ninguna ninguno"
                      + " non senza nessun nessuna nessuno não sem nenhum nenhuma niet geen nooit zonder"
                      + " inte ej ingen inga aldrig utan ikke aldri uten aldrig uden bez nigdy не нет"
                      + " без никогда nem nincs 不 没 沒 無 无 非 未 勿 莫")
                  .split(" ")));
  private static final List<String> PREFIXES = List.of("un", "non", "in", "im", "ir", "il", "dis");
  private static final int LEAST_STEM = 4;

  private NegationWords() {}

  /** Whether a word denies, by its plain form: with "n't" at its end, or as a word of its own. */
  static boolean isNegation(String plain) {
    return WORDS.contains(plain) || (plain.length() > 3 && plain.endsWith("nt") && isShort(plain));
  }

  /** "don't" is "dont" in plain form; "tent" and "went" are other words. */
  private static boolean isShort(String plain) {
    return AUXILIARIES.contains(plain.substring(0, plain.length() - 2));
  }

  private static final Set<String> AUXILIARIES =
      Set.copyOf(
          List.of(
              ("do does did is are was were has have had ca wo would should could must might need shall"
                      + " sha ai")
                  .split(" ")));

  /** Whether of two words one denies the other, as "unlawful" does "lawful". */
  static boolean areOpposite(String plain, String other) {
    return isDenied(plain, other) || isDenied(other, plain);
  }

  private static boolean isDenied(String stem, String other) {
    return stem.length() >= LEAST_STEM
        && PREFIXES.stream()
            .anyMatch(
                prefix ->
                    other.length() == prefix.length() + stem.length()
                        && other.startsWith(prefix)
                        && other.endsWith(stem));
  }
}
