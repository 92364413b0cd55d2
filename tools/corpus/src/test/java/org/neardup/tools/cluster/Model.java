// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.sketch.ElementSet;
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
        texts.add(extractor.textHash());
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

  /**
   * Containment of the smaller of all pairs from the threshold on, by "id id", the smaller first;
   * of equal size, and of copies, the one that came later.
   */
  Map<String, Double> contained(double threshold) {
    Map<String, Double> pairs = new HashMap<>();
    for (int j = 0; j < sets.size(); j++) {
      for (int i = 0; i < j; i++) {
        boolean isLarger = comesBefore(i, j) || firstCopy(i) == firstCopy(j);
        double containment = isLarger ? containment(j, i) : containment(i, j);
        if (containment >= threshold) {
          pairs.put(
              isLarger ? ids.get(j) + " " + ids.get(i) : ids.get(i) + " " + ids.get(j),
              containment);
        }
      }
    }
    return pairs;
  }

  /** Whether the text of a document is larger than that of another, or as large and came first. */
  private boolean comesBefore(int a, int b) {
    return size(a) == size(b) ? firstCopy(a) < firstCopy(b) : size(a) > size(b);
  }

  /** The representative of each document, by ids, that is in a group of at least two. */
  Map<String, String> anchoredByContainment(double threshold) {
    return anchored(threshold, this::containment);
  }

  /** The same by resemblance, of documents all of which stand in their representatives. */
  Map<String, String> anchoredWithoutLoss(double threshold) {
    return anchored(
        threshold,
        (of, in) -> containment(of, in) < 1 ? 0 : sets.get(of).resemblance(sets.get(in)));
  }

  private Map<String, String> anchored(double threshold, ToDoubleBiFunction<Integer, Integer> to) {
    List<Integer> order = new ArrayList<>();
    IntStream.range(0, sets.size()).filter(i -> firstCopy(i) == i).forEach(order::add);
    order.sort((a, b) -> a.equals(b) ? 0 : comesBefore(a, b) ? -1 : 1);
    Map<Integer, Integer> representatives = new HashMap<>();
    for (int text : order) {
      int best = text;
      double most = 0;
      for (int larger : order.subList(0, order.indexOf(text))) {
        double share = to.applyAsDouble(text, larger);
        boolean represents = representatives.get(larger) == larger;
        if (represents && share >= threshold && share > most) {
          most = share;
          best = larger;
        }
      }
      representatives.put(text, best);
    }
    Map<Integer, Integer> sizes = new HashMap<>();
    for (int i = 0; i < sets.size(); i++) {
      sizes.merge(representatives.get(firstCopy(i)), 1, Integer::sum);
    }
    Map<String, String> groups = new HashMap<>();
    for (int i = 0; i < sets.size(); i++) {
      int representative = representatives.get(firstCopy(i));
      if (sizes.get(representative) > 1) {
        groups.put(ids.get(i), ids.get(representative));
      }
    }
    return groups;
  }

  int size(int document) {
    return sets.get(document).size();
  }

  /** The share of one document that is in another. */
  double containment(int of, int in) {
    return sets.get(of).containment(sets.get(in));
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
