// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchType;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.index.IndexSettings;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.transport.RemoteClusterAware;

/**
 * How many hits to ask for beyond a page, to take the places of those that are removed. That is
 * cheaper than searching again. If there is one shard, its filter has removed all.
 *
 * @param shards that a request searches, 1 if that is not known here
 * @param window up to which hit all its indices may be read
 */
record SpareHits(int shards, int window) {
  private static final int MOST = 50;
  private static final int MOST_VERSIONS = 3;
  private static final int MOST_SKETCHES = 100_000;

  /** For a request. Of points in time and of other clusters the shards are not known. */
  static SpareHits of(
      SearchRequest request, ClusterService cluster, IndexNameExpressionResolver resolver) {
    boolean isLocal = Arrays.stream(request.indices()).allMatch(SpareHits::isLocal);
    if (!isLocal || request.pointInTimeBuilder() != null) {
      return new SpareHits(1, Integer.MAX_VALUE);
    }
    ClusterState state = cluster.state();
    Metadata metadata = state.metadata();
    String[] names = resolver.concreteIndexNames(state, request);
    Map<String, Set<String>> routing =
        resolver.resolveSearchRouting(state, request.routing(), request.indices());
    int shards =
        cluster.operationRouting().searchShards(state, names, routing, request.preference()).size();
    int window = Integer.MAX_VALUE;
    for (String name : names) {
      IndexMetadata index = metadata.index(name);
      window = Math.min(window, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
    }
    return new SpareHits(shards, window);
  }

  /** Whether hits of several shards of a request are merged at once, after its query phase. */
  boolean isMerged(SearchRequest request) {
    return shards > 1
        && shards <= request.getBatchedReduceSize()
        && request.searchType() == SearchType.QUERY_THEN_FETCH;
  }

  /**
   * So many that a page is full if each of its groups has a version in two other shards, but none
   * that is beyond the result window of an index.
   */
  int beyond(int from, int size) {
    int beyond = Math.min(size, MOST) * (Math.min(shards, MOST_VERSIONS) - 1);
    return Math.clamp(beyond, 0, Math.clamp((long) window - from - size, 0, MOST));
  }

  /** Whether a page is within the result windows; if not, OpenSearch says so. */
  boolean isInWindow(int from, int size) {
    return (long) from + size <= window;
  }

  /**
   * How many hits of each shard have so many groups of all. Each is of another group of its shard,
   * but a hit of another shard may resemble two of them.
   */
  int ofEachShard(int groups) {
    return Math.max(groups, Math.min(groups + 2 + groups / 50, window));
  }

  /**
   * How many hits of each shard to count; 0 if nobody asks for more than the page tells.
   *
   * @param upTo as trackTotalHits of a request, null if it does not say
   * @param size of the page
   */
  static int counted(Integer upTo, int size) {
    int all = upTo == null ? SearchContext.DEFAULT_TRACK_TOTAL_HITS_UP_TO : Math.max(0, upTo);
    return upTo == null && size > 0 ? 0 : Math.min(all, MOST_SKETCHES) + 1;
  }

  /** How many of so many hits of each shard to compare, as the sketches of all come to one node. */
  static int compared(int hits, int shards) {
    return Math.min(hits, MOST_SKETCHES / shards);
  }

  /**
   * How many hits have so many groups, as each group may have a version in each shard; but none
   * that is beyond the result window of an index.
   */
  int whole(int groups) {
    return Math.max(groups, (int) Math.min((long) groups * shards, window));
  }

  /** Whether an index of a request is one of this cluster. */
  static boolean isLocal(String index) {
    return index.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) < 0;
  }
}
