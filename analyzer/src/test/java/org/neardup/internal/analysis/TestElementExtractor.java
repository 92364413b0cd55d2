// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttributeImpl;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream.BinaryToken;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.ShingleHashFilter;
import org.neardup.analysis.Shingling;
import org.neardup.analysis.Shingling.Gaps;
import org.neardup.analysis.ShinglingModel;
import org.neardup.analysis.TestShingleHashFilter;

public class TestElementExtractor extends LuceneTestCase {

  public void testElementsAreThoseOfTheFilter() throws IOException {
    try (Analyzer analyzer = new StandardAnalyzer(new CharArraySet(List.of("a", "e"), true))) {
      for (int i = 0; i < atLeast(300); i++) {
        Shingling shingling =
            ShinglingModel.random(random(), Shingling.Unit.WORD)
                .withGaps(random().nextBoolean() ? Gaps.FILL : Gaps.IGNORE);
        String text = TestUtil.randomSimpleString(random(), 200).replaceAll("[f-z]", " ");
        long[] expected =
            TestShingleHashFilter.elementsOf(
                new ShingleHashFilter(analyzer.tokenStream("f", text), shingling));
        assertArrayEquals(expected, elements(new ElementExtractor(analyzer, shingling), text));
      }
    }
  }

  /** The faster way to the words of most texts must give the same ones as the analyzer. */
  public void testElementsAreThoseOfTheSameAnalyzerWrapped() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer(new CharArraySet(List.of("the", "a"), true));
    Analyzer wrapped =
        new AnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
          @Override
          protected Analyzer getWrappedAnalyzer(String field) {
            return analyzer;
          }
        };
    for (int i = 0; i < atLeast(300); i++) {
      Shingling shingling =
          ShinglingModel.random(
                  random(), random().nextBoolean() ? Shingling.Unit.WORD : Shingling.Unit.CHARACTER)
              .withGaps(random().nextBoolean() ? Gaps.FILL : Gaps.IGNORE);
      ElementExtractor extractor = new ElementExtractor(analyzer, shingling);
      ElementExtractor expected = new ElementExtractor(wrapped, shingling);
      String[] fields = new String[random().nextInt(3)];
      Arrays.setAll(fields, field -> text());
      assertArrayEquals(elements(expected, fields), elements(extractor, fields));
      assertEquals(expected.textHash(), extractor.textHash());
    }
  }

  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int words = random().nextInt(50); words > 0; words--) {
      text.append(
          RandomPicks.randomFrom(
              random(), List.of("the", "A ", "a ", "Naïve ", "don't ", "2.5 ", "ends. ", "1_a!")));
    }
    return text.append(random().nextInt(10) == 0 ? "日本" : "").toString();
  }

  private static long[] elements(ElementExtractor extractor, String... fields) throws IOException {
    extractor.reset();
    for (String text : fields) {
      extractor.add("f", text);
    }
    return Arrays.copyOf(extractor.elements(), extractor.count());
  }

  public void testCharactersRunOverTermsJoinedByBlanks() throws IOException {
    Shingling shingling = Shingling.characters(3);
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), shingling);
    long[] expected = {
      shingling.element("a", "b", " "), shingling.element("b", " ", "c"),
    };
    assertArrayEquals(expected, elements(extractor, "  AB,\n c"));
  }

  public void testNoShingleSpansTwoFields() throws IOException {
    Shingling pairs = Shingling.words(2);
    ElementExtractor extractor = new ElementExtractor(new WhitespaceAnalyzer(), pairs);
    long[] expected = {pairs.element("a", "b"), pairs.element("c", "d")};
    assertArrayEquals(expected, elements(extractor, "a b", "c d"));
  }

  public void testNoTokensGiveNoElements() throws IOException {
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), Shingling.words(5));
    assertEquals(0, elements(extractor).length);
    assertEquals(0, elements(extractor, "", " .,! ").length);
  }

  public void testFingerprintIsOfTheTokensInOrder() throws IOException {
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), Shingling.words(5));
    long fingerprint = textHash(extractor, "one two, three");
    assertEquals(fingerprint, textHash(extractor, "One Two Three!"));
    assertNotEquals(fingerprint, textHash(extractor, "two one three"));
    assertNotEquals(fingerprint, textHash(extractor, "one two three three"));
    assertNotEquals(fingerprint, textHash(extractor, "one", "two three"));
  }

  public void testFingerprintIsThatOfEarlierVersions() throws IOException {
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), Shingling.words(5));
    assertEquals(5062456858644051545L, textHash(extractor, "one two, three", "four"));
  }

  public void testFingerprintTellsFieldsApart() throws IOException {
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), Shingling.words(5));
    extractor.reset();
    extractor.add("f", "one two");
    long fingerprint = extractor.textHash();
    extractor.reset();
    extractor.add("g", "one two");
    assertNotEquals(fingerprint, extractor.textHash());
    extractor.reset();
    extractor.addReplayable(new TextField("f", "one two", Field.Store.NO));
    assertEquals(fingerprint, extractor.textHash());
  }

  public void testFingerprintTellsWhatPhrasesTell() throws IOException {
    Analyzer stopping = new StandardAnalyzer(new CharArraySet(List.of("of"), true));
    for (Gaps gaps : Gaps.values()) {
      for (Shingling shingling : List.of(Shingling.words(2), Shingling.characters(3))) {
        ElementExtractor extractor = new ElementExtractor(stopping, shingling.withGaps(gaps));
        long fingerprint = textHash(extractor, "state of art");
        assertEquals(fingerprint, textHash(extractor, "State, of Art."));
        assertNotEquals(fingerprint, textHash(extractor, "state art"));
        assertNotEquals(fingerprint, textHash(extractor, "state of of art"));
        assertNotEquals(fingerprint, textHash(extractor, "of state art"));
        assertNotEquals(fingerprint, textHash(extractor, "state art of"));
      }
    }
  }

  public void testFingerprintTellsTermsAtOnePlace() throws IOException {
    assertNotEquals(textHash(token("a", 1, 1)), textHash(token("a", 1, 1), token("b", 0, 1)));
    assertNotEquals(
        textHash(token("a", 1, 1), token("b", 0, 1)), textHash(token("a", 1, 1), token("c", 0, 1)));
  }

  public void testFingerprintTellsFrequencies() throws IOException {
    assertNotEquals(textHash(token("a", 1, 1)), textHash(token("a", 1, 2)));
  }

  public void testFingerprintOfCharactersTellsTermsWithBlanks() throws IOException {
    assertNotEquals(textHash(token("a b", 1, 1)), textHash(token("a", 1, 1), token("b", 1, 1)));
  }

  private static Token token(String term, int increment, int frequency) {
    Token token = new Token(term, 0, term.length());
    token.setPositionIncrement(increment);
    token.setTermFrequency(frequency);
    return token;
  }

  private static long textHash(Token... tokens) throws IOException {
    ElementExtractor extractor =
        new ElementExtractor(new WhitespaceAnalyzer(), Shingling.characters(2));
    extractor.reset();
    extractor.add(new CannedTokenStream(tokens));
    return extractor.textHash();
  }

  /** All of their words would be the same to us. */
  public void testRefusesTokensWithoutCharacters() {
    ElementExtractor extractor = new ElementExtractor(new WhitespaceAnalyzer(), Shingling.words(2));
    extractor.reset();
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class,
            () -> extractor.add(new CannedBinaryTokenStream(new BinaryToken(new BytesRef("a")))));
    assertEquals(
        "tokens must have characters (CharTermAttribute), not bytes alone, got "
            + BytesTermAttributeImpl.class.getName(),
        refusal.getMessage());
  }

  /** 2048 words in the order of Thue and Morse, and their inverse: alike to polynomials. */
  public void testFingerprintTellsTextsThatFoolPolynomials() throws IOException {
    StringBuilder text = new StringBuilder();
    StringBuilder opposite = new StringBuilder();
    for (int i = 0; i < 2048; i++) {
      boolean odd = Integer.bitCount(i) % 2 == 1;
      text.append(odd ? "one " : "two ");
      opposite.append(odd ? "two " : "one ");
    }
    ElementExtractor extractor = new ElementExtractor(new StandardAnalyzer(), Shingling.words(5));
    assertNotEquals(textHash(extractor, text.toString()), textHash(extractor, opposite.toString()));
  }

  private static long textHash(ElementExtractor extractor, String... fields) throws IOException {
    elements(extractor, fields);
    return extractor.textHash();
  }
}
