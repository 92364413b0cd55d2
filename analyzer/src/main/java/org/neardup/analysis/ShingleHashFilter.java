// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.analysis.Shingler;
import org.neardup.internal.analysis.WordPlaces;

/**
 * Replaces tokens by hashes of their k-shingles.
 *
 * <p>Each shingle is one token: its element in {@link ShingleHashAttribute}, the element as 11
 * characters in the term, type {@code shingle}, position increment 1, offsets from its first word's
 * start to its last word's end. Other attributes of the input are cleared.
 *
 * <p>Of several words at one position (increment 0, such as stems beside words) the first counts
 * and the others are skipped. Synonyms (type {@code SYNONYM}) beside words are skipped, too,
 * however many words they have and although {@link
 * org.apache.lucene.analysis.synonym.SynonymGraphFilter} emits them first; synonyms that replace
 * words count. So adding either to an analyzer changes no element, unless gaps are filled: that
 * filter drops the gap before the words that it matches.
 *
 * <p>Takes O(1) time per token whatever k is, and allocates nothing per token unless repeats are
 * numbered. Emits no shingle if there are no tokens.
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

  private final WordPlaces places = new WordPlaces(this);

  private Word waiting = new Word();
  private Word ahead = new Word(); // the word after the waiting one
  private boolean wordWaits;
  private boolean isAhead;
  private boolean inputEnded;

  private static final class Word {
    int holes; // fillers to push before it
    long hash;
    int start;
    int end;
  }

  /**
   * Makes shingles of the words of {@code input}.
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

  /**
   * The word that a synonym stands beside comes after it, so a word is known only when the next one
   * is.
   */
  private boolean nextWord() throws IOException {
    Word free = waiting;
    waiting = ahead;
    ahead = free;
    wordWaits = isAhead;
    isAhead = false;
    while (!isAhead && !inputEnded) {
      inputEnded = !input.incrementToken();
      if (!inputEnded) {
        take(places.next(places.isSynonym()));
      }
    }
    return wordWaits;
  }

  private void take(WordPlaces.Place place) {
    if (place == WordPlaces.Place.INSTEAD) {
      read(waiting);
    } else if (place == WordPlaces.Place.WORD) {
      Word word = wordWaits ? ahead : waiting;
      word.holes = ElementExtractor.fillers(shingling, increment.getPositionIncrement());
      read(word);
      isAhead = wordWaits;
      wordWaits = true;
    }
  }

  private void read(Word word) {
    word.hash = shingler.hash(term.buffer(), term.length());
    word.start = offset.startOffset();
    word.end = offset.endOffset();
  }

  private boolean pushWaiting() {
    if (waiting.holes > 0) {
      waiting.holes--;
      emitter.unit(waiting.start, waiting.start);
      return shingler.push(shingler.filler());
    }
    wordWaits = false;
    emitter.unit(waiting.start, waiting.end);
    return shingler.push(waiting.hash);
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    shingler.reset();
    emitter.reset();
    places.reset();
    wordWaits = false;
    isAhead = false;
    inputEnded = false;
  }
}
