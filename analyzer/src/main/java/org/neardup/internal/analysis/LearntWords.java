// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.UnicodeUtil;

/**
 * The tokens of a {@link WordAnalyzer}, for texts that {@link WordBreaks} takes: a dictionary of
 * words as texts have them, with the token of each, which is learnt from the analyzer when a word
 * first occurs. Stemming, the case of letters and stop words cost nothing after that, and finding
 * the words less than Lucene's tokenizer takes.
 *
 * <p>Holds at most 65,536 words, about 100 bytes each, and begins anew when they are too many. For
 * one thread at a time.
 */
final class LearntWords implements TextTokens {
  private static final int MAX_WORDS = 1 << 16;
  private static final int MAX_STEPS = 64; // however alike the keys of a text's words are
  private static final int MAX_COUNT = 1 << 21; // whose packed tokens fit in an array

  private final WordAnalyzer analyzer;
  private final Shingler shingler;
  private final WordBreaks breaks;
  private final TokenPacker packer = new TokenPacker(Integer.MAX_VALUE);
  private LearntWord[] table = new LearntWord[1 << 8]; // by key; at least half of it is free
  private int known;
  private boolean isFull;

  private long[] keys = new long[256]; // of the text's words, in order
  private boolean[] isAscii = new boolean[256];
  private LearntWord[] words = new LearntWord[256];
  private int[] starts = new int[256];
  private int[] ends = new int[256];
  private int count;
  private final List<LearntWord> unknown = new ArrayList<>();
  private final StringBuilder unknownText = new StringBuilder(); // a line each

  private int next;
  private int increment;
  private final byte[] term = new byte[LearntWord.MAX_TERM + Long.BYTES];
  private final char[] chars = new char[LearntWord.MAX_TERM];
  private int length;

  LearntWords(WordAnalyzer analyzer, Shingler shingler, WordBreaks breaks) {
    this.analyzer = analyzer;
    this.shingler = shingler;
    this.breaks = breaks;
  }

  @Override
  public boolean take(String text) throws IOException {
    next = 0;
    packer.reset();
    return breaks.take(text, analyzer.maxTokenLength()) && readWords();
  }

  private boolean readWords() throws IOException {
    if (isFull) {
      forget();
    }
    count = 0;
    for (int start = breaks.nextStart(0); start < breaks.length(); ) {
      start = breaks.nextStart(readWord(start));
    }
    if (count > MAX_COUNT) {
      return false;
    }
    boolean isOdd = false;
    for (int i = 0; i < count; i++) {
      words[i] = word(keys[i], isAscii[i], starts[i], ends[i]);
      isOdd |= words[i].isOdd();
    }
    return !isOdd && (unknown.isEmpty() || learn());
  }

  private void forget() {
    table = new LearntWord[1 << 8];
    known = 0;
    isFull = false;
  }

  /** Reads the letters of a word, and finds it. Returns its end. */
  private int readWord(int start) {
    char[] text = breaks.text();
    byte[] kindOf = breaks.kinds;
    int all = 0;
    int kinds = 0;
    int last = WordBreaks.JOINER;
    long key = 0;
    int i = start;
    for (int kind = kindOf[text[i]]; kind != WordBreaks.BREAK; kind = kindOf[text[i]]) {
      if (kind <= WordBreaks.JOINER) {
        last = kind;
        kinds |= 1 << kind;
      } else if (!WordBreaks.isJoined(last, kind, kindOf[text[i + 1]])) {
        break;
      }
      char letter = text[i];
      all |= letter;
      key = LearntWord.appendLetter(key, letter);
      i++;
    }
    if (kinds != 1 << WordBreaks.JOINER) {
      add(key, all < 0x80, start, i);
    }
    return i;
  }

  private void add(long key, boolean ascii, int start, int end) {
    if (count == keys.length) {
      keys = ArrayUtil.grow(keys);
      words = ArrayUtil.growExact(words, keys.length);
      starts = ArrayUtil.growExact(starts, keys.length);
      ends = ArrayUtil.growExact(ends, keys.length);
      isAscii = Arrays.copyOf(isAscii, keys.length);
    }
    keys[count] = key;
    isAscii[count] = ascii;
    starts[count] = start;
    ends[count++] = end;
  }

