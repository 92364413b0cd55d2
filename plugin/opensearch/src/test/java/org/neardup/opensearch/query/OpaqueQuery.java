// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/** A query that shows nobody what is in it, as those of other plugins may. */
final class OpaqueQuery extends Query {
  private final Query inner;

  OpaqueQuery(Query inner) {
    this.inner = inner;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    return searcher.createWeight(searcher.rewrite(inner), mode, boost);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "opaque";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OpaqueQuery that && inner.equals(that.inner);
  }

  @Override
  public int hashCode() {
    return inner.hashCode();
  }
}
