// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.analysis.Shingler;
import org.neardup.internal.analysis.StandardWords;
import org.neardup.internal.analysis.TextNormalizer;
import org.neardup.internal.analysis.WordBreaks;

public class TestNormalizingCharFilter extends BaseTokenStreamTestCase {
  private static final String IGNORED =
      "\u00AD\u034F\u061C\u115F\u1160\u17B4\u180B\u180E\u200B\u200C\u200D\u200E\u202A\u2060\u3164"
          + "\uFE00\uFE0F\uFEFF\uFFA0\uDB40\uDC01\uDB40\uDD00";
  private static final String APOSTROPHES =
      "\u00B4\u02B9\u02BB\u02BC\u1FFD\u2018\u2019\u201B\u2032\uFF07";
  private static final String ODD =
      "ab e\u0301\u0316\u0327 \u0149\u00C5\u212B\u00BD\uFB01\uFB04\u1112\u1161\u11AB\uD55C\u3131\u314F"
          + "\uFF76\uFF9E\uFFC2\u30AB\u3099\uFF21\u0344\u0F73\u1E9B\u0323\uD834\uDD5E\uD800\uDC00\uD800"
          + "\uFDFA\u00A0\u3000\u0958\u09C7\u09BE\uD834\uDD65\u2126\u00B2\u2026\uD83D\uDE00";

  private static final Pattern DROPPED =
      Pattern.compile(
          "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F"
              + "\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8"
              + "\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]");
  private static final int END = TEST_NIGHTLY ? Character.MAX_CODE_POINT : 0x20000;

  private static String anyText() {
    StringBuilder text = new StringBuilder();
    for (int parts = random().nextInt(30); parts > 0; parts--) {
      switch (random().nextInt(6)) {
        case 0 -> text.append(TestUtil.randomUnicodeString(random(), 5));
        case 1 -> text.append(any(IGNORED));
        case 2 -> text.append(any(APOSTROPHES));
        case 3 -> text.append("plain words ");
        default -> text.append(any(ODD));
      }
    }
    return text.toString();
  }

  private static String any(String from) {
    int at = from.offsetByCodePoints(0, random().nextInt(from.codePointCount(0, from.length())));
    return Character.toString(from.codePointAt(at));
  }

  /** By the definition, of the whole text at once. */
  private static String model(String text, Form form) {
    StringBuilder kept = new StringBuilder();
    text.codePoints().filter(c -> !isIgnored(c)).forEach(kept::appendCodePoint);
    return withApostrophes(Normalizer.normalize(withApostrophes(kept.toString()), form));
  }

  private static String withApostrophes(String text) {
    return text.replaceAll("[" + APOSTROPHES + "]", "'");
  }

  private static boolean isIgnored(int c) {
    return DROPPED.matcher(Character.toString(c)).matches();
  }

  private static String filtered(String text, Form form) throws IOException {
    StringBuilder read = new StringBuilder();
    try (Reader reader = new NormalizingCharFilter(new StringReader(text), form)) {
      char[] chars = new char[1 + random().nextInt(5000)];
      for (int n = reader.read(chars); n >= 0; n = reader.read(chars)) {
        read.append(chars, 0, n);
      }
    }
    return read.toString();
  }

  public void testModel() throws IOException {
    for (int i = 0; i < 5000; i++) {
      String text = anyText();
      for (Form form : List.of(Form.NFC, Form.NFKC)) {
        assertEquals(model(text, form), filtered(text, form));
      }
    }
  }

