// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Guard;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchValue;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.search.explain.GroupSummaries.Documents;

/**
 * Compares the versions of a hit with it. Where they are many, one of each text comes first, and
 * the others with its words count as it does.
 *
 * @param shown words of the hit
 */
record VersionDifferences(IndexReader reader, Documents documents, ShownWords shown) {
  private static final Set<ChangeKind> TELLING =
      EnumSet.of(ChangeKind.NEGATION, ChangeKind.NAME, ChangeKind.NUMBER, ChangeKind.DATE);

  Differences of(int hit, int[] versions) throws IOException {
    Map<Integer, Object> texts = texts(hit, versions);
    Map<Object, Integer> firsts = new LinkedHashMap<>();
    texts.forEach((doc, text) -> firsts.putIfAbsent(text, doc));
    Set<Integer> order = new LinkedHashSet<>(firsts.values()); // of different texts: the hit first
    order.addAll(texts.keySet());
    order.remove(hit);
    Map<String, Set<ChangeKind>> byText = new HashMap<>(); // as stored
    Map<Object, Set<ChangeKind>> byWords = new HashMap<>();
    Map<Integer, Set<ChangeKind>> byDoc = new HashMap<>();
    byWords.put(texts.get(hit), Set.of());
    for (int doc : order.stream().limit(GroupSummaries.MOST_COMPARED).toList()) {
      String text = documents.texts().apply(doc);
      if (text != null) {
        Set<ChangeKind> kinds = byText.computeIfAbsent(text, this::kinds);
        byWords.putIfAbsent(texts.get(doc), kinds);
        byDoc.put(doc, kinds);
      }
    }
    order.stream()
        .skip(GroupSummaries.MOST_COMPARED)
        .filter(doc -> byWords.containsKey(texts.get(doc)))
        .forEach(doc -> byDoc.put(doc, byWords.get(texts.get(doc))));
    return new Differences(byDoc.size(), ids(byDoc));
  }

  private SequencedMap<ChangeKind, List<String>> ids(Map<Integer, Set<ChangeKind>> byDoc)
      throws IOException {
    Map<String, Set<ChangeKind>> byId = new TreeMap<>();
    for (Map.Entry<Integer, Set<ChangeKind>> each : byDoc.entrySet()) {
      if (!each.getValue().isEmpty()) {
        byId.put(documents.ids().apply(each.getKey()), each.getValue());
      }
    }
    Map<ChangeKind, List<String>> ids = new EnumMap<>(ChangeKind.class);
    byId.forEach(
        (id, kinds) ->
            kinds.forEach(kind -> ids.computeIfAbsent(kind, one -> new ArrayList<>()).add(id)));
    return new LinkedHashMap<>(ids);
  }

  /** What is the same of documents with the same words, by document: the hit first. */
  private Map<Integer, Object> texts(int hit, int[] versions) throws IOException {
    Map<Integer, Object> texts = new LinkedHashMap<>();
    texts.put(hit, hit);
    Map<LeafReaderContext, SketchReader> sketches = new HashMap<>();
    for (int doc : versions) {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
      if (documents.sketchField() != null && !sketches.containsKey(leaf)) {
        sketches.put(leaf, SketchReader.of(leaf, documents.sketchField()));
      }
      SketchReader ofLeaf = sketches.get(leaf);
      BytesRef sketch = ofLeaf == null ? null : ofLeaf.value(doc - leaf.docBase);
      texts.put(
          doc, sketch == null ? doc : (Object) SketchValue.textHash(sketch.bytes, sketch.offset));
    }
    return texts;
  }

  private Set<ChangeKind> kinds(String text) {
    Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
    if (!text.equals(shown.text())) {
      TextDifference difference = TextDifference.of(shown, ShownWords.of(text, documents.tokens()));
      for (Change change : Contrast.of(difference).changes()) {
        kinds.add(change.kind());
        if (!kinds.contains(ChangeKind.NUMBER) && replacesNumbers(change)) {
          kinds.add(ChangeKind.NUMBER);
        }
      }
    }
    kinds.retainAll(TELLING);
    return kinds;
  }

  /** Whether other numbers stand in the place of some, maybe among other words that changed. */
  private static boolean replacesNumbers(Change change) {
    List<String> before = Guard.NUMBERS.words(change.a());
    List<String> after = Guard.NUMBERS.words(change.b());
    return change.kind() != ChangeKind.DATE
        && Stream.of(before, after).noneMatch(List::isEmpty)
        && !before.equals(after);
  }
}
