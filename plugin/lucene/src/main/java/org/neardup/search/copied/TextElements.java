// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.analysis.PlacedShingles;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.search.copied.DocumentTexts.FieldText;

/** The different elements of a text, with numbers from 0, and its shingles by these numbers. */
final class TextElements {
  private static final int NONE = -1;

  private final PlacedShingles shingles;
  private final long[] elements; // ascending

  /**
   * Takes the text that was added last.
   *
   * @param shingles of that text; not to be changed
   */
  TextElements(PlacedShingles shingles) {
    this.shingles = shingles;
    long[] all = new long[shingles.count()];
    Arrays.setAll(all, shingles::element);
    elements = ElementSet.of(all, all.length).toArray();
  }

  PlacedShingles shingles() {
    return shingles;
  }

  /** How many different elements there are. */
  int size() {
    return elements.length;
  }

  /** The number of an element, negative if the text does not have it. */
  int number(long element) {
    return Arrays.binarySearch(elements, element);
  }

  /** For each shingle of a text, the number of its element here; -1 if it is not here. */
  int[] numbers(PlacedShingles text) {
    int[] numbers = new int[text.count()];
    Arrays.setAll(numbers, i -> Math.max(NONE, number(text.element(i))));
    return numbers;
  }

  /** Which of the elements a text has, by number. */
  FixedBitSet in(List<FieldText> texts, ElementExtractor extractor) throws IOException {
    extractor.reset();
    for (FieldText text : texts) {
      extractor.add(text.field(), text.text());
    }
    FixedBitSet found = new FixedBitSet(elements.length);
    long[] others = extractor.elements();
    for (int i = 0; i < extractor.count(); i++) {
      int number = number(others[i]);
      if (number >= 0) {
        found.set(number);
      }
    }
    return found;
  }
}
