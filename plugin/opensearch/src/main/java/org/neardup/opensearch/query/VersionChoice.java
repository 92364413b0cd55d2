// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.DocumentOrder;

/** Chooses one document of each group: the representative if it is there, else the preferred. */
final class VersionChoice {
  private final DerivedGroups groups;
  private final DocumentOrder order;
  private final IndexReader reader;
  private final Map<Integer, Ranked> bestByRepresentative = new HashMap<>();

  /** A document, and what it is ordered by: smaller values come first. */
  private static final class Ranked {
    final int doc;
    final long[] values;

    Ranked(int doc, long[] values) {
      this.doc = doc;
      this.values = values;
    }

    static Ranked first(Ranked a, Ranked b) {
      int compared = Arrays.compare(a.values, b.values);
      return compared < 0 || (compared == 0 && a.doc < b.doc) ? a : b;
    }
  }

  /**
   * A choice among documents of a reader.
   *
   * @param reader shows those that order the documents
   */
  VersionChoice(DerivedGroups groups, DocumentOrder order, IndexReader reader) {
    this.groups = groups;
    this.order = order;
    this.reader = reader;
  }

  /** Chooses among live documents. */
  FixedBitSet choose(FixedBitSet docs) throws IOException {
    FixedBitSet chosen = new FixedBitSet(docs.length());
    for (LeafReaderContext leaf : reader.leaves()) {
      choose(leaf, docs, chosen);
    }
    bestByRepresentative.values().forEach(best -> chosen.set(best.doc));
    return chosen;
  }

  private void choose(LeafReaderContext leaf, FixedBitSet docs, FixedBitSet chosen)
      throws IOException {
    List<SortedNumericDocValues> values = null;
    int end = leaf.docBase + leaf.reader().maxDoc();
    for (int doc = next(docs, leaf.docBase, end); doc < end; doc = next(docs, doc + 1, end)) {
      int representative = groups.representative(doc);
      if (representative == doc) {
        chosen.set(doc);
      } else if (!docs.get(representative)) {
        values = values == null ? open(leaf.reader()) : values;
        Ranked ranked = new Ranked(doc, read(values, doc - leaf.docBase));
        bestByRepresentative.merge(representative, ranked, Ranked::first);
      }
    }
  }

  private static int next(FixedBitSet docs, int from, int end) {
    return from >= end ? NO_MORE_DOCS : docs.nextSetBit(from, end);
  }

  private List<SortedNumericDocValues> open(LeafReader leaf) throws IOException {
    List<SortedNumericDocValues> values = new ArrayList<>();
    for (DocumentOrder.Key key : order.keys()) {
      values.add(DocValues.getSortedNumeric(leaf, key.field()));
    }
    return values;
  }

  private long[] read(List<SortedNumericDocValues> values, int doc) throws IOException {
    long[] read = new long[values.size()];
    for (int i = 0; i < read.length; i++) {
      if (!values.get(i).advanceExact(doc)) {
        read[i] = Long.MAX_VALUE; // comes last
      } else {
        long value = values.get(i).nextValue(); // the first is the least
        read[i] = order.keys().get(i).isDescending() ? ~value : value;
      }
    }
    return read;
  }
}
