// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * Counts the clauses of a query as Lucene limits them, each different word in each of its fields;
 * and tells these fields.
 */
public final class QueryWords extends QueryVisitor {
  private final Set<Query> words = new HashSet<>();
  private final Set<String> fields = new TreeSet<>();

  private QueryWords() {}

  /** The fields that a query looks in. */
  static Set<String> fields(Query query) {
    QueryWords visitor = new QueryWords();
    query.visit(visitor);
    return visitor.fields;
  }

  /**
   * The message for a query with too many of them.
   *
   * @param query null if it was not made
   */
  public static String tooMany(Query query) {
    QueryWords counter = new QueryWords();
    if (query != null) {
      query.visit(counter);
    }
    int limit = IndexSearcher.getMaxClauseCount();
    int count = counter.words.size();
    return "a query must have at most "
        + limit
        + " words, each counted in each of its fields, got "
        // A word with ~ becomes terms of the index, which were not counted.
        + (count > limit ? count : "more");
  }

  @Override
  public boolean acceptField(String field) {
    fields.add(field);
    return true;
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
