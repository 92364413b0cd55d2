// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.sketch.ElementSet;

/** Values make the elements that sets and bags of them have by counting. */
public class TestValueElements extends LuceneTestCase {
  private static final Shingling BAGS = Shingling.ofValues().withOccurrences(true);

  /** A field and a value of it. */
  private record Value(String field, String text) {}

  public void testResemblanceIsThatOfTheSets() throws IOException {
    for (int i = 0; i < atLeast(500); i++) {
      List<Value> a = values();
      List<Value> b = values();
      Set<Value> common = new HashSet<>(a);
      common.retainAll(new HashSet<>(b));
      Set<Value> all = new HashSet<>(a);
      all.addAll(b);
      ElementSet elementsOfA = elements(Shingling.ofValues(), a);
      ElementSet elementsOfB = elements(Shingling.ofValues(), b);
      assertEquals(new HashSet<>(a).size(), elementsOfA.size());
      assertEquals(common.size(), elementsOfA.intersectionSize(elementsOfB));
      double resemblance = all.isEmpty() ? 1 : (double) common.size() / all.size();
      assertEquals(resemblance, elementsOfA.resemblance(elementsOfB), 0);
    }
  }

  public void testResemblanceOfBagsCountsRepeats() throws IOException {
    for (int i = 0; i < atLeast(500); i++) {
      List<Value> a = values();
      List<Value> b = values();
      Map<Value, Integer> countsOfA = counts(a);
      int common = 0;
      for (Map.Entry<Value, Integer> each : counts(b).entrySet()) {
        common += Math.min(each.getValue(), countsOfA.getOrDefault(each.getKey(), 0));
      }
      ElementSet elementsOfA = elements(BAGS, a);
      assertEquals(a.size(), elementsOfA.size());
      assertEquals(common, elementsOfA.intersectionSize(elements(BAGS, b)));
    }
  }

  public void testFingerprintTellsSetsApartAndNothingElse() throws IOException {
    for (int i = 0; i < atLeast(500); i++) {
      List<Value> a = values();
      List<Value> b = values();
      assertEquals(
          new HashSet<>(a).equals(new HashSet<>(b)),
          textHash(Shingling.ofValues(), a) == textHash(Shingling.ofValues(), b));
      assertEquals(counts(a).equals(counts(b)), textHash(BAGS, a) == textHash(BAGS, b));
      List<Value> shuffled = new ArrayList<>(a);
      Collections.shuffle(shuffled, random());
      assertEquals(textHash(BAGS, a), textHash(BAGS, shuffled));
    }
  }

  public void testValuesAreNotAnalysed() throws IOException {
    assertEquals(1, elements(Shingling.ofValues(), List.of(new Value("f", "Two words"))).size());
    assertEquals(
        2,
        elements(Shingling.ofValues(), List.of(new Value("f", "A"), new Value("f", "a"))).size());
  }

  public void testSeedAndModulusCount() throws IOException {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(new Value("f", "v" + i));
    }
    ElementSet all = elements(Shingling.ofValues(), values);
    assertEquals(0, all.intersectionSize(elements(Shingling.ofValues().withSeed(1), values)));
    ElementSet some = elements(Shingling.ofValues().withModulo(10), values);
    assertEquals(some.size(), some.intersectionSize(all));
    assertEquals(100, some.size(), 50);
  }

  public void testRefusesTokens() {
    ElementExtractor extractor =
        new ElementExtractor(new WhitespaceAnalyzer(), Shingling.ofValues());
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class,
            () -> extractor.addReplayable(new TextField("f", "a b", Store.NO)));
    assertEquals("values must be given as strings, got tokens", refusal.getMessage());
  }

  private static List<Value> values() {
    List<Value> values = new ArrayList<>();
    for (int i = random().nextInt(6); i > 0; i--) {
      values.add(new Value("f" + random().nextInt(2), "v" + random().nextInt(3)));
    }
    return values;
  }

  private static Map<Value, Integer> counts(List<Value> values) {
    Map<Value, Integer> counts = new HashMap<>();
    values.forEach(value -> counts.merge(value, 1, Integer::sum));
    return counts;
  }

  private static ElementSet elements(Shingling shingling, List<Value> values) throws IOException {
    ElementExtractor extractor = extract(shingling, values);
    return ElementSet.of(extractor.elements(), extractor.count());
  }

  private static long textHash(Shingling shingling, List<Value> values) throws IOException {
    return extract(shingling, values).textHash();
  }

  private static ElementExtractor extract(Shingling shingling, List<Value> values)
      throws IOException {
    ElementExtractor extractor = new ElementExtractor(new WhitespaceAnalyzer(), shingling);
    extractor.reset();
    extractor.add("f", "of the document before");
    extractor.reset();
    for (Value value : values) {
      extractor.add(value.field(), value.text());
    }
    return extractor;
  }
}
