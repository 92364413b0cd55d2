// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.input.InputDocument;

/** What clustering is to find, by comparing everything with everything. */
final class Model {
  private final List<String> ids = new ArrayList<>();
  private final List<ElementSet> sets = new ArrayList<>();
  private final List<Long> texts = new ArrayList<>();

  Model(List<InputDocument> documents, Analyzer analyzer, Shingling shingling) throws IOException {
    ElementExtractor extractor = new ElementExtractor(analyzer, shingling);
    for (InputDocument document : documents) {
      extractor.reset();
      extractor.add("text", document.text());
      if (extractor.count() > 0) {
        ids.add(document.id());
        texts.add(extractor.fingerprint());
        sets.add(ElementSet.of(extractor.elements(), extractor.count()));
      }
    }
  }

  /** Resemblance of all pairs from the threshold on, by "id id", the earlier one first. */
  Map<String, Double> pairs(double threshold) {
    Map<String, Double> pairs = new HashMap<>();
    for (int j = 0; j < sets.size(); j++) {
      for (int i = 0; i < j; i++) {
        double resemblance = sets.get(i).resemblance(sets.get(j));
        if (resemblance >= threshold) {
          pairs.put(ids.get(i) + " " + ids.get(j), resemblance);
        }
      }
    }
    return pairs;
  }

  /** Pairs of which at least {@code agree} of the slots of min-hash sketches agree. */
  Set<String> pairsOfSketches(int slots, int agree) {
    SlotSketcher sketcher = Sketches.minHash(slots, Sketches.DEFAULT_SEED);
    List<long[]> sketches =
        sets.stream().map(set -> sketcher.sketch(set.toArray(), set.size())).toList();
    Set<String> pairs = new HashSet<>();
    for (int j = 0; j < sets.size(); j++) {
      for (int i = 0; i < j; i++) {
        long[] a = sketches.get(i);
        long[] b = sketches.get(j);
        if (IntStream.range(0, slots).filter(slot -> a[slot] == b[slot]).count() >= agree) {
          pairs.add(ids.get(i) + " " + ids.get(j));
        }
      }
    }
    return pairs;
  }

  List<String> ids() {
    return ids;
  }

  /** The first document with the same text, itself if there is none before it. */
  int firstCopy(int document) {
    return texts.indexOf(texts.get(document));
  }

  double resemblance(int a, int b) {
    return sets.get(a).resemblance(sets.get(b));
  }
}