  /** The word at a place of the text, which is to be learnt if it is new. */
  private LearntWord word(long key, boolean ascii, int start, int end) {
    char[] text = breaks.text();
    int slot = home(key);
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      LearntWord word = table[slot];
      if (word == null) {
        word = LearntWord.of(key, ascii, text, start, end);
        table[slot] = word;
        unknown.add(word);
        unknownText.append(text, start, end - start).append('\n');
        grow();
        return word;
      }
      if (word.key == key && word.isAt(ascii, text, start, end)) {
        return word;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    isFull = true;
    return LearntWord.UNSUPPORTED;
  }

  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> (Long.numberOfLeadingZeros(table.length) + 1));
  }

  private void grow() {
    known++;
    isFull |= known >= MAX_WORDS;
    if (2 * known > table.length) {
      LearntWord[] old = table;
      table = new LearntWord[2 * old.length];
      for (LearntWord word : old) {
        if (word != null) {
          int slot = home(word.key);
          while (table[slot] != null) {
            slot = (slot + 1) & (table.length - 1);
          }
          table[slot] = word;
        }
      }
    }
  }

  /** Has the analyzer make the tokens of the new words; false if one of them is odd. */
  private boolean learn() throws IOException {
    int learnt = 0;
    boolean isOdd = false;
    try (TokenStream stream = analyzer.tokens(unknownText.toString())) {
      LineTokens tokens = new LineTokens(stream, shingler);
      stream.reset();
      int start = 0;
      boolean isToken = stream.incrementToken();
      while (learnt < unknown.size()) {
        int end = unknownText.indexOf("\n", start);
        isToken = tokens.learn(unknown.get(learnt), isToken, start, end);
        isOdd |= unknown.get(learnt).isOdd();
        start = end + 1;
        learnt++;
      }
      stream.end();
      return !isOdd;
    } finally {
      unknown.subList(learnt, unknown.size()).forEach(LearntWord::setOdd); // as it threw
      unknown.clear();
      unknownText.setLength(0);
    }
  }

  @Override
  public boolean next() {
    increment = 1;
    while (next < count) {
      LearntWord word = words[next++];
      if (word.hasToken()) {
        int start = breaks.originalStart(starts[next - 1]);
        packer.add(word, increment, start, breaks.originalEnd(ends[next - 1]));
        return true;
      }
      increment++;
    }
    increment--; // now the number of words without a token at the end
    return false;
  }

  @Override
  public int increment() {
    return increment;
  }

  @Override
  public long hash() {
    return words[next - 1].hash();
  }

  @Override
  public int length() {
    decode();
    return length;
  }

  @Override
  public char[] chars() {
    decode();
    return chars;
  }

  private void decode() {
    LearntWord word = words[next - 1];
    word.copyTerm(term, 0);
    length = UnicodeUtil.UTF8toUTF16(term, 0, word.termLength(), chars);
  }

  @Override
  public PackedTokens tokens() {
    return packer.pack(breaks.finalState(increment));
  }

  /** The tokens of a stream of lines that are a word each. */
  private static final class LineTokens {
    private final TokenStream stream;
    private final Shingler shingler;
    private final TokenAttributes token;
    private int increment = 1; // that the next token should have

    /** Those of a stream whose consumer calls {@link #learn} for each word. */
    LineTokens(TokenStream stream, Shingler shingler) {
      this.stream = stream;
      this.shingler = shingler;
      token = new TokenAttributes(stream);
    }

    /**
     * Gives a word its token. It is odd if it has several, or one that tells more than a term and
     * its place.
     *
     * @param isToken whether the stream is at a token
     * @return whether it is now at one of a later line
     */
    boolean learn(LearntWord word, boolean isToken, int start, int end) throws IOException {
      boolean isNext = isToken;
      if (!isToken || token.startOffset() >= end) {
        increment++;
        return isNext;
      }
      if (isPlain(start, end)) {
        word.setToken(token.bytes(), shingler.hash(token.chars()), token.type(), token.isKeyword());
      } else {
        word.setOdd();
      }
      increment = 1;
      isNext = stream.incrementToken();
      while (isNext && token.startOffset() < end) {
        word.setOdd();
        isNext = stream.incrementToken();
      }
      return isNext;
    }

    private boolean isPlain(int start, int end) {
      return token.startOffset() == start
          && token.endOffset() == end
          && token.increment() == increment
          && token.isOnlyTerm()
          && token.bytes().length <= LearntWord.MAX_TERM
          && UnicodeUtil.validUTF16String(token.chars());
    }
  }
}
