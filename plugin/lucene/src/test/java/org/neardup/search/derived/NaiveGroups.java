// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;

/** Groups by their definition: each document in turn, compared with the visible ones before it. */
final class NaiveGroups {
  /** The representative of each document with a sketch. */
  final Map<Integer, Integer> representatives = new HashMap<>();

  private final Map<Integer, Integer> ranks = new HashMap<>(); // in the order

  private record Doc(int number, BytesRef sketch, List<Long> values) {}

  NaiveGroups(
      DirectoryReader reader,
      String field,
      SketchParameters parameters,
      double threshold,
      DocumentOrder order,
      int window)
      throws IOException {
    SketchComparer comparer =
        new SketchComparer(parameters.withoutGuards(), ResemblanceRule.sketch(threshold));
    Map<Long, List<Doc>> visible = new HashMap<>();
    for (Doc doc : read(reader, field, order)) {
      BandKeys keys = new BandKeys(parameters, doc.sketch.bytes);
      Doc best = null;
      double bestScore = 0;
      for (Doc other : neighbours(keys, visible, window)) {
        double score = comparer.score(doc.sketch.bytes, other.sketch);
        if (comparer.isNear(score)
            && score > bestScore
            && keys(doc, parameters).equals(keys(other, parameters))) { // the first of equal ones
          best = other;
          bestScore = score;
        }
      }
      representatives.put(doc.number, best == null ? doc.number : best.number);
      for (int i = 0; i < keys.count() && best == null; i++) {
        visible.computeIfAbsent(keys.key(i), key -> new ArrayList<>()).add(doc);
      }
    }
  }

  /** Of guards. */
  private static List<Long> keys(Doc doc, SketchParameters parameters) {
    return IntStream.range(0, parameters.guards().size())
        .mapToObj(guard -> SketchValue.guardKey(parameters.format(), doc.sketch.bytes, 0, guard))
        .toList();
  }

  /** Whether a document comes before another in the order. */
  boolean isBefore(int doc, int other) {
    return ranks.get(doc) < ranks.get(other);
  }

  private Iterable<Doc> neighbours(BandKeys keys, Map<Long, List<Doc>> visible, int window) {
    Set<Doc> found = new TreeSet<>(Comparator.comparing((Doc doc) -> ranks.get(doc.number)));
    for (int i = 0; i < keys.count(); i++) {
      List<Doc> under = visible.getOrDefault(keys.key(i), List.of());
      found.addAll(under.subList(0, Math.min(window, under.size())));
    }
    return found;
  }

  private List<Doc> read(DirectoryReader reader, String field, DocumentOrder by)
      throws IOException {
    List<Doc> docs = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      SketchReader sketches = SketchReader.of(leaf, field);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        boolean isLive =
            leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc);
        byte[] sketch = isLive && sketches != null ? sketches.copy(doc) : null;
        if (sketch != null) {
          docs.add(new Doc(leaf.docBase + doc, new BytesRef(sketch), values(leaf, doc, by)));
        }
      }
    }
    docs.sort(NaiveGroups::compare);
    for (Doc doc : docs) {
      ranks.put(doc.number, ranks.size());
    }
    return docs;
  }

  private static int compare(Doc a, Doc b) {
    for (int i = 0; i < a.values.size(); i++) {
      int compared = Long.compare(a.values.get(i), b.values.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(a.number, b.number);
  }

  private static List<Long> values(LeafReaderContext leaf, int doc, DocumentOrder by)
      throws IOException {
    List<Long> values = new ArrayList<>();
    for (DocumentOrder.Key key : by.keys()) {
      SortedNumericDocValues field = DocValues.getSortedNumeric(leaf.reader(), key.field());
      if (field.advanceExact(doc)) {
        long value = field.nextValue();
        values.add(key.isDescending() ? -value : value);
      } else {
        values.add(Long.MAX_VALUE);
      }
    }
    return values;
  }
}
