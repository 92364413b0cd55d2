// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.search.BooleanClause.Occur;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;

/** The names of queries, of other plugins as well, whose classes are not known here. */
public final class QueryNames {
  private QueryNames() {}

  /** The names of a query, which may be null, and of those in it. */
  public static Set<String> in(QueryBuilder query) {
    Set<String> names = new HashSet<>();
    QueryBuilderVisitor visitor =
        new QueryBuilderVisitor() {
          @Override
          public void accept(QueryBuilder part) {
            names.add(part.getName());
          }

          @Override
          public QueryBuilderVisitor getChildVisitor(Occur occur) {
            return this;
          }
        };
    if (query != null) {
      query.visit(visitor);
    }
    return names;
  }
}
