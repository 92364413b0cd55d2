// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.neardup.internal.codec.SketchReader;

/** The documents that resemble a text most. */
public final class MostSimilar {
  private MostSimilar() {}

  /**
   * Finds the {@code count} documents of the highest estimated resemblance, best first, of equals
   * the one of the smaller number: the same as by comparing with every sketch.
   *
   * <p>First it looks up bands, down to the estimate at which they cannot miss any. If that gives
   * {@code count} documents, no other can be better; else all sketches are compared.
   *
   * @param query a query of {@link NearDuplicateQuery}: documents below its minimum do not count
   * @param filter what else the documents have to match, null for nothing
   * @param count at least 1
   * @return the total is a lower bound
   * @throws IllegalArgumentException if it is another query, such as one with a boost
   */
  public static TopDocs search(IndexSearcher searcher, Query query, Query filter, int count)
      throws IOException {
    Query rewritten = searcher.rewrite(query);
    if (rewritten instanceof MatchNoDocsQuery nothing) {
      return atLeast(searcher.search(nothing, count));
    }
    if (!(rewritten instanceof NearDuplicateQuery similar)) {
      throw new IllegalArgumentException("query must be one of NearDuplicateQuery, got " + query);
    }
    double certain = certainMinimum(searcher.getIndexReader(), similar.field());
    if (certain > similar.minimum()) {
      TopDocs near = searcher.search(filtered(similar.withMinimum(certain), filter), count);
      if (near.scoreDocs.length == count) {
        return atLeast(near);
      }
    }
    return atLeast(searcher.search(filtered(similar.exact(), filter), count));
  }

  /** 0 if there are no sketches, or guards part them. */
  private static double certainMinimum(IndexReader reader, String field) throws IOException {
    double minimum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      SketchReader sketches = SketchReader.of(leaf, field);
      if (sketches != null && sketches.parameters().guards().isEmpty()) {
        minimum = Math.max(minimum, NearDuplicateQuery.certainMinimum(sketches.parameters()));
      }
    }
    return minimum;
  }

  private static Query filtered(Query query, Query filter) {
    if (filter == null) {
      return query;
    }
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(filter, Occur.FILTER).build();
  }

  private static TopDocs atLeast(TopDocs found) {
    return new TopDocs(
        new TotalHits(found.totalHits.value(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO),
        found.scoreDocs);
  }
}
