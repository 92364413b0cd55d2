// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LimitTokenCountAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.shingle.ShingleAnalyzerWrapper;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.AnyText;
import org.neardup.analysis.Shingling;

/** Every text that is taken has the tokens that the analyzer makes of it. */
public class TestLearntWords extends LuceneTestCase {
  private static final String LETTERS =
      "aabcdeeeghiiklmnoorsstuABSTIİı019_:,.'’-/ \t\n\"“éàÉßøÆœŒşŞăâșțčžñçåäöΩσςіжпривеЖ\u00a0";

  private static final List<String> WORDS =
      List.of(
          "The",
          "the",
          "of",
          "and",
          "houses",
          "running",
          "flies",
          "O'Neil’s",
          "dog's",
          "l'avion",
          "l’école",
          "Häuser",
          "Straße",
          "gatos",
          "ações",
          "сказал",
          "Ο",
          "λόγος",
          "3,000.50",
          "e.g.",
          "1st",
          "n-gram",
          "KINDLY",
          "nationalization",
          "internationalizations",
          "_",
          "ﬁne",
          "İstanbul'a",
          "ıslak",
          "dell'arte",
          "t-athair",
          "naïve",
          "que",
          "und",
          "в",
          "det");

  private static final Shingler SHINGLER = new Shingler(Shingling.words(3));

  private static LearntWords words(Analyzer analyzer) {
    return new LearntWords(
        WordAnalyzer.of(analyzer, "text").orElseThrow(), SHINGLER, new WordBreaks(null));
  }

  private static String randomText() {
    StringBuilder text = new StringBuilder();
    int length = random().nextInt(60);
    for (int i = 0; i < length; i++) {
      if (random().nextBoolean()) {
        text.append(WORDS.get(random().nextInt(WORDS.size())));
      } else {
        for (int j = random().nextInt(14); j > 0; j--) {
          text.append(LETTERS.charAt(random().nextInt(LETTERS.length())));
        }
      }
      text.append(random().nextInt(5) == 0 ? ", " : " ");
    }
    return text.toString();
  }

