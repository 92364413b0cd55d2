// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.neardup.internal.analysis.PlacedShingles;
import org.neardup.search.copied.CopiedText.Passage;

/**
 * Finds the passages that a text has from a document: from left to right, each shingle of the text
 * that is in the document is in one passage. Where a shingle stands in several places of the
 * document, the passage goes on as long as it can from one of the first 16.
 *
 * <p>Takes time in proportion to the lengths of both.
 */
final class PassageFinder {
  private static final int MAX_PLACES = 16;
  private static final int NONE = -1;

  private final PlacedShingles text;
  private final PlacedShingles source;
  private final int[] numbersOfText;
  private final int[] numbersOfSource;
  private final int[] firstPlaces; // in the source, by number of the element
  private final int[] nextPlaces; // the next with the same element, by place

  PassageFinder(TextElements elements, PlacedShingles source) {
    this.text = elements.shingles();
    this.source = source;
    numbersOfText = elements.numbers(text);
    numbersOfSource = elements.numbers(source);
    firstPlaces = new int[elements.size()];
    Arrays.fill(firstPlaces, NONE);
    nextPlaces = new int[numbersOfSource.length];
    for (int place = numbersOfSource.length - 1; place >= 0; place--) {
      int number = numbersOfSource[place];
      if (number != NONE) {
        nextPlaces[place] = firstPlaces[number];
        firstPlaces[number] = place;
      }
    }
  }

  /**
   * The passages in the order of the text.
   *
   * @param counts which elements count, by number
   */
  List<Passage> passages(IntPredicate counts) {
    List<Passage> passages = new ArrayList<>();
    int at = 0;
    while (at < numbersOfText.length) {
      int number = numbersOfText[at];
      if (firstPlaces[number] == NONE || !counts.test(number)) {
        at++;
        continue;
      }
      Passage longest = longest(at, counts);
      passages.add(longest);
      at += longest.shingles();
    }
    return passages;
  }

  private Passage longest(int at, IntPredicate counts) {
    int bestPlace = NONE;
    int most = 0;
    int place = firstPlaces[numbersOfText[at]];
    for (int tries = 0; tries < MAX_PLACES && place != NONE; tries++) {
      int length = length(at, place, counts);
      if (length > most) {
        most = length;
        bestPlace = place;
      }
      place = nextPlaces[place];
    }
    return new Passage(
        text.start(at),
        text.end(at + most - 1),
        source.start(bestPlace),
        source.end(bestPlace + most - 1),
        most);
  }

  /** How many shingles are the same from these on, without a break between two texts of either. */
  private int length(int at, int place, IntPredicate counts) {
    int length = 1;
    while (at + length < numbersOfText.length
        && place + length < numbersOfSource.length
        && numbersOfText[at + length] == numbersOfSource[place + length]
        && counts.test(numbersOfText[at + length])
        && goesOn(text, at + length)
        && goesOn(source, place + length)) {
      length++;
    }
    return length;
  }

  /** Whether a shingle has words of the one before it: it has none of another text. */
  private static boolean goesOn(PlacedShingles shingles, int shingle) {
    return shingles.firstWord(shingle) < shingles.endWord(shingle - 1);
  }
}
