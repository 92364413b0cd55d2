// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapseTestCase;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.sketch.SlotPacking;

public class TestNearPairs extends CollapseTestCase {
  private static NearPairs all(SketchParameters parameters, double least) {
    return NearPairs.all(parameters, new SketchComparer(parameters, ResemblanceRule.sketch(least)));
  }

  /** Beside a comparison of each with each. */
  public void testMissesNone() throws IOException {
    int[][] sketches = {{128, 8}, {100, 3}, {20, 64}, {1, 8}};
    for (int[] sketch : sketches) {
      for (double least : new double[] {0.1, 0.5, 0.71, 0.8, 0.95, 1}) {
        CollapseConfig config = CONFIG.withThreshold(1).withSketch(sketch[0], sketch[1]);
        TextSketcher sketcher = config.textSketcher(new WhitespaceAnalyzer());
        List<LiveDocument> documents = documents(sketcher, new Random(random().nextLong()));
        Set<Set<String>> found = new HashSet<>();
        all(sketcher.parameters(), least)
            .forEach(documents, (a, b) -> found.add(Set.of(a.id, b.id)));
        assertEquals("at " + least, bruteForce(documents, sketcher.parameters(), least), found);
      }
    }
  }

  /** Of which none resembles another, though all have one fingerprint. */
  public static List<LiveDocument> unlike(SketchParameters parameters, int count) {
    Random random = new Random(random().nextLong());
    List<LiveDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long[] slots = random.longs(parameters.format().slots()).toArray();
      byte[] value = SketchValue.encode(parameters.format(), 17, 1, slots);
      documents.add(new LiveDocument("u" + i, i, value, new byte[0], 0, i));
    }
    return documents;
  }

  public void testComparesEachWithSomeWhereTooManyShareAKey() throws IOException {
    List<Set<String>> found = new ArrayList<>();
    SketchParameters parameters = CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters();
    NearPairs pairs =
        new NearPairs(parameters, new SketchComparer(parameters, ResemblanceRule.sketch(0.8)), 0.8);
    List<LiveDocument> documents = unlike(parameters, NearPairs.MOST);
    LiveDocument copyOfFirst = withValueOf(documents.getFirst(), NearPairs.MOST - 1);
    documents.set(NearPairs.MOST - 1, copyOfFirst);
    assertEquals(0, pairs.forEach(documents, add(found)));
    assertEquals(List.of(Set.of("u0", "copy")), found);
    found.clear();
    documents = unlike(parameters, NearPairs.MOST + 2);
    assertEquals(1, pairs.forEach(documents, add(found)));
    documents.set(NearPairs.MOST + 1, withValueOf(documents.get(NearPairs.MOST), 0));
    assertEquals(1, pairs.forEach(documents, add(found)));
    assertEquals(List.of(), found);
    documents.set(NearPairs.MOST + 1, withValueOf(documents.getFirst(), 0));
    assertEquals(1, pairs.forEach(documents, add(found)));
    assertEquals(List.of(Set.of("u0", "copy")), found);
  }

  private static NearPairs.Action add(List<Set<String>> found) {
    return (a, b) -> found.add(Set.of(a.id, b.id));
  }

  private static LiveDocument withValueOf(LiveDocument document, int doc) {
    return new LiveDocument("copy", doc, document.value, document.rank, 0, doc);
  }

  public void testComparesEachWithSomeWhereTooManyShareABand() throws IOException {
    SketchParameters parameters = CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters();
    TextSketcher sketcher = CONFIG.textSketcher(new WhitespaceAnalyzer());
    byte[] value = sketcher.sketch(text(words("a", 100)), 0).value();
    List<LiveDocument> documents = new ArrayList<>();
    int size = NearPairs.MOST + 10;
    for (int i = 0; i < size; i++) {
      documents.add(new LiveDocument("" + i, i, value, new byte[0], 0, i));
    }
    long[] count = new long[1];
    long skipped =
        all(parameters, 1)
            .forEach(
                documents,
                (a, b) -> {
                  count[0]++;
                  return true;
                });
    assertEquals(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9, skipped); // of those behind the first
    assertEquals(size * (size - 1L) / 2, skipped + count[0]);
  }

  /** All resemble each other in many bands, and no two are near-duplicates. */
  public void testEachPairIsGivenOnceAndNoDocumentTooOften() throws IOException {
    SketchParameters parameters = CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters();
    int count = NearPairs.MOST / 10;
    List<LiveDocument> documents = alike(parameters, count);
    Set<Set<String>> given = new HashSet<>();
    NearPairs pairs = all(parameters, 0.9);
    long skipped =
        pairs.forEach(
            documents,
            (a, b) -> {
              assertTrue(given.add(Set.of(a.id, b.id)));
              return false;
            });
    assertEquals(0, skipped);
    assertEquals(count * (count - 1) / 2, given.size());
    int[] times = new int[NearPairs.MOST + 100];
    skipped =
        pairs.forEach(
            alike(parameters, times.length),
            (a, b) -> {
              times[a.doc]++;
              times[b.doc]++;
              return false;
            });
    assertTrue(skipped > 0);
    assertTrue(Arrays.stream(times).allMatch(each -> each <= NearPairs.MOST));
  }

  private static List<LiveDocument> alike(SketchParameters parameters, int count) {
    long[] slots = new Random(random().nextLong()).longs(parameters.format().slots()).toArray();
    List<LiveDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slots[i % slots.length]++;
      byte[] value = SketchValue.encode(parameters.format(), i, 100, slots);
      slots[i % slots.length]--;
      documents.add(new LiveDocument("a" + i, i, value, new byte[0], 0, i));
    }
    return documents;
  }

  private static List<LiveDocument> documents(TextSketcher sketcher, Random random)
      throws IOException {
    List<LiveDocument> documents = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String source = text(words("s" + random.nextInt(4) + "_", random.nextInt(5) == 0 ? 9 : 60));
      String text = random.nextInt(20) == 0 ? "" : edit(random, source, random.nextInt(8));
      byte[] value = sketcher.sketch(text, 0).value();
      documents.add(new LiveDocument(Integer.toString(i), i, value, new byte[0], 0, i));
    }
    return documents;
  }

  private static Set<Set<String>> bruteForce(
      List<LiveDocument> documents, SketchParameters parameters, double least) {
    Set<Set<String>> pairs = new HashSet<>();
    for (LiveDocument a : documents) {
      for (LiveDocument b : documents.subList(0, documents.indexOf(a))) {
        if (a.value != null && b.value != null && arePair(a, b, parameters, least)) {
          pairs.add(Set.of(a.id, b.id));
        }
      }
    }
    return pairs;
  }

  private static boolean arePair(
      LiveDocument a, LiveDocument b, SketchParameters parameters, double least) {
    int min = parameters.minElements();
    if (a.elementCount() < min || b.elementCount() < min) {
      return SketchValue.textHash(a.value, 0) == SketchValue.textHash(b.value, 0);
    }
    SlotPacking packing = parameters.format().packing();
    int offset = SketchValue.SLOTS_OFFSET;
    return packing.resemblance(packing.agreeing(a.value, offset, b.value, offset)) >= least;
  }
}