  /** Packed, as a recorder would. */
  private static PackedTokens recorded(Analyzer analyzer, String text) throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    try (TokenStream stream = recorder.tee(analyzer.tokenStream("text", text))) {
      stream.reset();
      while (stream.incrementToken()) {
        // is recorded
      }
      stream.end();
    }
    return recorder.take().orElseThrow();
  }

  /** False if the text is not taken. */
  private static boolean check(Analyzer analyzer, LearntWords words, String text)
      throws IOException {
    if (!words.take(text)) {
      return false;
    }
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      TokenAttributes token = new TokenAttributes(stream);
      stream.reset();
      while (stream.incrementToken()) {
        assertTrue(text, words.next());
        assertEquals(
            text, token.bytes(), new BytesRef(new String(words.chars(), 0, words.length())));
        assertEquals(text, token.increment(), words.increment());
        assertEquals(text, SHINGLER.hash(token.chars()), words.hash());
      }
      stream.end();
      assertFalse(text, words.next());
      assertEquals(text, token.increment(), words.increment());
    }
    PackedTokens expected = recorded(analyzer, text);
    PackedTokens tokens = words.tokens();
    assertArrayEquals(text, expected.packed, tokens.packed);
    assertEquals(text, expected.types, tokens.types);
    assertEquals(text, expected.finalState, tokens.finalState);
    assertEquals(text, expected.longestTerm(), tokens.longestTerm());
    return true;
  }

  private static List<Analyzer> analyzers() throws IOException {
    CharArraySet excluded = new CharArraySet(List.of("running", "Häuser", "gatos"), true);
    return List.of(
        new EnglishAnalyzer(),
        new EnglishAnalyzer(CharArraySet.EMPTY_SET, excluded),
        new PerFieldAnalyzerWrapper(
            new WhitespaceAnalyzer(), Map.of("text", new EnglishAnalyzer())),
        new PerFieldAnalyzerWrapper(new StandardAnalyzer()),
        new StandardAnalyzer(EnglishAnalyzer.getDefaultStopSet()),
        new BasqueAnalyzer(),
        new BrazilianAnalyzer(),
        new BulgarianAnalyzer(),
        new CatalanAnalyzer(),
        new CzechAnalyzer(),
        new DanishAnalyzer(),
        new DutchAnalyzer(),
        new FinnishAnalyzer(),
        new FrenchAnalyzer(),
        new GalicianAnalyzer(),
        new GermanAnalyzer(GermanAnalyzer.getDefaultStopSet(), excluded),
        new GreekAnalyzer(),
        new HungarianAnalyzer(),
        new IrishAnalyzer(),
        new ItalianAnalyzer(),
        new LatvianAnalyzer(),
        new NorwegianAnalyzer(),
        new PortugueseAnalyzer(),
        new RomanianAnalyzer(),
        new RussianAnalyzer(),
        new SerbianAnalyzer(),
        new SpanishAnalyzer(SpanishAnalyzer.getDefaultStopSet(), excluded),
        new SwedishAnalyzer(),
        new TurkishAnalyzer(),
        CustomAnalyzer.builder()
            .withTokenizer("standard", "maxTokenLength", "40")
            .addTokenFilter("lowercase")
            .addTokenFilter("asciifolding")
            .addTokenFilter("length", "min", "2", "max", "12")
            .addTokenFilter("kstem")
            .addTokenFilter("truncate", "prefixLength", "6")
            .build());
  }

  public void testRandomTextsOfEachAnalyzer() throws IOException {
    for (Analyzer analyzer : analyzers()) {
      LearntWords words = words(analyzer);
      int taken = 0;
      int texts = atLeast(100);
      for (int i = 0; i < texts; i++) {
        taken += check(analyzer, words, randomText()) ? 1 : 0;
      }
      assertTrue(analyzer + " took only " + taken, taken > texts / 2);
    }
  }

  public void testAnyTexts() throws IOException {
    List<Analyzer> analyzers = analyzers();
    Analyzer analyzer = analyzers.get(random().nextInt(analyzers.size()));
    LearntWords words = words(analyzer);
    int taken = 0;
    for (int i = 0; i < atLeast(2000); i++) {
      taken += check(analyzer, words, AnyText.next(random())) ? 1 : 0;
    }
    assertTrue("only " + taken, taken > 200);
  }

  public void testElementsAreThoseOfTheAnalyzer() throws IOException {
    for (Shingling shingling : List.of(Shingling.words(3), Shingling.characters(7))) {
      Analyzer analyzer = new EnglishAnalyzer();
      ElementExtractor ours = new ElementExtractor(analyzer, shingling);
      ElementExtractor theirs = new ElementExtractor(analyzer, shingling);
      for (int i = 0; i < atLeast(100); i++) {
        String text = randomText();
        ours.reset();
        ours.add("text", text);
        theirs.reset();
        theirs.add(analyzer.tokenStream("text", text));
        assertEquals(text, theirs.count(), ours.count());
        for (int j = 0; j < theirs.count(); j++) {
          assertEquals(text, theirs.elements()[j], ours.elements()[j]);
        }
      }
    }
  }

  public void testBeginsAnewWhenThereAreTooManyWords() throws IOException {
    Analyzer analyzer = new EnglishAnalyzer();
    LearntWords words = words(analyzer);
    int number = 0;
    for (int i = 0; i < 100; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < 1500; j++) {
        text.append("word").append(number++).append(' ');
      }
      assertTrue(check(analyzer, words, text.toString()));
    }
    assertTrue(check(analyzer, words, "word1 word149999 words"));
  }

  public void testWordsWithTheSameKey() throws IOException {
    Analyzer analyzer = new EnglishAnalyzer();
    LearntWords words = words(analyzer);
    StringBuilder text = new StringBuilder("abcdefgh ");
    for (int bits = 0; bits < 1 << 9; bits++) { // a and b, and c and d, in places that add up
      for (int i = 0; i < 9; i++) {
        String first = (bits & 1 << i) == 0 ? "xaaaaaaa" : "xbaaaaaa";
        text.append(first);
      }
      text.append(Integer.bitCount(bits) % 2 == 0 ? " " : "xbaaaaaa ");
    }
    assertFalse(check(analyzer, words, text.toString()));
    assertTrue(check(analyzer, words, "abcdefgh xaaaaaaaxaaaaaaaxaaaaaaa xaaaaaaa"));
  }

  public void testWordsWithSeveralTokensAreLeftToTheAnalyzer() throws IOException {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer tokenizer = new StandardTokenizer();
            TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(tokenizer), true);
            return new TokenStreamComponents(tokenizer, folded);
          }
        };
    LearntWords words = words(analyzer);
    assertFalse(check(analyzer, words, "une École"));
    assertFalse(check(analyzer, words, "une École"));
    assertTrue(check(analyzer, words, "no accents here"));
  }

  public void testOtherAnalyzersAreNotReplaced() throws IOException {
    assertNot(new WhitespaceAnalyzer());
    assertNot(new CJKAnalyzer());
    assertNot(new ShingleAnalyzerWrapper(new EnglishAnalyzer()));
    assertNot(new LimitTokenCountAnalyzer(new EnglishAnalyzer(), 10));
    assertNot(
        CustomAnalyzer.builder()
            .addCharFilter("htmlstrip")
            .withTokenizer("standard")
            .addTokenFilter("lowercase")
            .build());
    assertNot(
        CustomAnalyzer.builder()
            .withTokenizer("standard")
            .addTokenFilter("wordDelimiterGraph")
            .build());
  }

  public void testFiltersAndReadersOfAnApplicationAreNotReplaced() throws IOException {
    assertNot(
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer tokenizer = new StandardTokenizer();
            return new TokenStreamComponents(tokenizer, new FirstToken(tokenizer));
          }
        });
    assertNot(
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer tokenizer = new StandardTokenizer();
            return new TokenStreamComponents(
                reader -> tokenizer.setReader(new StringReader("another text")),
                new LowerCaseFilter(tokenizer));
          }
        });
    assertNot(
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(new StandardTokenizer());
          }

          @Override
          protected Reader initReader(String field, Reader reader) {
            return new StringReader("another text");
          }
        });
  }

  private static final class FirstToken extends TokenFilter {
    private boolean isFirst;

    FirstToken(TokenStream input) {
      super(input);
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      isFirst = true;
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean isToken = isFirst && input.incrementToken();
      isFirst = false;
      return isToken;
    }
  }

  private static void assertNot(Analyzer analyzer) {
    assertTrue(WordAnalyzer.of(analyzer, "text").isEmpty());
  }

  public void testLongWordsAreLeftToTheAnalyzer() throws IOException {
    Analyzer analyzer =
        CustomAnalyzer.builder().withTokenizer("standard", "maxTokenLength", "10").build();
    LearntWords words = words(analyzer);
    assertFalse(check(analyzer, words, "a word of elevenletter"));
    assertTrue(check(analyzer, words, "four of them"));
  }
}
