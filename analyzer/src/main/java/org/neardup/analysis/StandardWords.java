// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * Makes the tokens of a {@link StandardAnalyzer} several times faster than it does, for texts in
 * alphabetic scripts: Latin, Greek, Cyrillic. Tokenizing takes a quarter of the time of indexing,
 * and more than all that finding near-duplicates adds.
 *
 * <p>How a character behaves is learnt from Lucene's own tokenizer, which is asked when a character
 * first occurs. A character that behaves like none of seven kinds stays unknown. A text with an
 * unknown character, or with a word so long that the tokenizer may split it, is not taken and is
 * left to the analyzer. For one thread.
 *
 * @see <a href="https://www.unicode.org/reports/tr29/">Unicode text segmentation, word
 *     boundaries</a>
 */
final class StandardWords {
  // The kinds of characters; the sixth, 5, stands between two letters or between two digits.
  private static final byte LETTER = 0;
  private static final byte DIGIT = 1;
  private static final byte JOINER = 2; // of letters, digits and joiners; the rest begins no word
  private static final byte MID_LETTERS = 3; // between two letters
  private static final byte MID_DIGITS = 4; // between two digits
  private static final byte BREAK = 6;
  private static final byte UNKNOWN = 8; // bits that no other kind has
  private static final byte NOT_ASKED = 16;

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
  private static final byte[] KINDS = new byte[1 << Character.SIZE];
  private static final char[] LOWER = new char[1 << Character.SIZE];

  static {
    for (int i = 0; i < EXAMPLES.length(); i++) {
      KIND_BY_ANSWERS.put(answers(EXAMPLES.charAt(i)), (byte) i);
    }
    Arrays.fill(KINDS, NOT_ASKED);
    for (int c = 0; c < LOWER.length; c++) {
      LOWER[c] = (char) Character.toLowerCase(c); // as LowerCaseFilter does
    }
  }

  private final StandardAnalyzer analyzer;
  private final CharArraySet stopWords;
  private final Shingler shingler;
  private final TokenPacker packer = new TokenPacker(Integer.MAX_VALUE);

  private char[] text = new char[1024];
  private char[] chars = {};
  private int length;
  private int longest; // no word is longer
  private int start; // of the current word
  private int end;
  private int increment;
  private int seen; // a bit for each kind of its characters, except those between
  private boolean isAscii;
  private long hash;

  /** Makes the words of this analyzer, with the hashes of this shingler. */
  StandardWords(StandardAnalyzer analyzer, Shingler shingler) {
    this.analyzer = analyzer;
    this.shingler = shingler;
    stopWords = analyzer.getStopwordSet();
  }

  /** Learns the kind of a character. Threads may ask at once; they get the same answers. */
  private static void ask(char c) {
    KINDS[c] =
        Character.isSurrogate(c) ? UNKNOWN : KIND_BY_ANSWERS.getOrDefault(answers(c), UNKNOWN);
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

  /** Whether {@link #next} finds the tokens of this text; if not, the analyzer must make them. */
  boolean take(String newText) {
    length = newText.length();
    if (length > MAX_LENGTH) {
      return false;
    }
    if (text.length < length + 2) {
      text = new char[ArrayUtil.oversize(length + 2, Character.BYTES)];
    }
    newText.getChars(0, length, text, 0);
    text[length] = ' '; // ends the last word, and lets code look ahead without a check
    text[length + 1] = ' ';
    longest = Math.min(length, analyzer.getMaxTokenLength());
    end = 0;
    packer.reset();
    return isKnown() && isInShortWords();
  }

  private boolean isKnown() {
    int kinds = kinds();
    if (kinds >= NOT_ASKED) {
      for (int i = 0; i < length; i++) {
        if (KINDS[text[i]] == NOT_ASKED) {
          ask(text[i]);
        }
      }
      kinds = kinds();
    }
    return kinds < UNKNOWN;
  }

  /** The bits of the kinds of all characters. */
  private int kinds() {
    char[] from = text; // a local variable, as a field would be read again for each character
    int kinds = 0;
    for (int i = 0; i < length; i++) {
      kinds |= KINDS[from[i]];
    }
    return kinds;
  }

  /** Whether the tokenizer splits no word: one that long would have no break in half its length. */
  private boolean isInShortWords() {
    int half = (analyzer.getMaxTokenLength() + 1) / 2;
    for (int start = 0; start + half <= length; start += half) {
      int i = start;
      while (i < start + half && KINDS[text[i]] != BREAK) {
        i++;
      }
      if (i == start + half) {
        return false;
      }
    }
    return true;
  }

  /** Goes to the next word that is no stop word, and packs it; false at the end of the text. */
  boolean next() {
    increment = 1;
    while (readWord()) {
      if (stopWords.isEmpty() || !stopWords.contains(chars(), 0, length())) {
        pack();
        return true;
      }
      increment++;
    }
    increment--; // now the number of stop words at the end
    return false;
  }

  private void pack() {
    String type = (seen & 1 << LETTER) != 0 ? WORD : NUMBER;
    if (isAscii) {
      packer.addWritten(length(), increment, start, end, type);
    } else {
      packer.add(chars(), length(), increment, start, end, type);
    }
  }

  /**
   * The positions from the word before to the current one; at the end of the text, those after the
   * last word.
   */
  int increment() {
    return increment;
  }

  /** The hash of the current word. */
  long hash() {
    return hash;
  }

  /** How many characters the current word has. */
  int length() {
    return end - start;
  }

  /** The current word, as it is to be indexed, in the first {@link #length} places. */
  char[] chars() {
    chars = ArrayUtil.grow(chars, length());
    for (int i = start; i < end; i++) {
      chars[i - start] = LOWER[text[i]];
    }
    return chars;
  }

  /** All words of a text, when {@link #next} has gone over them. */
  PackedTokens tokens() {
    return packer.pack(new PackedTokens.FinalState(length, length, increment));
  }

  /** The next place where a word may begin, or the end of the text. */
  private int nextStart() {
    char[] from = text;
    int i = end;
    while (KINDS[from[i]] > JOINER && i < length) {
      i++;
    }
    return i;
  }

  private boolean readWord() {
    do {
      start = nextStart();
      if (start == length) {
        return false;
      }
      readWordAtStart();
    } while (seen == 1 << JOINER);
    return true;
  }

  /**
   * Reads, hashes and packs the letters of a word in one loop, because a processor mispredicts the
   * end of each loop over a word.
   */
  private void readWordAtStart() {
    char[] from = text;
    byte[] to = packer.room(longest);
    int shift = packer.lettersAt() - start;
    int all = 0;
    int kinds = 0;
    int last = JOINER;
    long letters = shingler.noLetters();
    int i = start;
    for (int kind = KINDS[from[i]]; kind != BREAK; kind = KINDS[from[i]]) {
      if (kind <= JOINER) {
        last = kind;
        kinds |= 1 << kind;
      } else if (!isJoined(last, kind, KINDS[from[i + 1]])) {
        break;
      }
      char letter = LOWER[from[i]];
      to[i + shift] = (byte) letter;
      all |= letter;
      letters = Shingler.appendLetter(letters, letter);
      i++;
    }
    end = i;
    seen = kinds;
    isAscii = all < 0x80;
    hash = Shingler.ofLetters(letters);
  }

  /** Whether a character of this kind joins those before and after it into one word. */
  private static boolean isJoined(int before, int kind, int after) {
    return before == after
        && ((before == LETTER && kind != MID_DIGITS) || (before == DIGIT && kind != MID_LETTERS));
  }
}
