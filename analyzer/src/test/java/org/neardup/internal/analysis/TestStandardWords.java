// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.AnyText;
import org.neardup.analysis.Shingling;

/** Every text that is taken has the tokens that the analyzer makes of it. */
public class TestStandardWords extends LuceneTestCase {
  private static final String KNOWN =
      "abzAZ019_:,;.'\"’‘-/ \t\n()@#*&%$§«»“”–—…éàÉÀßøÆœŒŠſıİÅ\u00a0·ªº²½ΩσςжЖ\u2028\u200b";

  private static final Shingler SHINGLER = new Shingler(Shingling.words(5));

  private static StandardWords words(StandardAnalyzer analyzer) {
    return new StandardWords(analyzer, SHINGLER, new WordBreaks(null));
  }

  private record Token(BytesRef term, int start, int end, int increment, String type) {}

  /** All tokens, then the final state. */
  private static List<Token> tokens(TokenStream stream) throws IOException {
    List<Token> tokens = new ArrayList<>();
    try (stream) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      TypeAttribute type = stream.addAttribute(TypeAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(
            new Token(
                BytesRef.deepCopyOf(term.getBytesRef()),
                offset.startOffset(),
                offset.endOffset(),
                increment.getPositionIncrement(),
                type.type()));
      }
      stream.end();
      tokens.add(
          new Token(
              new BytesRef(),
              offset.startOffset(),
              offset.endOffset(),
              increment.getPositionIncrement(),
              type.type()));
    }
    return tokens;
  }

  /** False if the text is not taken. */
  private static boolean check(StandardAnalyzer analyzer, StandardWords words, String text)
      throws IOException {
    if (!words.take(text)) {
      return false;
    }
    List<Token> expected = tokens(analyzer.tokenStream("text", text));
    for (Token token : expected.subList(0, expected.size() - 1)) {
      assertTrue(text, words.next());
      String word = new String(words.chars(), 0, words.length());
      assertEquals(text, token.term, new BytesRef(word));
      assertEquals(text, SHINGLER.hash(word), words.hash());
      assertEquals(text, token.increment, words.increment());
    }
    assertFalse(text, words.next());
    assertEquals(text, expected.getLast().increment, words.increment());
    assertEquals(text, expected, tokens(words.tokens().replay()));
    return true;
  }

  public void testAllShortTexts() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    String letters = TEST_NIGHTLY ? "aB1_:,.' " : "B1_:,. ";
    int longest = 6;
    long texts = Math.round(Math.pow(letters.length() + 1, longest));
    for (long number = 0; number < texts; number++) {
      StringBuilder text = new StringBuilder();
      for (long rest = number; rest > 0; rest /= letters.length() + 1) {
        int letter = (int) (rest % (letters.length() + 1));
        text.append(letter == 0 ? "" : letters.substring(letter - 1, letter));
      }
      assertTrue(check(analyzer, words, text.toString()));
    }
  }

  public void testEachCharacterAmongOthers() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    int taken = 0;
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 100; i++) {
        char other = KNOWN.charAt(random().nextInt(KNOWN.length()));
        text.append(random().nextBoolean() ? c : other);
      }
      taken += check(analyzer, words, text.toString()) ? 1 : 0;
    }
    assertTrue("too few characters are known: " + taken, taken > 5000);
  }

  public void testAlphabeticTextsAreTaken() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    for (int i = 0; i < atLeast(2000); i++) {
      StringBuilder text = new StringBuilder();
      int length = random().nextInt(1000);
      for (int j = 0; j < length; j++) {
        text.append(
            random().nextInt(4) == 0 ? ' ' : KNOWN.charAt(random().nextInt(KNOWN.length())));
      }
      assertTrue(text.toString(), check(analyzer, words, text.toString()));
    }
    assertTrue(check(analyzer, words, ""));
    assertTrue(check(analyzer, words, "Привет, Κόσμε!"));
    assertTrue(
        check(analyzer, words, "The Queen’s English: 3,000.50 e.g. “naïve” façades — O'Neil’s"));
  }

  public void testOthersAreLeftToTheAnalyzer() throws IOException {
    StandardWords words = words(new StandardAnalyzer());
    for (String text :
        List.of("日本", "a\u0301", "soft\u00adhyphen", "שלום", "👍", "1️⃣", "© 2026", "a\u200db")) {
      assertFalse(text, words.take("some words " + text));
    }
  }

  public void testRandomTexts() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    int taken = 0;
    for (int i = 0; i < atLeast(3000); i++) {
      taken += check(analyzer, words, AnyText.next(random())) ? 1 : 0;
    }
    assertTrue("only " + taken, taken > 300);
  }

  public void testStopWordsLeaveGaps() throws IOException {
    CharArraySet stopWords = EnglishAnalyzer.getDefaultStopSet();
    StandardAnalyzer analyzer = new StandardAnalyzer(stopWords);
    StandardWords words = words(analyzer);
    assertTrue(check(analyzer, words, "The cat and THE dog are not in the"));
    assertTrue(check(analyzer, words, "cats"));
    assertTrue(check(analyzer, words, "the"));
  }

  public void testLongWordsAreLeftToTheAnalyzer() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    for (int length = 1; length < 300; length++) {
      String word = (random().nextBoolean() ? "x" : "a.").repeat(length).substring(0, length);
      for (String text : List.of(word, "go " + word + " on", "!".repeat(length) + word)) {
        boolean taken = check(analyzer, words, text);
        assertTrue(text, length < 255 || !taken);
        assertTrue(text, length >= 127 || taken);
      }
    }
    analyzer.setMaxTokenLength(10); // at once, as in the analyzer
    assertFalse(words.take("a long-standing word: " + "x".repeat(10)));
    assertTrue(check(analyzer, words, "two are ok"));
  }

  public void testIsUsedAgain() throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    StandardWords words = words(analyzer);
    assertTrue(words.take("half consumed"));
    assertTrue(words.next());
    assertFalse(words.take("日本"));
    assertTrue(check(analyzer, words, "whole"));
    assertTrue(check(analyzer, words, "again"));
  }
}
