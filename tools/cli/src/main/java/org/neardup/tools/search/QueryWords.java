// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** Counts the different words of a query, each in each of its fields, as Lucene limits them. */
public final class QueryWords extends QueryVisitor {
  private final Set<Query> words = new HashSet<>();

  private QueryWords() {}

  /**
   * What is wrong with a query that comes to too many.
   *
   * @param query null if it never came to be
   */
  public static String tooMany(Query query) {
    QueryWords counter = new QueryWords();
    if (query != null) {
      query.visit(counter);
    }
    int limit = IndexSearcher.getMaxClauseCount();
    int count = counter.words.size();
    return "a query must come to at most "
        + limit
        + " words, counted in each of their fields, got "
        // A word with ~ is those that the index has, which nobody counted.
        + (count > limit ? count : "more");
  }

  @Override
  public QueryVisitor getSubVisitor(Occur occur, Query parent) {
    return this; // also for what must not match
  }

  @Override
  public void consumeTerms(Query query, Term... terms) {
    words.add(query);
  }

  @Override
  public void visitLeaf(Query query) {
    words.add(query);
  }
}
