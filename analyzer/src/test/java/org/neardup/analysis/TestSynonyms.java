// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.CharsRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.neardup.analysis.Shingling.Gaps;
import org.neardup.internal.analysis.ElementExtractor;

/** Synonyms beside words change no element; those in place of words are words. */
public class TestSynonyms extends LuceneTestCase {
  private static final String[] WORDS = {"a", "b", "c", "d", "e", "f"};
  private static final CharArraySet STOP_WORDS = new CharArraySet(List.of("f"), false);

  /** What the synonyms are of, what they are, and whether the words stay. */
  private record Rule(String words, String synonym, boolean keepsWords) {}

  private static Rule beside(String words, String synonym) {
    return new Rule(words, synonym, true);
  }

  private static Rule instead(String words, String synonym) {
    return new Rule(words, synonym, false);
  }

  private static Analyzer analyzer(boolean stops, boolean flat, List<Rule> rules)
      throws IOException {
    SynonymMap.Builder builder = new SynonymMap.Builder(true);
    for (Rule rule : rules) {
      builder.add(chars(rule.words), chars(rule.synonym), rule.keepsWords);
    }
    SynonymMap map = rules.isEmpty() ? null : builder.build();
    return ReplayAnalyzers.of(
        tokens -> {
          TokenStream words = stops ? new StopFilter(tokens, STOP_WORDS) : tokens;
          TokenStream graph = map == null ? words : new SynonymGraphFilter(words, map, false);
          return flat ? new FlattenGraphFilter(graph) : graph;
        });
  }

  private static CharsRef chars(String words) {
    return SynonymMap.Builder.join(words.split(" "), new CharsRefBuilder());
  }

  /** Of the extractor, which must be those of the filter and of the replayed field. */
  private static long[] elements(Analyzer analyzer, Shingling shingling, String text)
      throws IOException {
    ElementExtractor extractor = new ElementExtractor(analyzer, shingling);
    extractor.reset();
    extractor.add("f", text);
    long[] elements = Arrays.copyOf(extractor.elements(), extractor.count());
    if (shingling.unit() == Shingling.Unit.WORD) {
      TokenStream filter = new ShingleHashFilter(analyzer.tokenStream("f", text), shingling);
      assertArrayEquals(text, elements, TestShingleHashFilter.elementsOf(filter));
    }
    extractor.reset();
    extractor.addReplayable(new TextField("f", text, Field.Store.NO));
    assertArrayEquals(elements, Arrays.copyOf(extractor.elements(), extractor.count()));
    return elements;
  }

  private static String words(int atMost) {
    List<String> words = new ArrayList<>();
    for (int i = random().nextInt(atMost); i >= 0; i--) {
      words.add(RandomPicks.randomFrom(random(), WORDS));
    }
    return String.join(" ", words);
  }

  private static Shingling shingling() {
    return ShinglingModel.random(
        random(), random().nextBoolean() ? Shingling.Unit.WORD : Shingling.Unit.CHARACTER);
  }

  public void testSynonymsBesideWordsChangeNoElement() throws IOException {
    for (int i = 0; i < atLeast(300); i++) {
      List<Rule> rules = new ArrayList<>();
      for (int rule = random().nextInt(5); rule >= 0; rule--) {
        rules.add(beside(words(3), (words(3) + " ").replace(" ", "x ").strip()));
      }
      boolean stops = random().nextBoolean();
      // A match takes the place of the stop words before it, in Lucene.
      Shingling shingling = shingling().withGaps(stops ? Gaps.IGNORE : Gaps.FILL);
      String text = words(30);
      assertArrayEquals(
          rules + " in " + text,
          elements(analyzer(stops, false, List.of()), shingling, text),
          elements(analyzer(stops, random().nextBoolean(), rules), shingling, text));
    }
  }

  public void testStopWordsKeepTheirPlaces() throws IOException {
    Shingling shingling = Shingling.words(2).withGaps(Gaps.FILL);
    List<Rule> rules = List.of(beside("a", "x y"), beside("b c", "z"));
    for (String text : List.of("a f d f f e", "b c f d", "d f e a b c f e")) {
      assertArrayEquals(
          elements(analyzer(true, false, List.of()), shingling, text),
          elements(analyzer(true, false, rules), shingling, text));
    }
  }

  public void testSynonymsInPlaceOfWordsAreWords() throws IOException {
    for (int i = 0; i < atLeast(300); i++) {
      List<Rule> rules = new ArrayList<>();
      String text = words(30);
      String expected = text;
      for (String word : WORDS) {
        String synonym = (words(3) + " ").replace(" ", "x ").strip();
        boolean keepsWords = random().nextBoolean();
        rules.add(new Rule(word, synonym, keepsWords));
        expected = keepsWords ? expected : expected.replaceAll("\\b" + word + "\\b", synonym);
      }
      Shingling shingling = shingling();
      assertArrayEquals(
          rules + " in " + text,
          elements(analyzer(false, false, List.of()), shingling, expected),
          elements(analyzer(false, random().nextBoolean(), rules), shingling, text));
    }
  }

  public void testFingerprintTellsSynonyms() throws IOException {
    for (boolean keepsWords : new boolean[] {false, true}) {
      long fingerprint = textHash(new Rule("a", "x y", keepsWords));
      assertEquals(fingerprint, textHash(new Rule("a", "x y", keepsWords)));
      assertNotEquals(fingerprint, textHash(new Rule("a", "x z", keepsWords)));
      assertNotEquals(fingerprint, textHash(new Rule("a", "z y", keepsWords)));
      assertNotEquals(fingerprint, textHash(new Rule("a", "x y", !keepsWords)));
    }
  }

  private static long textHash(Rule rule) throws IOException {
    ElementExtractor extractor =
        new ElementExtractor(analyzer(false, false, List.of(rule)), Shingling.words(2));
    extractor.reset();
    extractor.add("f", "a b c");
    return extractor.textHash();
  }

  public void testInTheWayOfRules() throws IOException {
    Shingling pairs = Shingling.words(2);
    List<Rule> rules =
        List.of(beside("car", "vehicle"), beside("truck", "vehicle"), instead("i pod", "ipod"));
    Analyzer analyzer = analyzer(false, true, rules);
    assertArrayEquals(
        new long[] {pairs.element("old", "car"), pairs.element("car", "ipod")},
        elements(analyzer, pairs, "old car i pod"));
    assertArrayEquals(
        new long[] {pairs.element("old", "truck"), pairs.element("truck", "ipod")},
        elements(analyzer, pairs, "old truck ipod"));
  }
}
