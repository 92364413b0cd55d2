// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.HiddenGroups;
import org.neardup.internal.record.Marker;
import org.neardup.internal.record.RecordReader;

/** Finds visible documents by what they lack. */
final class VisibleDocuments {
  private VisibleDocuments() {}

  /** The ids of those that have no value in a field, in the order of the index. */
  static List<String> without(String field, DirectoryReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    Weight having;
    try {
      FieldExistsQuery query = new FieldExistsQuery(field);
      having = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(
          "field must have vectors, doc values or norms, got " + field, e);
    }
    List<String> ids = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FixedBitSet docs = Marker.live(leaf.reader());
      docs.andNot(HiddenGroups.hidden(leaf.reader()));
      Scorer scorer = having.scorer(leaf);
      DocIdSetIterator others = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      for (int doc = others.nextDoc(); doc != NO_MORE_DOCS; doc = others.nextDoc()) {
        docs.clear(doc);
      }
      RecordReader records = new RecordReader(leaf.reader());
      DocIdSetIterator left = new BitSetIterator(docs, 0);
      for (int doc = left.nextDoc(); doc != NO_MORE_DOCS; doc = left.nextDoc()) {
        DocumentRecord record = records.read(doc);
        if (record != null) { // else it has no id, and a repair could not take it in
          ids.add(record.id());
        }
      }
    }
    return ids;
  }
}
