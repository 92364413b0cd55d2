// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Overlap;
import org.neardup.search.copied.Containments;
import org.neardup.sketch.ElementSet;

/** How much of some texts each document holds: all of them, counted one after the other. */
final class CopiedTruth {
  private final ElementExtractor extractor;
  private final List<Integer> sizes = new ArrayList<>();
  private final Map<Long, List<Integer>> textsByElement = new HashMap<>();
  private final List<Map<Integer, Overlap>> held = new ArrayList<>(); // by text and document

  CopiedTruth(Containments settings, List<String> texts, IndexReader reader) throws IOException {
    extractor = new ElementExtractor(settings.analyzer(), Shingling.words(settings.shingleSize()));
    String field = settings.fields().getFirst();
    for (String text : texts) {
      ElementSet elements = elements(field, text);
      for (long element : elements.toArray()) {
        textsByElement.computeIfAbsent(element, key -> new ArrayList<>()).add(sizes.size());
      }
      sizes.add(elements.size());
      held.add(new HashMap<>());
    }
    StoredFields stored = reader.storedFields();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      String text = stored.document(doc, Set.of(field)).get(field);
      compare(doc, elements(field, text), settings.minimum());
    }
  }

  private ElementSet elements(String field, String text) throws IOException {
    extractor.reset();
    extractor.add(field, text);
    return ElementSet.of(extractor.elements(), extractor.count());
  }

  private void compare(int doc, ElementSet elements, double minimum) {
    int[] common = new int[sizes.size()];
    for (long element : elements.toArray()) {
      textsByElement.getOrDefault(element, List.of()).forEach(text -> common[text]++);
    }
    for (int text = 0; text < common.length; text++) {
      Overlap overlap = new Overlap(sizes.get(text), elements.size(), common[text]);
      if (common[text] > 0 && overlap.containmentOfA() >= minimum) {
        held.get(text).put(doc, overlap);
      }
    }
  }

  /** How many documents hold enough of a text. */
  int count(int text) {
    return held.get(text).size();
  }

  /** Whether a document holds enough of a text, and so much. */
  boolean isHeld(int text, int doc, Overlap overlap) {
    return overlap.equals(held.get(text).get(doc));
  }
}
