// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling;

/** Shingles with their places, beside the extractor that knows no places. */
public class TestPlacedShingles extends LuceneTestCase {
  private static final String[] WORDS = {"The", "a", "Wharf", "burnt", "at", "dawn.", "(wire)"};

  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int words = random().nextInt(20); words > 0; words--) {
      text.append(WORDS[random().nextInt(WORDS.length)])
          .append(random().nextBoolean() ? " " : "\n");
    }
    return text.toString();
  }

  public void testElementsAndPlaces() throws IOException {
    try (Analyzer analyzer = new StandardAnalyzer(new CharArraySet(List.of("the", "a"), true))) {
      for (int i = 0; i < atLeast(200); i++) {
        int size = 1 + random().nextInt(5);
        List<String> texts = new ArrayList<>();
        for (int count = random().nextInt(4); count > 0; count--) {
          texts.add(text());
        }
        check(analyzer, size, texts);
      }
    }
  }

  private static void check(Analyzer analyzer, int size, List<String> texts) throws IOException {
    PlacedShingles shingles = new PlacedShingles(analyzer, size);
    ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(size));
    extractor.reset();
    for (String text : texts) {
      shingles.add("f", text);
      extractor.add("f", text);
    }
    assertEquals(extractor.count(), shingles.count());
    String all = String.join("\n", texts);
    for (int i = 0; i < shingles.count(); i++) {
      assertEquals(extractor.elements()[i], shingles.element(i));
      // The words between its offsets are the shingle.
      List<String> terms = new ArrayList<>();
      List<Integer> positions = new ArrayList<>();
      analyse(analyzer, all.substring(shingles.start(i), shingles.end(i)), terms, positions);
      assertEquals(shingles.endWord(i) - shingles.firstWord(i), terms.size());
      assertTrue(terms.size() <= size);
      int first = shingles.firstWord(i);
      for (int word = 0; word < terms.size(); word++) {
        assertEquals(terms.get(word), shingles.term(first + word));
        int distance = shingles.position(first + word) - shingles.position(first);
        assertEquals((int) positions.get(word), distance);
      }
    }
  }

  private static void analyse(
      Analyzer analyzer, String text, List<String> terms, List<Integer> positions)
      throws IOException {
    try (TokenStream stream = analyzer.tokenStream("f", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      int position = -1;
      while (stream.incrementToken()) {
        position += increment.getPositionIncrement();
        terms.add(term.toString());
        positions.add(position);
      }
      stream.end();
    }
  }

  public void testNoShingleSpansTwoTexts() throws IOException {
    PlacedShingles shingles = new PlacedShingles(new WhitespaceAnalyzer(), 2);
    for (String text : List.of("a", "b c", "", "d e f")) {
      shingles.add("f", text);
    }
    List<String> found = new ArrayList<>();
    for (int i = 0; i < shingles.count(); i++) {
      found.add("a\nb c\n\nd e f".substring(shingles.start(i), shingles.end(i)));
    }
    assertEquals(List.of("a", "b c", "d e", "e f"), found);
  }
}
