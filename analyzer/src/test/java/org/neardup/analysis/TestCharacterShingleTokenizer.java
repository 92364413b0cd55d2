// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.analysis.Shingling.Tail;

public class TestCharacterShingleTokenizer extends BaseTokenStreamTestCase {
  private static final String TEXT = "Мама мыла раму";

  public void testWindowsOfTenWithWrapGiveFourteenShingles() throws IOException {
    Shingling shingling = Shingling.characters(10).withTail(Tail.WRAP);
    long[] elements = elementsOf(TEXT, shingling);
    assertEquals(14, elements.length);
    assertEquals(element(shingling, "Мама мыла "), elements[0]);
    assertEquals(element(shingling, "уМама мыла"), elements[13]);
  }

  public void testWindowsOfThreeStepThreeWithoutWrap() throws IOException {
    Shingling keep = Shingling.characters(3).withStep(3);
    assertEquals(set(keep, "Мам", "а м", "ыла", " ра", "му"), set(elementsOf(TEXT, keep)));
    Shingling drop = keep.withTail(Tail.DROP);
    assertEquals(set(drop, "Мам", "а м", "ыла", " ра"), set(elementsOf(TEXT, drop)));
  }

  private static Set<Long> set(Shingling shingling, String... shingles) {
    return Arrays.stream(shingles).map(s -> element(shingling, s)).collect(Collectors.toSet());
  }

  private static Set<Long> set(long[] elements) {
    return Arrays.stream(elements).boxed().collect(Collectors.toSet());
  }

  private static long element(Shingling shingling, String shingle) {
    return shingling.element(characters(shingle).toArray(String[]::new));
  }

  private static List<String> characters(String text) {
    return text.codePoints().mapToObj(Character::toString).toList();
  }

  private static long[] elementsOf(String text, Shingling shingling) throws IOException {
    Tokenizer tokenizer = new CharacterShingleTokenizer(shingling);
    tokenizer.setReader(new StringReader(text));
    return TestShingleHashFilter.elementsOf(tokenizer);
  }

  public void testElementsEqualTheModelOnRandomTexts() throws IOException {
    for (int i = 0; i < atLeast(300); i++) {
      Shingling shingling = ShinglingModel.random(random(), Shingling.Unit.CHARACTER);
      String text =
          random().nextInt(20) == 0
              ? TestUtil.randomRealisticUnicodeString(random(), 4000, 9000) // spans buffers
              : TestUtil.randomRealisticUnicodeString(random(), 40);
      assertArrayEquals(
          ShinglingModel.elements(shingling, characters(text)), elementsOf(text, shingling));
    }
  }

  public void testACharacterIsACodePoint() throws IOException {
    Shingling pairs = Shingling.characters(2);
    String faces = "\uD83D\uDE00\uD83D\uDE01\uD83D\uDE00";
    assertEquals(2, elementsOf(faces, pairs).length);
    try (Analyzer analyzer = analyzer(pairs)) {
      assertAnalyzesTo(
          analyzer,
          faces,
          new String[] {
            ShingleEmitter.term(element(pairs, "\uD83D\uDE00\uD83D\uDE01")),
            ShingleEmitter.term(element(pairs, "\uD83D\uDE01\uD83D\uDE00"))
          },
          new int[] {0, 2},
          new int[] {4, 6});
    }
  }

  public void testRandomStrings() throws IOException {
    for (int i = 0; i < 5; i++) {
      try (Analyzer analyzer =
          analyzer(ShinglingModel.random(random(), Shingling.Unit.CHARACTER))) {
        checkRandomData(random(), analyzer, 200 * RANDOM_MULTIPLIER);
      }
    }
  }

  private static Analyzer analyzer(Shingling shingling) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        return new TokenStreamComponents(
            new CharacterShingleTokenizer(newAttributeFactory(), shingling));
      }
    };
  }

  public void testRefusesShinglesOfWords() {
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class,
            () -> new CharacterShingleTokenizer(Shingling.words(3)));
    assertEquals("shingling must be one of characters, got word:3", refusal.getMessage());
  }
}
