// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.neardup.analysis.Shingling.Gaps;
import org.neardup.analysis.Shingling.Tail;

public class TestShinglingFactories extends BaseTokenStreamTestCase {

  public void testCustomAnalyzerFindsThemByName() throws IOException {
    try (Analyzer analyzer =
        CustomAnalyzer.builder()
            .withTokenizer("standard")
            .addTokenFilter("lowercase")
            .addTokenFilter("shingleHash", "shingleSize", "2")
            .build()) {
      Shingling pairs = Shingling.words(2);
      assertAnalyzesTo(
          analyzer,
          "Rose is a",
          new String[] {
            ShingleEmitter.term(pairs.element("rose", "is")),
            ShingleEmitter.term(pairs.element("is", "a"))
          });
    }
  }

  public void testEveryArgumentReachesTheFilter() throws IOException {
    Shingling all =
        new Shingling(Shingling.Unit.WORD, 3, 2, Tail.WRAP, Gaps.FILL, true, 2, 0xABCDEFL);
    TokenFilterFactory factory = TokenFilterFactory.forName("shingleHash", arguments());
    String text = "a b c a b c a b c d e";
    assertArrayEquals(
        TestShingleHashFilter.elementsOf(new ShingleHashFilter(words(text), all)),
        TestShingleHashFilter.elementsOf(factory.create(words(text))));
  }

  public void testEveryArgumentReachesTheTokenizer() throws IOException {
    Shingling all =
        new Shingling(Shingling.Unit.CHARACTER, 3, 2, Tail.WRAP, Gaps.FILL, true, 2, 0xABCDEFL);
    Tokenizer expected = new CharacterShingleTokenizer(all);
    Tokenizer made = TokenizerFactory.forName("characterShingle", arguments()).create();
    expected.setReader(new StringReader("abcabcabcde"));
    made.setReader(new StringReader("abcabcabcde"));
    assertArrayEquals(
        TestShingleHashFilter.elementsOf(expected), TestShingleHashFilter.elementsOf(made));
  }

  public void testSeedsAreDecimalOrAny64Bits() {
    assertSeed(0x9E3779B97F4A7C15L, "0x9e3779b97f4a7c15");
    assertSeed(-1, "0XFFFFFFFFFFFFFFFF");
    assertSeed(255, "0x00000000000000000ff");
    assertSeed(10, "010");
    assertSeed(Long.MIN_VALUE, "-9223372036854775808");
    assertSeed(5, "+5");
  }

  private static void assertSeed(long seed, String value) {
    Map<String, String> args = new HashMap<>(Map.of("seed", value));
    assertEquals(seed, ShinglingArguments.take(args, Shingling.words(5)).seed());
  }

  private static Map<String, String> arguments() {
    Map<String, String> args = new HashMap<>();
    args.put("shingleSize", "3");
    args.put("step", "2");
    args.put("tail", "wrap");
    args.put("gaps", "fill");
    args.put("occurrences", "true");
    args.put("modulo", "2");
    args.put("seed", "0xABCDEF");
    return args;
  }

  private static TokenStream words(String text) {
    Tokenizer tokenizer = new WhitespaceTokenizer();
    tokenizer.setReader(new StringReader(text));
    return tokenizer;
  }

  public void testBadArgumentsAreRefusedByName() {
    assertRefused("shingle size must be between 1 and 256, got 0", "shingleSize", "0");
    assertRefused("shingleSize must be a whole number, got five", "shingleSize", "five");
    assertRefused("shingle step must be between 1 and 256, got 300", "step", "300");
    assertRefused("shingle modulo must be between 1 and 2147483647, got -1", "modulo", "-1");
    assertRefused("tail must be one of [drop, keep, wrap], got cut", "tail", "cut");
    assertRefused("gaps must be one of [ignore, fill], got _", "gaps", "_");
    assertRefused("occurrences must be true or false, got yes", "occurrences", "yes");
    assertRefused("seed must be a 64-bit number, got x", "seed", "x");
    assertRefused("seed must be a 64-bit number, got 0x", "seed", "0x");
    assertRefused("seed must be a 64-bit number, got 0x-1", "seed", "0x-1");
    assertRefused(
        "seed must be a 64-bit number, got 0x19e3779b97f4a7c15", "seed", "0x19e3779b97f4a7c15");
    assertRefused(
        "seed must be a 64-bit number, got 9223372036854775808", "seed", "9223372036854775808");
    assertRefused("Unknown parameters: {shingles=5}", "shingles", "5");
  }

  private static void assertRefused(String message, String name, String value) {
    assertEquals(
        message,
        expectThrows(
                IllegalArgumentException.class,
                () -> new ShingleHashFilterFactory(new HashMap<>(Map.of(name, value))))
            .getMessage());
    assertEquals(
        message,
        expectThrows(
                IllegalArgumentException.class,
                () -> new CharacterShingleTokenizerFactory(new HashMap<>(Map.of(name, value))))
            .getMessage());
  }
}
