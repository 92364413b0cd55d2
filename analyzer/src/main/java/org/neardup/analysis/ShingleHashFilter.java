// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Replaces tokens by hashes of their k-shingles.
 *
 * <p>Each shingle is one token: its element in {@link ShingleHashAttribute}, the element as an
 * indexable {@link ShingleTerm} in the term, type {@code shingle}, position increment 1, offsets
 * from its first word's start to its last word's end. Other attributes of the input are cleared. Of
 * words stacked at one position (increment 0: synonyms, stems beside words) the first counts, the
 * others are passed over, so that enriching an analyzer changes no element.
 *
 * <p>Takes O(1) a token whatever k, and allocates nothing a token unless repeats are numbered.
 * Gives no shingle for no tokens.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
public final class ShingleHashFilter extends TokenFilter {
  private final Shingling shingling;
  private final Shingler shingler;
  private final ShingleEmitter emitter;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  private int holes; // fillers to push before the waiting word
  private boolean wordWaits;
  private long waitingHash;
  private int waitingStart;
  private int waitingEnd;
  private boolean inputEnded;

  /**
   * Shingles of the words that {@code input} gives.
   *
   * @throws IllegalArgumentException if the shingling is one of characters, or the input's tokens
   *     have bytes and no characters
   */
  public ShingleHashFilter(TokenStream input, Shingling shingling) {
    super(ElementExtractor.requireCharacters(input));
    if (shingling.unit() != Shingling.Unit.WORD) {
      throw new IllegalArgumentException("shingling must be one of words, got " + shingling);
    }
    this.shingling = shingling;
    shingler = new Shingler(shingling);
    emitter = new ShingleEmitter(this, shingling);
  }

  @Override
  public boolean incrementToken() throws IOException {
    while (wordWaits || nextWord()) {
      if (pushWaiting()) {
        emitter.emit(shingler);
        return true;
      }
    }
    if (shingler.finish()) {
      emitter.emit(shingler);
      return true;
    }
    return false;
  }

  private boolean nextWord() throws IOException {
    while (!inputEnded && input.incrementToken()) {
      int step = increment.getPositionIncrement();
      if (step > 0) {
        holes = ElementExtractor.fillers(shingling, step);
        waitingHash = shingler.hash(term.buffer(), term.length());
        waitingStart = offset.startOffset();
        waitingEnd = offset.endOffset();
        wordWaits = true;
        return true;
      }
    }
    inputEnded = true;
    return false;
  }

  private boolean pushWaiting() {
    if (holes > 0) {
      holes--;
      emitter.unit(waitingStart, waitingStart);
      return shingler.push(shingler.filler());
    }
    wordWaits = false;
    emitter.unit(waitingStart, waitingEnd);
    return shingler.push(waitingHash);
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    shingler.reset();
    emitter.reset();
    holes = 0;
    wordWaits = false;
    inputEnded = false;
  }
}
