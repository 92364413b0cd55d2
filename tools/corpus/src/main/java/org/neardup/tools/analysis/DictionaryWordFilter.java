// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Splits runs of Thai, Lao, Khmer and Burmese, which have no blanks between words, into the words
 * of ICU's dictionaries. {@link StandardTokenizer} makes one token of each run, or several where it
 * is very long; those that touch are taken together. Other tokens pass.
 */
final class DictionaryWordFilter extends TokenFilter {
  private static final String RUN =
      StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];
  private static final int MAX_RUN = 1 << 16;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);

  private final StringBuilder run = new StringBuilder();
  private BreakIterator words; // null until a run comes
  private State first; // of the tokens of the run
  private State following; // the token behind the run, read ahead; null if there is none
  private int runStart;
  private String composed; // the run as dictionaries have it
  private int composedStart; // of the next word
  private int wordStart;
  private boolean isInRun;
  private boolean isEnded; // the input, which is not asked again

  /** Of tokens that are as long as their offsets say. */
  DictionaryWordFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (isInRun && nextWord()) {
      return true;
    }
    if (following != null) {
      restoreState(following);
      following = null;
    } else if (!readOn()) {
      return false;
    }
    if (type.type().equals(RUN)) {
      readRun();
      nextWord();
    }
    return true;
  }

  private boolean readOn() throws IOException {
    isEnded |= !isEnded && !input.incrementToken();
    return !isEnded;
  }

  private void readRun() throws IOException {
    run.setLength(0);
    run.append(term);
    first = captureState();
    runStart = offset.startOffset();
    int end = offset.endOffset();
    while (following == null && readOn()) {
      boolean isSameRun =
          type.type().equals(RUN)
              && offset.startOffset() == end
              && increment.getPositionIncrement() == 1
              && run.length() + term.length() <= MAX_RUN;
      if (isSameRun) {
        run.append(term);
        end = offset.endOffset();
      } else {
        following = captureState();
      }
    }
    if (words == null) {
      words = BreakIterator.getWordInstance(ULocale.ROOT);
    }
    composed = composed(run.toString());
    words.setText(composed);
    composedStart = words.first();
    wordStart = 0;
    isInRun = true;
  }

  /** With those letters of Thai and Lao of which NFKC makes two, which dictionaries do not know. */
  private static String composed(String normal) {
    return normal
        .replace("\u0E4D\u0E32", "\u0E33")
        .replace("\u0ECD\u0EB2", "\u0EB3")
        .replace("\u0EAB\u0E99", "\u0EDC")
        .replace("\u0EAB\u0EA1", "\u0EDD");
  }

  private boolean nextWord() {
    int composedEnd = words.next();
    if (composedEnd == BreakIterator.DONE) {
      isInRun = false;
      return false;
    }
    int wordEnd = wordStart;
    for (int i = composedStart; i < composedEnd; i++) {
      wordEnd += run.charAt(wordEnd) == composed.charAt(i) ? 1 : 2;
    }
    restoreState(first);
    if (wordStart > 0) {
      increment.setPositionIncrement(1);
    }
    term.setEmpty().append(run, wordStart, wordEnd);
    offset.setOffset(runStart + wordStart, runStart + wordEnd);
    composedStart = composedEnd;
    wordStart = wordEnd;
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    following = null;
    isInRun = false;
    isEnded = false;
  }
}
