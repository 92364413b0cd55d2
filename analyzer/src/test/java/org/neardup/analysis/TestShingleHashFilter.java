// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttributeImpl;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream.BinaryToken;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.Shingling.Gaps;
import org.neardup.analysis.Shingling.Tail;

public class TestShingleHashFilter extends BaseTokenStreamTestCase {

  public void testInigoMontoyaHasNineShinglesOfFourWords() throws IOException {
    String text = "My name is Inigo Montoya. You killed my father. Prepare to die";
    assertShingles(
        text,
        4,
        "my name is inigo",
        "name is inigo montoya",
        "is inigo montoya you",
        "inigo montoya you killed",
        "montoya you killed my",
        "you killed my father",
        "killed my father prepare",
        "my father prepare to",
        "father prepare to die");
  }

  public void testFirstShingleOfTheGettysburgAddress() throws IOException {
    String text = "Four score and seven years ago, our founding fathers";
    long[] elements = elementsOf(standard(text, Shingling.words(4)));
    assertEquals(Shingling.words(4).element("four", "score", "and", "seven"), elements[0]);
    assertEquals(6, elements.length);
  }

  private void assertShingles(String text, int size, String... expected) throws IOException {
    Shingling shingling = Shingling.words(size);
    long[] elements =
        Arrays.stream(expected).mapToLong(s -> shingling.element(s.split(" "))).toArray();
    assertArrayEquals(elements, elementsOf(standard(text, shingling)));
  }

  private static TokenStream standard(String text, Shingling shingling) {
    return new ShingleHashFilter(new StandardAnalyzer().tokenStream("f", text), shingling);
  }

  private static TokenStream whitespace(String text, Shingling shingling) {
    Tokenizer tokenizer = new WhitespaceTokenizer();
    tokenizer.setReader(new StringReader(text));
    return new ShingleHashFilter(tokenizer, shingling);
  }

  public static long[] elementsOf(TokenStream stream) throws IOException {
    List<Long> elements = new ArrayList<>();
    try (stream) {
      ShingleHashAttribute hash = stream.addAttribute(ShingleHashAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        elements.add(hash.getShingleHash());
      }
      stream.end();
    }
    return elements.stream().mapToLong(Long::longValue).toArray();
  }

  public void testTermsOffsetsAndTypesOfTheTokens() throws IOException {
    Shingling pairs = Shingling.words(2);
    assertTokenStreamContents(
        whitespace(" aa b  cc ", pairs),
        new String[] {
          ShingleEmitter.term(pairs.element("aa", "b")),
          ShingleEmitter.term(pairs.element("b", "cc"))
        },
        new int[] {1, 4},
        new int[] {5, 9},
        new String[] {"shingle", "shingle"},
        new int[] {1, 1},
        null,
        10,
        true);
  }

  public void testWrappedShinglesEndWithTheText() throws IOException {
    Shingling wrapped = Shingling.words(3).withTail(Tail.WRAP);
    assertTokenStreamContents(
        whitespace("a b c", wrapped),
        new String[] {
          ShingleEmitter.term(wrapped.element("a", "b", "c")),
          ShingleEmitter.term(wrapped.element("b", "c", "a")),
          ShingleEmitter.term(wrapped.element("c", "a", "b"))
        },
        new int[] {0, 2, 4},
        new int[] {5, 5, 5},
        new int[] {1, 1, 1});
  }

  public void testShortTexts() throws IOException {
    Shingling keep = Shingling.words(4);
    assertEquals(0, elementsOf(whitespace("", keep)).length);
    assertEquals(0, elementsOf(whitespace("", keep.withTail(Tail.WRAP))).length);
    long[] one = {keep.element("a", "b")};
    assertArrayEquals(one, elementsOf(whitespace("a b", keep)));
    assertArrayEquals(one, elementsOf(whitespace("a b", keep.withTail(Tail.WRAP))));
    assertEquals(0, elementsOf(whitespace("a b", keep.withTail(Tail.DROP))).length);
  }

  public void testElementsEqualTheModelOnRandomTexts() throws IOException {
    for (int i = 0; i < atLeast(500); i++) {
      Shingling shingling = ShinglingModel.random(random(), Shingling.Unit.WORD);
      List<String> words = ShinglingModel.randomWords(random());
      assertArrayEquals(
          shingling + " of " + words,
          ShinglingModel.elements(shingling, words),
          elementsOf(whitespace(String.join(" ", words), shingling)));
    }
  }

