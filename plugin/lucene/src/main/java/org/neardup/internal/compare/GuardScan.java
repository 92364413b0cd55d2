// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.function.Consumer;

/** Goes over a normalised text once, word by word, for all guards that look at texts. */
public final class GuardScan {
  private static final int LETTER = 1;
  private static final int CAPITAL = 2;
  private static final int DIGIT = 4;
  private static final int ANY = LETTER | CAPITAL | DIGIT;

  /** What each character of ASCII is; 0 if it parts words. */
  private static final byte[] ASCII = new byte[128];

  static {
    for (int c = 0; c < ASCII.length; c++) {
      if (GuardLetters.begins(c)) {
        ASCII[c] =
            (byte) (Character.isDigit(c) ? DIGIT : Character.isUpperCase(c) ? CAPITAL : LETTER);
      }
    }
  }

  // Of sentences, and of words before one.
  private static final String STOPS = ".!?\u061f\u06d4\u0964\u0589\u3002";
  private static final int MAX_ABBREVIATION = 3; // letters

  private final char[] text;
  private final NumberWords numbers;
  private final Consumer<CharSequence> negations;
  private final Consumer<CharSequence> names;

  /** Of what takes words of a guard, null leaves them out. */
  public GuardScan(
      String text,
      Consumer<CharSequence> numbers,
      Consumer<CharSequence> negations,
      Consumer<CharSequence> names) {
    this.text = text.toCharArray();
    this.numbers = numbers == null ? null : new NumberWords(this.text, numbers);
    this.negations = negations;
    this.names = names;
  }

  public void scan() {
    char[] text = this.text;
    for (int i = 0; i < text.length; ) {
      char c = text[i];
      if (c < 128 ? ASCII[c] != 0 : GuardLetters.begins(Character.codePointAt(text, i))) {
        i = word(i);
      } else {
        if (c >= 128 && numbers != null) {
          numbers.findSign(i);
        }
        i++;
      }
    }
  }

  /** Takes the word that begins at a place; returns where it ends. */
  private int word(int start) {
    char[] text = this.text;
    int kinds = 0;
    int plain = start; // where characters end of which this loop tells the kind
    while (plain < text.length) {
      char c = text[plain];
      int kind = c < 128 ? ASCII[c] : GuardLetters.isPlain(c) ? LETTER | CAPITAL : 0;
      if (kind == 0) {
        break;
      }
      kinds |= kind;
      plain++;
    }
    int end = plain < text.length && text[plain] >= 128 ? GuardLetters.end(text, plain) : plain;
    if (end > plain) {
      kinds = ANY;
    }
    if (numbers != null && (kinds & DIGIT) != 0) {
      numbers.find(start, end);
    }
    if (names != null && (kinds & CAPITAL) != 0) {
      takeName(start, end);
    }
    if (negations != null && (end > plain || NegationWords.mayBe(text, start, end))) {
      NegationWords.find(text, start, end, negations);
    }
    return end;
  }

  /**
   * Takes a word if it is a name by how it is written: with a capital where no sentence begins. A
   * sentence begins with the text, and after a stop and white space; not after the stop of an
   * initial or of a short word with a capital, as in "Mr. Smith". White space does not count
   * otherwise. German nouns are names, too.
   */
  private void takeName(int start, int end) {
    if (isCapital(Character.codePointAt(text, start)) && !beginsSentence(start)) {
      names.accept(new String(text, start, end - start));
    }
  }

  private static boolean isCapital(int codePoint) {
    return Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint);
  }

  private boolean beginsSentence(int word) {
    boolean isApart = false;
    for (int i = word; i > 0; ) {
      int codePoint = Character.codePointBefore(text, i);
      i -= Character.charCount(codePoint);
      if (GuardLetters.begins(codePoint)) {
        return false;
      }
      isApart |= Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
      if (isApart && STOPS.indexOf(codePoint) >= 0 && !(codePoint == '.' && isShort(i))) {
        return true;
      }
    }
    return true;
  }

  /** Whether a stop is that of an abbreviation. */
  private boolean isShort(int stop) {
    int letters = 0;
    int first = 0;
    for (int i = stop; i > 0 && letters <= MAX_ABBREVIATION; ) {
      int codePoint = Character.codePointBefore(text, i);
      i -= Character.charCount(codePoint);
      if (!GuardLetters.continues(codePoint)) {
        break;
      }
      if (GuardLetters.begins(codePoint)) { // marks are no letters
        letters++;
        first = codePoint;
      }
    }
    return (letters <= MAX_ABBREVIATION && isCapital(first))
        || (letters == 1 && Character.isLowerCase(first));
  }
}
