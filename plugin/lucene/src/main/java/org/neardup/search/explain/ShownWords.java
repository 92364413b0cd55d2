// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * The words of a text for people: what stands between white space, and each ideograph. In scripts
 * without blanks between words a word begins where a token does.
 */
final class ShownWords {
  private static final int SCRIPTS_FROM = 0x0E00; // those without blanks are behind it
  private static final Set<UnicodeScript> WITHOUT_BLANKS =
      EnumSet.of(
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR,
          UnicodeScript.TAI_LE,
          UnicodeScript.NEW_TAI_LUE,
          UnicodeScript.TAI_THAM,
          UnicodeScript.TAI_VIET,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA);

  private final String text;
  private final BitSet tokens; // where they begin; null if that does not matter
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int count;

  private ShownWords(String text, BitSet tokens) {
    this.text = text;
    this.tokens = tokens;
    int start = -1; // of a word that goes on
    boolean isSplit = false; // whether the last character is of a script without blanks
    for (int i = 0, next; i < text.length(); i = next) {
      int character = text.codePointAt(i);
      next = i + Character.charCount(character);
      boolean isIdeograph = character >= SCRIPTS_FROM && Character.isIdeographic(character);
      boolean wasSplit = isSplit;
      isSplit = tokens != null && isWithoutBlanks(character);
      if (isIdeograph || isBlank(character) || ((isSplit || wasSplit) && tokens.get(i))) {
        add(start, i);
        start = -1;
      }
      if (isIdeograph) {
        add(i, next);
      } else if (!isBlank(character)) {
        start = start < 0 ? i : start;
      }
    }
    add(start, text.length());
  }

  /**
   * Of a text.
   *
   * @param tokens of a text; may give null if it has no scripts without blanks
   */
  static ShownWords of(String text, Function<String, TokenStream> tokens) {
    boolean needsTokens = text.codePoints().anyMatch(ShownWords::isWithoutBlanks);
    return new ShownWords(text, needsTokens ? starts(tokens.apply(text)) : null);
  }

  private static boolean isWithoutBlanks(int character) {
    return character >= SCRIPTS_FROM && WITHOUT_BLANKS.contains(UnicodeScript.of(character));
  }

  private static boolean isBlank(int character) {
    return (character >= '\t' && character <= '\r')
        || character == 0x85 // next line
        || Character.isSpaceChar(character);
  }

  /** Where tokens begin and end; null if there are none to be had. */
  private static BitSet starts(TokenStream stream) {
    if (stream == null) {
      return null;
    }
    BitSet starts = new BitSet();
    try (stream) {
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        starts.set(offset.startOffset());
        starts.set(offset.endOffset());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // strings do not fail
    }
    return starts;
  }

  private void add(int start, int end) {
    if (start < 0 || start == end) {
      return;
    }
    starts = ArrayUtil.grow(starts, count + 1);
    ends = ArrayUtil.grow(ends, count + 1);
    starts[count] = start;
    ends[count++] = end;
  }

  List<String> list() {
    return IntStream.range(0, count).mapToObj(i -> text.substring(starts[i], ends[i])).toList();
  }

  int count() {
    return count;
  }

  /** The text from one word to before another. */
  String between(int from, int to) {
    return from == to ? "" : text.substring(starts[from], ends[to - 1]);
  }
}