  public void testRepeatsCountOnlyWhenAsked() throws IOException {
    Shingling shingling = Shingling.words(2);
    assertEquals(1, distinct("a a a a", shingling));
    assertEquals(3, distinct("a a a a", shingling.withOccurrences(true)));
    assertArrayEquals(
        "bags without repeats are their sets",
        elementsOf(whitespace("a b c", shingling)),
        elementsOf(whitespace("a b c", shingling.withOccurrences(true))));
  }

  private static long distinct(String text, Shingling shingling) throws IOException {
    return Arrays.stream(elementsOf(whitespace(text, shingling))).distinct().count();
  }

  public void testOnlyTheFirstOfStackedTokensCounts() throws IOException {
    Token wifi = new Token("wifi", 0, 4);
    Token synonym = new Token("wlan", 0, 0, 4);
    Token router = new Token("router", 5, 11);
    Shingling pairs = Shingling.words(2);
    TokenStream stacked =
        new ShingleHashFilter(new CannedTokenStream(wifi, synonym, router), pairs);
    assertArrayEquals(new long[] {pairs.element("wifi", "router")}, elementsOf(stacked));
  }

  public void testGapsAreIgnoredOrFilled() throws IOException {
    Shingling ignore = Shingling.words(2);
    Shingling fill = ignore.withGaps(Gaps.FILL);
    assertArrayEquals(elementsOf(stopped("a b", ignore)), elementsOf(stopped("a of b", ignore)));
    assertArrayEquals(elementsOf(stopped("a of b", fill)), elementsOf(stopped("a the b", fill)));
    assertEquals("a _, _ b", 2, elementsOf(stopped("a of b", fill)).length);
    assertArrayEquals(
        "no shingle of fillers only",
        elementsOf(stopped("a of b", fill)),
        elementsOf(stopped("a of the of b", fill)));
    assertEquals("_ a", 1, elementsOf(stopped("of a", fill)).length);
  }

  private static TokenStream stopped(String text, Shingling shingling) {
    Tokenizer tokenizer = new WhitespaceTokenizer();
    tokenizer.setReader(new StringReader(text));
    CharArraySet stopWords = new CharArraySet(List.of("of", "the"), false);
    return new ShingleHashFilter(new StopFilter(tokenizer, stopWords), shingling);
  }

  public void testDifferentSeedsHaveNothingInCommon() throws IOException {
    long[] one = elementsOf(whitespace("a b c d", Shingling.words(2).withSeed(1)));
    long[] two = elementsOf(whitespace("a b c d", Shingling.words(2).withSeed(2)));
    assertEquals(
        6, Arrays.stream(new long[][] {one, two}).flatMapToLong(Arrays::stream).distinct().count());
  }

  public void testRandomStrings() throws IOException {
    for (int i = 0; i < 5; i++) {
      Shingling shingling =
          ShinglingModel.random(random(), Shingling.Unit.WORD)
              .withGaps(random().nextBoolean() ? Gaps.FILL : Gaps.IGNORE);
      try (Analyzer analyzer = analyzer(shingling)) {
        checkRandomData(random(), analyzer, 200 * RANDOM_MULTIPLIER);
        checkAnalysisConsistency(random(), analyzer, random().nextBoolean(), "a b c d a b");
      }
    }
  }

  private static Analyzer analyzer(Shingling shingling) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer =
            random().nextBoolean()
                ? new StandardTokenizer()
                : new MockTokenizer(MockTokenizer.WHITESPACE, true);
        return new TokenStreamComponents(tokenizer, new ShingleHashFilter(tokenizer, shingling));
      }
    };
  }

  public void testOneWordIsOneShingle() throws IOException {
    try (Analyzer analyzer = analyzer(Shingling.words(2))) {
      checkOneTerm(analyzer, "x", ShingleEmitter.term(Shingling.words(2).element("x")));
    }
  }

  public void testRefusesShinglesOfCharacters() {
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class,
            () -> new ShingleHashFilter(new CannedTokenStream(), Shingling.characters(3)));
    assertEquals("shingling must be one of words, got char:3", refusal.getMessage());
  }

  public void testRefusesTokensWithoutCharacters() {
    TokenStream bytes = new CannedBinaryTokenStream(new BinaryToken(new BytesRef("a")));
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class, () -> new ShingleHashFilter(bytes, Shingling.words(2)));
    assertEquals(
        "tokens must have characters (CharTermAttribute), not bytes alone, got "
            + BytesTermAttributeImpl.class.getName(),
        refusal.getMessage());
  }
}
