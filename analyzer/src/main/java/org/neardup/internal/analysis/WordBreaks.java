// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * Where a {@link StandardTokenizer} begins and ends words, for texts in alphabetic scripts: Latin,
 * Greek, Cyrillic.
 *
 * <p>How a character behaves is learnt from Lucene's own tokenizer, which is asked when a character
 * first occurs. A character that behaves like none of seven kinds stays unknown. A text with an
 * unknown character, or with a word so long that the tokenizer may split it, is not taken. For one
 * thread.
 *
 * <p>The loops over the letters of a word are in {@link StandardWords} and {@link LearntWords}: a
 * word begins at {@link #nextStart} and goes on while characters are of the first three kinds or
 * {@linkplain #isJoined joined}. One of joiners alone is none.
 *
 * @see <a href="https://www.unicode.org/reports/tr29/">Unicode text segmentation, word
 *     boundaries</a>
 */
public final class WordBreaks {
  // The kinds of characters; the sixth, 5, stands between two letters or between two digits.
  static final byte LETTER = 0;
  static final byte DIGIT = 1;
  static final byte JOINER = 2; // of letters, digits and joiners; the rest begins no word
  private static final byte MID_LETTERS = 3; // between two letters
  private static final byte MID_DIGITS = 4; // between two digits
  static final byte BREAK = 6;
  private static final byte UNKNOWN = 8; // bits that no other kind has
  private static final byte NOT_NORMAL = 16;
  private static final byte NOT_ASKED = 32;

  private static final String WORD = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.ALPHANUM];
  private static final String NUMBER = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.NUM];

  /** So that the packed words of a text, with at most six bytes per character, fit in an array. */
  private static final int MAX_LENGTH = 1 << 28;

  /** A character of each known kind, in their order. */
  private static final String EXAMPLES = "a1_:,. ";

  /** Lines that distinguish the kinds, with the character in place of the question marks. */
  private static final String QUESTIONS =
      "?\n??\na?\n?a\na?a\na??a\n1?\n?1\n1?1\n1??1\na?1\n1?a\n_?\n?_\n_?_\na?_\n_?a\n1?_\n_?1\n"
          + "a:?\n?:a\n1,?\n?,1\na.?\n?.a\n1.?\n?.1\n?'\n?'?\n?\"\n?\"?";

  private static final Map<String, Byte> KIND_BY_ANSWERS = new HashMap<>();
  private static final byte[] ALL_KINDS = notAsked();
  private static final Map<Form, byte[]> NORMAL_KINDS =
      Map.of(Form.NFC, notAsked(), Form.NFKC, notAsked());

  static {
    for (int i = 0; i < EXAMPLES.length(); i++) {
      KIND_BY_ANSWERS.put(answers(EXAMPLES.charAt(i)), (byte) i);
    }
  }

  private final TextNormalizer normalizer; // null: texts are taken as they are
  private final OriginalOffsets offsets;

  /** The kind of each character; a kind of its own if the normaliser might change it. */
  final byte[] kinds;

  private char[] text = new char[1024];
  private int length;
  private int originalLength;

  /**
   * Finds the words of texts.
   *
   * @param normalizer for this object alone; null takes texts as they are
   */
  public WordBreaks(TextNormalizer normalizer) {
    this.normalizer = normalizer;
    offsets = normalizer == null ? new OriginalOffsets() : normalizer.offsets();
    kinds = normalizer == null ? ALL_KINDS : NORMAL_KINDS.get(normalizer.form());
  }

  private static byte[] notAsked() {
    byte[] kinds = new byte[1 << Character.SIZE];
    Arrays.fill(kinds, NOT_ASKED);
    return kinds;
  }

  /** Learns the kind of a character. Threads may ask at once; they get the same answers. */
  private void ask(char c) {
    if (Character.isSurrogate(c)) {
      kinds[c] = UNKNOWN;
    } else if (normalizer != null && !normalizer.isInert(c)) {
      kinds[c] = NOT_NORMAL;
    } else {
      kinds[c] = KIND_BY_ANSWERS.getOrDefault(answers(c), UNKNOWN);
    }
  }

  /** Where the tokenizer finds words, and of which types, in the lines with this character. */
  private static String answers(char c) {
    StringBuilder answers = new StringBuilder();
    try (Tokenizer tokenizer = new StandardTokenizer()) {
      OffsetAttribute offset = tokenizer.getAttribute(OffsetAttribute.class);
      TypeAttribute type = tokenizer.getAttribute(TypeAttribute.class);
      tokenizer.setReader(new StringReader(QUESTIONS.replace('?', c)));
      tokenizer.reset();
      while (tokenizer.incrementToken()) {
        answers.append(offset.startOffset()).append('-').append(offset.endOffset());
        answers.append(type.type());
      }
      tokenizer.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // strings do not fail
    }
    return answers.toString();
  }

  /**
   * Whether the words of this text are found; if not, the tokenizer must find them.
   *
   * @param maxTokenLength of the tokenizer
   */
  boolean take(String newText, int maxTokenLength) {
    originalLength = newText.length();
    offsets.reset();
    if (!setLength(originalLength)) {
      return false;
    }
    newText.getChars(0, length, text, 0);
    return isKnown() && isInShortWords(maxTokenLength);
  }

  private boolean setLength(int newLength) {
    if (newLength > MAX_LENGTH) {
      return false;
    }
    length = newLength;
    text = ArrayUtil.grow(text, length + 2);
    text[length] = ' '; // ends the last word, and lets code look ahead without a check
    text[length + 1] = ' ';
    return true;
  }

  /** The text taken, in its normal form, and two blanks. */
  char[] text() {
    return text;
  }

  /** How many characters the text has. */
  int length() {
    return length;
  }

  /** Where a word begins in the original text that begins at a place. */
  int originalStart(int start) {
    return offsets.start(start);
  }

  /** Where a word ends in the original text that ends at a place. */
  int originalEnd(int end) {
    return offsets.end(end);
  }

  /** What a stream says after the last word. */
  PackedTokens.FinalState finalState(int increment) {
    return new PackedTokens.FinalState(originalLength, originalLength, increment);
  }

  /** Whether all kinds of characters are known, perhaps those of the normal form. */
  private boolean isKnown() {
    int all = askedKinds();
    return all < UNKNOWN || ((all & UNKNOWN) == 0 && normalize() && askedKinds() < UNKNOWN);
  }

  private boolean normalize() {
    normalizer.reset();
    normalizer.normalize(text, length);
    boolean isTaken = setLength(normalizer.length());
    if (isTaken) {
      System.arraycopy(normalizer.chars(), 0, text, 0, length);
    }
    return isTaken;
  }

  private int askedKinds() {
    int all = allKinds();
    if (all >= NOT_ASKED) {
      for (int i = 0; i < length; i++) {
        if (kinds[text[i]] == NOT_ASKED) {
          ask(text[i]);
        }
      }
      all = allKinds();
    }
    return all;
  }

  /** The bits of the kinds of all characters. */
  private int allKinds() {
    char[] from = text; // local variables, as fields would be read again for each character
    byte[] kindOf = kinds;
    int all = 0;
    for (int i = 0; i < length; i++) {
      all |= kindOf[from[i]];
    }
    return all;
  }

  /** Whether the tokenizer splits no word: one that long would have no break in half its length. */
  private boolean isInShortWords(int maxTokenLength) {
    int half = (maxTokenLength + 1) / 2;
    for (int start = 0; start + half <= length; start += half) {
      int i = start;
      while (i < start + half && kinds[text[i]] != BREAK) {
        i++;
      }
      if (i == start + half) {
        return false;
      }
    }
    return true;
  }

  /** The next place from one on where a word may begin, or the end of the text. */
  int nextStart(int from) {
    char[] chars = text;
    byte[] kindOf = kinds;
    int i = from;
    while (kindOf[chars[i]] > JOINER && i < length) {
      i++;
    }
    return i;
  }

  /** The type of a token with characters of these kinds, a bit for each. */
  static String type(int kinds) {
    return (kinds & 1 << LETTER) != 0 ? WORD : NUMBER;
  }

  /** Whether a character of this kind joins those before and after it into one word. */
  static boolean isJoined(int before, int kind, int after) {
    return before == after
        && ((before == LETTER && kind != MID_DIGITS) || (before == DIGIT && kind != MID_LETTERS));
  }
}
