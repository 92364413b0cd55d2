// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.internal.sketch.Hashing;

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
  private final char[] chars;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private long[] hashes = new long[64];
  private int count;

  private ShownWords(String text, Function<String, TokenStream> tokenizer) {
    this.text = text;
    chars = text.toCharArray();
    BitSet tokens = null; // where they begin and end; made when they are needed
    int start = -1; // of a word that goes on
    boolean isSplit = false; // whether the last character is of a script without blanks
    for (int i = 0, next; i < chars.length; i = next) {
      int character = Character.codePointAt(chars, i);
      next = i + Character.charCount(character);
      boolean isBlank = isBlank(character);
      boolean isIdeograph = character >= SCRIPTS_FROM && Character.isIdeographic(character);
      boolean wasSplit = isSplit;
      isSplit = character >= SCRIPTS_FROM && WITHOUT_BLANKS.contains(UnicodeScript.of(character));
      if (isSplit && tokens == null) {
        tokens = places(tokenizer.apply(text));
      }
      if (isIdeograph || isBlank || ((isSplit || wasSplit) && tokens.get(i))) {
        add(start, i);
        start = -1;
      }
      if (isIdeograph) {
        add(i, next);
      } else if (!isBlank) {
        start = start < 0 ? i : start;
      }
    }
    add(start, chars.length);
  }

  /**
   * Of a text.
   *
   * @param tokenizer makes the tokens of a text, or gives null
   */
  static ShownWords of(String text, Function<String, TokenStream> tokenizer) {
    return new ShownWords(text, tokenizer);
  }

  private static boolean isBlank(int character) {
    return (character >= '\t' && character <= '\r')
        || character == ' '
        || character == 0x85 // next line
        || (character > 0x85 && Character.isSpaceChar(character));
  }

  /** Where tokens begin and end. */
  private static BitSet places(TokenStream stream) {
    BitSet places = new BitSet();
    if (stream == null) {
      return places;
    }
    try (stream) {
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        places.set(offset.startOffset());
        places.set(offset.endOffset());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // strings do not fail
    }
    return places;
  }

  private void add(int start, int end) {
    if (start < 0) {
      return;
    }
    if (count == starts.length) {
      starts = ArrayUtil.grow(starts);
      ends = ArrayUtil.growExact(ends, starts.length);
      hashes = ArrayUtil.growExact(hashes, starts.length);
    }
    starts[count] = start;
    ends[count] = end;
    hashes[count++] = Hashing.hash(chars, start, end - start, 0);
  }

  /** How many words from one on are those of another text from one on, as their hashes tell. */
  int same(int word, ShownWords others, int other) {
    if (word == count || other == others.count || hashes[word] != others.hashes[other]) {
      return 0; // as most often
    }
    int differing = Arrays.mismatch(hashes, word, count, others.hashes, other, others.count);
    return differing < 0 ? count - word : differing;
  }

  String text() {
    return text;
  }

  int count() {
    return count;
  }

  /** The text from one word to before another. */
  String between(int from, int to) {
    return from == to ? "" : text.substring(starts[from], ends[to - 1]);
  }
}
