// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
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
  /** Of filters inside of opaque queries, until their search begins. */
  private static final Map<QueryShardContext, List<RequestFilters>> INSIDE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private volatile SearchContext context; // null: not the query of a search

  /** Tells the {@link OneVersionFilter}s of a search which request they are in. */
  static final SearchOperationListener LISTENER =
      new SearchOperationListener() {
        @Override
        public void onPreQueryPhase(SearchContext context) {
          if (context.parsedQuery() != null) {
            forEachFilter(
                context.parsedQuery().query(), filter -> filter.request().context = context);
          }
          List<RequestFilters> inside = INSIDE.remove(context.getQueryShardContext());
          if (inside != null) {
            inside.forEach(each -> each.context = context);
          }
        }
      };

  /** Those of the search on a shard whose query is being parsed. */
  static RequestFilters inside(QueryShardContext shard) {
    RequestFilters filters = new RequestFilters();
    INSIDE.computeIfAbsent(shard, parsed -> new ArrayList<>()).add(filters);
    return filters;
  }

  /** Those of the request, as they are once all plugins have added theirs. */
  List<Query> find() {
    List<Query> filters = new ArrayList<>();
    SearchContext request = context;
    if (request != null) {
      if (request.aliasFilter() != null) {
        filters.add(request.aliasFilter());
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
        } else if (clause.occur() == Occur.MUST_NOT) {
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
    List<OneVersionFilter> found = new ArrayList<>();
    forEachFilter(query, found::add);
    return !found.isEmpty();
  }

  private static void forEachFilter(Query query, Consumer<OneVersionFilter> action) {
    query.visit(
        new QueryVisitor() {
          @Override
          public void visitLeaf(Query leaf) {
            if (leaf instanceof OneVersionFilter filter) {
              action.accept(filter);
            }
          }
        });
  }
}
