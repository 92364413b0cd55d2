// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Gives collectors only some of the matches of a weight, as if all other documents were deleted. It
 * takes a weight, so that searches of several parts make one. For one search; the searcher may use
 * several threads.
 */
final class RunsQuery extends Query {
  private final Weight in;
  private final List<Runs> runs;

  /**
   * The matches of a weight among some documents.
   *
   * @param runs of live documents, by segment
   */
  RunsQuery(Weight in, List<Runs> runs) {
    this.in = in;
    this.runs = runs;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new RunsWeight(this, in, leaf -> runs.get(leaf.ord), true);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.getQuery().visit(visitor);
  }

  @Override
  public String toString(String field) {
    return in.getQuery().toString(field);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
