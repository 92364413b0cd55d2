// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.search.BooleanClause.Occur;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;

/** Which queries a query consists of, those of other plugins as well. */
final class QueryNames implements QueryBuilderVisitor {
  private final Set<String> names = new HashSet<>();

  private QueryNames() {}

  /** The names of a query, which may be null, and of those in it. */
  static Set<String> in(QueryBuilder query) {
    QueryNames found = new QueryNames();
    if (query != null) {
      query.visit(found);
    }
    return found.names;
  }

  @Override
  public void accept(QueryBuilder query) {
    names.add(query.getName());
  }

  @Override
  public QueryBuilderVisitor getChildVisitor(Occur occur) {
    return this;
  }
}
