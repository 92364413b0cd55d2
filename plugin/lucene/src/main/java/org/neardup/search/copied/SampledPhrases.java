// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.neardup.analysis.PlacedShingles;

/** Shingles as phrases, which an index of words can look for. */
final class SampledPhrases {
  private final List<String> fields;

  SampledPhrases(List<String> fields) {
    this.fields = fields;
  }

  /**
   * What finds each shingle of a sample in any of the fields.
   *
   * @throws IllegalArgumentException if a field was indexed without positions
   */
  List<Weight> weights(IndexSearcher searcher, PlacedShingles text, ShingleSample sample)
      throws IOException {
    requirePositions(searcher.getIndexReader());
    List<Weight> weights = new ArrayList<>();
    for (int shingle : sample.shingles()) {
      // Not by the searcher's createWeight: such phrases are not worth a place in its cache.
      Query query = searcher.rewrite(query(text, shingle));
      weights.add(query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    return weights;
  }

  private void requirePositions(IndexReader reader) {
    for (LeafReaderContext leaf : reader.leaves()) {
      for (String field : fields) {
        FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
        if (info != null && !hasPositions(info.getIndexOptions())) {
          throw new IllegalArgumentException(
              "field "
                  + field
                  + " must be indexed with positions to find copied passages, got "
                  + info.getIndexOptions());
        }
      }
    }
  }

  private static boolean hasPositions(IndexOptions options) {
    return options.compareTo(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS) >= 0;
  }

  private Query query(PlacedShingles text, int shingle) {
    if (fields.size() == 1) {
      return phrase(fields.getFirst(), text, shingle);
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    fields.forEach(field -> any.add(phrase(field, text, shingle), Occur.SHOULD));
    return any.build();
  }

  private static Query phrase(String field, PlacedShingles text, int shingle) {
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    int first = text.firstWord(shingle);
    for (int word = first; word < text.endWord(shingle); word++) {
      phrase.add(new Term(field, text.term(word)), text.position(word) - text.position(first));
    }
    return phrase.build();
  }
}
