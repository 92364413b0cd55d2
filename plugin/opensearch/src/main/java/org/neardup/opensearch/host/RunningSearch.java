// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhaseExecutionException;

/**
 * The search of a shard that a query is run by. A query is given a searcher and nothing else, so
 * the search is told by its searcher, from the start of its query phase to the end.
 */
public final class RunningSearch {
  private static final Map<IndexSearcher, RunningSearch> RUNNING = new ConcurrentHashMap<>();
  private static final Set<String> VECTORS = Set.of("knn", "neural", "hybrid");

  /** To be told of the searches of an index. */
  public static final SearchOperationListener LISTENER =
      new SearchOperationListener() {
        @Override
        public void onPreQueryPhase(SearchContext context) {
          RUNNING.put(context.searcher(), new RunningSearch(context));
        }

        @Override
        public void onQueryPhase(SearchContext context, long nanos) {
          RUNNING.remove(context.searcher());
        }

        @Override
        public void onFailedQueryPhase(SearchContext context) {
          RUNNING.remove(context.searcher());
        }
      };

  private final SearchContext context;
  private final long start;
  private volatile boolean isTimeUp;

  private RunningSearch(SearchContext context) {
    this.context = context;
    start = System.nanoTime();
  }

  /** That of a searcher; null if the query phase of none is running with it. */
  public static RunningSearch of(IndexSearcher searcher) {
    return RUNNING.get(searcher);
  }

  /** What it asks for, as plugins have it by now. */
  public Query query() {
    return context.parsedQuery().query();
  }

  /** What must match beside its query, but not what is aggregated; null for nothing. */
  public Query postFilter() {
    return context.parsedPostFilter() == null ? null : context.parsedPostFilter().query();
  }

  /** What must match beside the query, by an alias; null for nothing. */
  public Query aliasFilter() {
    return context.aliasFilter();
  }

  /** Whether it has queries that find k documents, so that what they find says not what matches. */
  public boolean hasVectors() {
    QueryBuilder asked =
        context.request().source() == null ? null : context.request().source().query();
    return !Collections.disjoint(QueryNames.in(asked), VECTORS);
  }

  /**
   * Whether there is time to prepare more of what is then searched: half of the timeout is left to
   * that. What was prepared in time is searched, and the response says that it timed out.
   *
   * @throws TaskCancelledException if the search was cancelled
   */
  public boolean hasTime() {
    if (context.isCancelled()) {
      throw new TaskCancelledException("the search was cancelled");
    }
    boolean isLimited = context.timeout() != null && context.timeout().nanos() >= 0;
    if (isLimited && System.nanoTime() - start > context.timeout().nanos() / 2) {
      if (Boolean.FALSE.equals(context.request().allowPartialSearchResults())) {
        throw new QueryPhaseExecutionException(context.shardTarget(), "Time exceeded");
      }
      isTimeUp = true;
      context.queryResult().searchTimedOut(true); // now, so that the result is not cached
    }
    return !isTimeUp;
  }
}
