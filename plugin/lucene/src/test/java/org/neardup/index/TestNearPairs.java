// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.SketchValue;
import org.neardup.codec.TextSketcher;
import org.neardup.sketch.SlotPacking;

public class TestNearPairs extends CollapseTestCase {

  /** Beside a comparison of each with each. */
  public void testMissesNone() throws IOException {
    int[][] sketches = {{128, 8}, {100, 3}, {20, 64}, {1, 8}};
    for (int[] sketch : sketches) {
      for (double least : new double[] {0.1, 0.5, 0.71, 0.8, 0.95, 1}) {
        CollapseConfig config = CONFIG.withThreshold(1).withSketch(sketch[0], sketch[1]);
        TextSketcher sketcher = config.textSketcher(new WhitespaceAnalyzer());
        List<Entry> documents = documents(sketcher, new Random(random().nextLong()));
        Set<Set<String>> found = new HashSet<>();
        NearPairs.all(sketcher.parameters(), least)
            .forEach(documents, (a, b) -> found.add(Set.of(a.id, b.id)));
        assertEquals("at " + least, bruteForce(documents, sketcher.parameters(), least), found);
      }
    }
  }

  private static List<Entry> documents(TextSketcher sketcher, Random random) throws IOException {
    List<Entry> documents = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String source = text(words("s" + random.nextInt(4) + "_", random.nextInt(5) == 0 ? 9 : 60));
      String text = random.nextInt(20) == 0 ? "" : edit(random, source, random.nextInt(8));
      byte[] value = sketcher.sketch(text, 0).value();
      documents.add(new Entry(Integer.toString(i), i, value, new byte[0], 0, i));
    }
    return documents;
  }

  private static Set<Set<String>> bruteForce(
      List<Entry> documents, SketchParameters parameters, double least) {
    Set<Set<String>> pairs = new HashSet<>();
    for (Entry a : documents) {
      for (Entry b : documents.subList(0, documents.indexOf(a))) {
        if (a.value != null && b.value != null && arePair(a, b, parameters, least)) {
          pairs.add(Set.of(a.id, b.id));
        }
      }
    }
    return pairs;
  }

  private static boolean arePair(Entry a, Entry b, SketchParameters parameters, double least) {
    int min = parameters.minElements();
    if (a.elementCount() < min || b.elementCount() < min) {
      return SketchValue.fingerprint(a.value, 0) == SketchValue.fingerprint(b.value, 0);
    }
    SlotPacking packing = parameters.format().packing();
    int offset = SketchValue.SLOTS_OFFSET;
    return packing.resemblance(packing.agreeing(a.value, offset, b.value, offset)) >= least;
  }
}