  public void testTextsOfManyBlocks() throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < 20_000) {
      text.append(anyText());
    }
    assertEquals(model(text.toString(), Form.NFKC), filtered(text.toString(), Form.NFKC));
  }

  public void testEachCodePoint() throws IOException {
    for (Form form : List.of(Form.NFC, Form.NFKC)) {
      TextNormalizer normalizer = new TextNormalizer(form);
      for (int c = 0; c < END; c++) {
        if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
          String text = Character.toString(c);
          String normal = normalized(normalizer, text);
          if (isIgnored(c)) {
            assertEquals("", normal);
          } else if (APOSTROPHES.contains(text)) {
            assertEquals("'", normal);
          } else {
            assertEquals(text, withApostrophes(Normalizer.normalize(text, form)), normal);
          }
          assertEquals(text, normal, normalized(normalizer, normal));
        }
      }
    }
  }

  private static String normalized(TextNormalizer normalizer, String text) {
    normalizer.reset();
    normalizer.normalize(text.toCharArray(), text.length());
    return new String(normalizer.chars(), 0, normalizer.length());
  }

  /** Whatever stands before a code point, it is joined with it where Unicode joins them. */
  public void testEachCodePointBehindAnother() {
    for (Form form : List.of(Form.NFC, Form.NFKC)) {
      TextNormalizer normalizer = new TextNormalizer(form);
      for (String before : List.of("a", "\uD55C", "\u1100", "\u1100\u1161", "\u30AB", "\u0E40")) {
        for (int c = 0; c < END; c++) {
          String text = before + Character.toString(c);
          if (!isIgnored(c)) {
            String expected = withApostrophes(Normalizer.normalize(withApostrophes(text), form));
            assertEquals(text, expected, normalized(normalizer, text));
          }
        }
      }
    }
  }

  /** Sorting all of them by their classes would take hours. */
  public void testMillionsOfMarks() throws IOException {
    String text = "e" + "\u0301\u0316".repeat(2_000_000);
    assertEquals(text.length(), filtered(text, Form.NFC).length() + 1);
  }

  /** A token stands where the text stands that it was made of, whole characters of it. */
  public void testOffsets() throws IOException {
    try (Analyzer analyzer = new NormalizedAnalyzer(new WhitespaceAnalyzer())) {
      for (int i = 0; i < 2000; i++) {
        String text = anyText();
        try (TokenStream stream = analyzer.tokenStream("text", text)) {
          CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
          OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
          stream.reset();
          while (stream.incrementToken()) {
            String word = text.substring(offset.startOffset(), offset.endOffset());
            String normal = model(word, Form.NFKC);
            assertTrue(text, normal.equals(term.toString()) || isPartOf(term.toString(), word));
          }
          stream.end();
          assertEquals(text.length(), offset.endOffset());
        }
      }
    }
  }

  /** Whether a term is part of what characters became, one of which became several words. */
  private static boolean isPartOf(String term, String word) {
    boolean hasPhrase =
        word.codePoints()
            .mapToObj(c -> Normalizer.normalize(Character.toString(c), Form.NFKC))
            .anyMatch(normal -> normal.length() > 1 && normal.indexOf(' ') >= 0);
    return hasPhrase && model(word, Form.NFKC).contains(term);
  }

  public void testCharactersThatBecomeSeveralWords() throws IOException {
    try (Analyzer analyzer = new NormalizedAnalyzer(new StandardAnalyzer())) {
      assertAnalyzesTo(
          analyzer,
          "x \u2105 y\u2100z \u00BE",
          new String[] {"x", "c", "o", "ya", "cz", "3\u20444"},
          new int[] {0, 2, 2, 4, 5, 8},
          new int[] {1, 3, 3, 6, 7, 9});
      for (String text : List.of("x \u2105 y\u2100z \u00BE", "\u00AD\u2105\u00AD \u00BEe\u0301")) {
        assertEquals(tokens(analyzer.tokenStream("text", text)), replayed(analyzer, text));
      }
    }
  }

  private static List<String> replayed(Analyzer analyzer, String text) throws IOException {
    ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(2));
    IndexableField field = extractor.addReplayable(new TextField("text", text, Field.Store.NO));
    return tokens(field.tokenStream(analyzer, null));
  }

  /** Text in an alphabetic script needs no tokenizer, whatever is to be normalised in it. */
  public void testTokenizerIsNotNeeded() throws IOException {
    TextNormalizer normalizer = new TextNormalizer(Form.NFKC);
    StandardWords words =
        new StandardWords(
            new StandardAnalyzer(), new Shingler(Shingling.words(2)), new WordBreaks(normalizer));
    String odd = "\u2026 \u00BD \uFB01 \u2105 e\u0301 \u00AD \u2019 \u00A0 \u0132 \u2122 \u00AA";
    for (String each : odd.split(" ", -1)) {
      assertTrue(each, words.take("the words" + each + " in a text"));
    }
    assertFalse(words.take("\u0E01\u0E32 \u2026"));
    for (int i = 0; i < 1000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random().nextInt(20); parts > 0; parts--) {
        text.append(TestUtil.randomSimpleString(random(), 5));
        text.append(odd.charAt(random().nextInt(odd.length())));
      }
      NormalizedAnalyzer analyzer = new NormalizedAnalyzer(new StandardAnalyzer());
      assertEquals(
          tokens(analyzer.tokenStream("text", text.toString())), replayed(analyzer, text + ""));
    }
  }

  /** A syllable of Korean is not cut, however many letters stand in a row. */
  public void testLongRunsOfKoreanLetters() throws IOException {
    String composed = "\uD55C\uAD6D\uC5B4".repeat(400);
    assertEquals(composed, filtered(Normalizer.normalize(composed, Form.NFD), Form.NFC));
  }

  /** What is the same to Unicode has one normal form. */
  public void testCanonicalEquivalents() throws IOException {
    for (Form form : List.of(Form.NFC, Form.NFKC)) {
      TextNormalizer normalizer = new TextNormalizer(form);
      for (int c = 0; c < END; c++) {
        String text = Character.toString(c);
        for (Form other : List.of(Form.NFC, Form.NFD)) {
          String same = Normalizer.normalize(text, other);
          assertEquals(text, normalized(normalizer, text), normalized(normalizer, same));
        }
      }
    }
  }

  public void testRandomData() throws IOException {
    try (Analyzer analyzer =
        new NormalizedAnalyzer(
            random().nextBoolean() ? new StandardAnalyzer() : new EnglishAnalyzer())) {
      checkRandomData(random(), analyzer, 200);
    }
  }

  public void testWords() throws IOException {
    try (Analyzer analyzer = new NormalizedAnalyzer(new StandardAnalyzer())) {
      assertAnalyzesTo(
          analyzer,
          "don\u2019t ca\u0301\u00ADf\uFB01 \uFF2C\u200Bid",
          new String[] {"don't", "c\u00E1ffi", "lid"},
          new int[] {0, 6, 13},
          new int[] {5, 12, 17});
    }
  }

  /** What is made of a text without Lucene's tokenizer is what it would make. */
  public void testExtractedAsAnalysed() throws IOException {
    Analyzer inner = random().nextBoolean() ? new StandardAnalyzer() : new EnglishAnalyzer();
    Analyzer fast = new NormalizedAnalyzer(inner);
    ElementExtractor extractor = new ElementExtractor(fast, Shingling.words(2));
    ElementExtractor slow = new ElementExtractor(fast, Shingling.words(2));
    for (int i = 0; i < 1000; i++) {
      String text = anyText();
      extractor.reset();
      IndexableField field = extractor.addReplayable(new TextField("text", text, Field.Store.NO));
      slow.reset();
      slow.add(fast.tokenStream("text", text));
      assertEquals(elements(slow), elements(extractor));
      assertEquals(tokens(fast.tokenStream("text", text)), tokens(field.tokenStream(fast, null)));
    }
  }

  private static List<Long> elements(ElementExtractor extractor) {
    List<Long> elements = new ArrayList<>();
    for (int i = 0; i < extractor.count(); i++) {
      elements.add(extractor.elements()[i]);
    }
    return elements;
  }

  private static List<String> tokens(TokenStream stream) throws IOException {
    List<String> tokens = new ArrayList<>();
    try (stream) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(
            term.getBytesRef().utf8ToString()
                + " "
                + offset.startOffset()
                + "-"
                + offset.endOffset());
      }
      stream.end();
      tokens.add("" + offset.endOffset());
    }
    return tokens;
  }

  public void testFactory() throws IOException {
    try (Reader reader =
        CharFilterFactory.forName("normalizing", new HashMap<>(Map.of("form", "nfc")))
            .create(new StringReader("\uFB01e\u0301"))) {
      char[] chars = new char[10];
      assertEquals(2, reader.read(chars));
      assertEquals("\uFB01\u00E9", new String(chars, 0, 2));
    }
    for (Map<String, String> bad : List.of(Map.of("form", "nfd"), Map.of("from", "nfc"))) {
      Map<String, String> args = new HashMap<>(bad);
      assertThrows(
          IllegalArgumentException.class, () -> CharFilterFactory.forName("normalizing", args));
    }
    Reader text = new StringReader("");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> new NormalizingCharFilter(text, Form.NFD));
    assertEquals("form must be NFC or NFKC, got NFD", e.getMessage());
  }
}
