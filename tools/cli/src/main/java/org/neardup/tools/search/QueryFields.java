// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** The fields that a query looks in. */
final class QueryFields extends QueryVisitor {
  private final Set<String> fields = new TreeSet<>();

  private QueryFields() {}

  static Set<String> of(Query query) {
    QueryFields visitor = new QueryFields();
    query.visit(visitor);
    return visitor.fields;
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
}
