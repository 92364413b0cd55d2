// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.util.ArrayUtil;

/**
 * The tokens of a {@link StandardAnalyzer}, several times faster, for texts that {@link WordBreaks}
 * takes. Tokenizing takes a quarter of the time of indexing, and more than all that finding
 * near-duplicates adds.
 */
public final class StandardWords implements TextTokens {
  private static final char[] LOWER = new char[1 << Character.SIZE];

  static {
    for (int c = 0; c < LOWER.length; c++) {
      LOWER[c] = (char) Character.toLowerCase(c); // as LowerCaseFilter does
    }
  }

  private final StandardAnalyzer analyzer;
  private final CharArraySet stopWords;
  private final Shingler shingler;
  private final WordBreaks breaks;
  private final TokenPacker packer = new TokenPacker(Integer.MAX_VALUE);

  private char[] chars = {};
  private int longest; // no word is longer
  private int start; // of the current word
  private int end;
  private int increment;
  private int seen; // a bit for each kind of its characters, except those between
  private boolean isAscii;
  private long hash;

  /** Makes the words of this analyzer, with the hashes of this shingler. */
  public StandardWords(StandardAnalyzer analyzer, Shingler shingler, WordBreaks breaks) {
    this.analyzer = analyzer;
    this.shingler = shingler;
    this.breaks = breaks;
    stopWords = analyzer.getStopwordSet();
  }

  @Override
  public boolean take(String text) {
    end = 0;
    packer.reset();
    boolean isTaken = breaks.take(text, analyzer.getMaxTokenLength());
    longest = Math.min(breaks.length(), analyzer.getMaxTokenLength());
    return isTaken;
  }

  @Override
  public boolean next() {
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
    String type = WordBreaks.type(seen);
    int from = breaks.originalStart(start);
    int to = breaks.originalEnd(end);
    if (isAscii) {
      packer.addWritten(length(), increment, from, to, type);
    } else {
      packer.add(chars(), length(), increment, from, to, type);
    }
  }

  @Override
  public int increment() {
    return increment;
  }

  @Override
  public long hash() {
    return hash;
  }

  @Override
  public int length() {
    return end - start;
  }

  @Override
  public char[] chars() {
    chars = ArrayUtil.grow(chars, length());
    for (int i = start; i < end; i++) {
      chars[i - start] = LOWER[breaks.text()[i]];
    }
    return chars;
  }

  @Override
  public PackedTokens tokens() {
    return packer.pack(breaks.finalState(increment));
  }

  private boolean readWord() {
    do {
      start = breaks.nextStart(end);
      if (start == breaks.length()) {
        return false;
      }
      readWordAtStart();
    } while (seen == 1 << WordBreaks.JOINER);
    return true;
  }

  /**
   * Reads, hashes and packs the letters of a word in one loop, because a processor mispredicts the
   * end of each loop over a word.
   */
  private void readWordAtStart() {
    char[] from = breaks.text();
    byte[] kindOf = breaks.kinds;
    byte[] to = packer.room(longest);
    int shift = packer.lettersAt() - start;
    int all = 0;
    int kinds = 0;
    int last = WordBreaks.JOINER;
    long letters = shingler.noLetters();
    int i = start;
    for (int kind = kindOf[from[i]]; kind != WordBreaks.BREAK; kind = kindOf[from[i]]) {
      if (kind <= WordBreaks.JOINER) {
        last = kind;
        kinds |= 1 << kind;
      } else if (!WordBreaks.isJoined(last, kind, kindOf[from[i + 1]])) {
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
}
