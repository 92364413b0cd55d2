// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.analysis.Shingling;

/**
 * The shingles of words of a document, each with its place in the text and the terms that make it:
 * what {@link ElementExtractor} gives for the same shingling, with more about each element and at
 * several times the cost.
 *
 * <p>A document may have several texts; no shingle spans two of them. Offsets are those in all of
 * them one after the other, with one character, such as a line end, between two.
 *
 * <p>Shingles and words have numbers from 0, in the order of the text. For one thread.
 */
public final class PlacedShingles {
  private final Analyzer analyzer;
  private final Shingling shingling;
  private final Shingler shingler;

  private final List<Word> words = new ArrayList<>();
  private long[] elements = new long[64];
  private int[] firstWords = new int[64];
  private int[] endWords = new int[64];
  private int count;
  private int nextText; // where it begins

  /**
   * A word of a text.
   *
   * @param term as an index has it
   * @param hash of the term
   * @param position in its text as an index counts it, so that removed words leave gaps
   * @param start offset of its first character
   * @param end offset behind its last character
   */
  private record Word(String term, long hash, int position, int start, int end) {}

  /**
   * Makes shingles of the analyzer's tokens, those of {@link Shingling#words}.
   *
   * @param size words in a shingle, 1 to 256
   */
  public PlacedShingles(Analyzer analyzer, int size) {
    this.analyzer = analyzer;
    shingling = Shingling.words(size);
    shingler = new Shingler(shingling);
  }

  /**
   * Adds the shingles of the next text.
   *
   * @throws IOException if the analyzer throws it
   * @throws IllegalArgumentException if its tokens have bytes and no characters
   */
  public void add(String field, String text) throws IOException {
    int firstOfText = words.size();
    try (TokenStream stream =
        ElementExtractor.requireCharacters(analyzer.tokenStream(field, text))) {
      addWords(stream);
    }
    shingle(firstOfText);
    nextText += text.length() + 1;
  }

  private void addWords(TokenStream stream) throws IOException {
    CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
    OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
    PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
    WordPlaces places = new WordPlaces(stream);
    int position = -1;
    stream.reset();
    while (stream.incrementToken()) {
      position += increment.getPositionIncrement();
      WordPlaces.Place place = places.next(places.isSynonym());
      if (place == WordPlaces.Place.NONE) {
        continue;
      } else if (place == WordPlaces.Place.INSTEAD) {
        words.removeLast();
      }
      words.add(
          new Word(
              term.toString(),
              shingler.hash(term.buffer(), term.length()),
              position,
              nextText + offset.startOffset(),
              nextText + offset.endOffset()));
    }
    stream.end();
  }

  private void shingle(int firstOfText) {
    shingler.reset();
    for (Word word : words.subList(firstOfText, words.size())) {
      if (shingler.push(word.hash())) {
        addShingle(firstOfText);
      }
    }
    while (shingler.finish()) {
      addShingle(firstOfText);
    }
  }

  private void addShingle(int firstOfText) {
    elements = ArrayUtil.grow(elements, count + 1);
    firstWords = ArrayUtil.grow(firstWords, count + 1);
    endWords = ArrayUtil.grow(endWords, count + 1);
    int first = firstOfText + (int) shingler.first();
    elements[count] = shingler.element();
    firstWords[count] = first;
    endWords[count++] = Math.min(first + shingling.size(), words.size());
  }

  /** How many shingles the document has, repeats included. */
  public int count() {
    return count;
  }

  /** The element of a shingle. */
  public long element(int shingle) {
    return elements[shingle];
  }

  /** The number of the first word of a shingle. */
  public int firstWord(int shingle) {
    return firstWords[shingle];
  }

  /** The number of the word after a shingle; fewer than its size only in a text that short. */
  public int endWord(int shingle) {
    return endWords[shingle];
  }

  /** The term of a word. */
  public String term(int word) {
    return words.get(word).term();
  }

  /** The position of a word in its text, from 0, as an index counts it. */
  public int position(int word) {
    return words.get(word).position();
  }

  /** The offset of the first character of a shingle. */
  public int start(int shingle) {
    return words.get(firstWord(shingle)).start();
  }

  /** The offset behind the last character of a shingle. */
  public int end(int shingle) {
    return words.get(endWord(shingle) - 1).end();
  }
}
