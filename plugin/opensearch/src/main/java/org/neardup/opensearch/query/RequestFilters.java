// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * The filters that were put around a whole request: that of an alias, and those by which a security
 * plugin hides documents from users. What they exclude is no version of anything.
 */
final class RequestFilters {
  /** Those of searches whose queries are parsed and not run yet. */
  private static final Map<QueryShardContext, List<RequestFilters>> PARSED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private volatile SearchContext context; // null: not the query of a search

  /** Tells the {@link OneVersionFilter}s of a search which request they are in. */
  static final SearchOperationListener LISTENER =
      new SearchOperationListener() {
        @Override
        public void onPreQueryPhase(SearchContext context) {
          List<RequestFilters> parsed = PARSED.remove(context.getQueryShardContext());
          if (parsed != null) {
            parsed.forEach(each -> each.context = context);
          }
        }
      };

  /**
   * Those of the search on a shard that is being parsed: of its query, of filters of vector queries
   * and aggregations, into which no visitor sees, and of the filter of an alias.
   */
  static RequestFilters of(QueryShardContext shard) {
    RequestFilters filters = new RequestFilters();
    PARSED.computeIfAbsent(shard, parsed -> new ArrayList<>()).add(filters);
    return filters;
  }

  /** Those of the request, as they are once all plugins have added theirs. */
  List<Query> find() {
    List<Query> filters = new ArrayList<>();
    SearchContext request = context;
    if (request != null) {
      Query alias = request.aliasFilter();
      if (alias != null && !has(alias, filter -> filter.request() == this)) {
        filters.add(alias);
      }
      addAround(request.parsedQuery().query(), filters);
    }
    return filters;
  }

  /** Around what must match and has the {@link OneVersionFilter} in it, but not beside that. */
  private static void addAround(Query query, List<Query> filters) {
    List<Query> around = new ArrayList<>();
    Query inner = null;
    if (query instanceof BooleanQuery bool) {
      for (BooleanClause clause : bool.clauses()) {
        if (clause.occur() == Occur.MUST && hasFilter(clause.query())) {
          inner = clause.query();
        } else if (clause.occur() == Occur.FILTER && !hasFilter(clause.query())) {
          around.add(clause.query());
        } else if (clause.occur() == Occur.MUST_NOT && !hasFilter(clause.query())) {
          around.add(not(clause.query()));
        }
      }
    } else if (query instanceof ConstantScoreQuery constant) {
      inner = constant.getQuery();
    }
    if (inner != null) {
      filters.addAll(around);
      addAround(inner, filters);
    }
  }

  private static Query not(Query query) {
    return new BooleanQuery.Builder()
        .add(MatchAllDocsQuery.INSTANCE, Occur.FILTER)
        .add(query, Occur.MUST_NOT)
        .build();
  }

  private static boolean hasFilter(Query query) {
    return has(query, any -> true);
  }

  private static boolean has(Query query, Predicate<OneVersionFilter> wanted) {
    AtomicBoolean has = new AtomicBoolean();
    query.visit(
        new QueryVisitor() {
          @Override
          public void visitLeaf(Query leaf) {
            if (leaf instanceof OneVersionFilter filter && wanted.test(filter)) {
              has.set(true);
            }
          }

          @Override
          public QueryVisitor getSubVisitor(Occur occur, Query parent) {
            return this; // into what must not match as well
          }
        });
    return has.get();
  }
}
