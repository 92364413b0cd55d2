// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.index.IndexSettings;
import org.opensearch.transport.RemoteClusterAware;

/**
 * How many hits to ask for beyond a page, to take the places of those that are removed. That is
 * cheaper than searching again. If there is one shard, its filter has removed all.
 */
final class SpareHits {
  private static final int MOST = 50;

  private final ClusterService cluster;
  private final IndexNameExpressionResolver resolver;

  SpareHits(ClusterService cluster, IndexNameExpressionResolver resolver) {
    this.cluster = cluster;
    this.resolver = resolver;
  }

  /** What a request searches. */
  private record Searched(int shards, int window) {}

  /**
   * So many that a page is full if each of its groups has a version in two other shards, but none
   * that is beyond the result window of an index.
   */
  int of(SearchRequest request, int from, int size) {
    Searched searched = searched(request);
    if (size == 0 || searched == null) {
      return 0;
    }
    int beyond = Math.min(size, MOST) * Math.min(searched.shards - 1, 2);
    return Math.clamp(beyond, 0, Math.max(0, Math.min(MOST, searched.window - from - size)));
  }

  /** How many sketches have so many groups, if each has two versions. */
  int bare(SearchRequest request, int groups) {
    return Math.max(groups, Math.min(2 * groups + MOST, searched(request).window));
  }

  /**
   * How many hits have so many groups, as each group may have a version in each shard; but none
   * that is beyond the result window of an index.
   */
  int whole(SearchRequest request, int groups) {
    Searched searched = searched(request);
    return searched == null
        ? groups
        : Math.max(groups, (int) Math.min((long) groups * searched.shards, searched.window));
  }

  /** Whether more than one shard is searched, as far as that is known here. */
  boolean hasSeveralShards(SearchRequest request) {
    Searched searched = searched(request);
    return searched != null && searched.shards > 1;
  }

  private Searched searched(SearchRequest request) {
    boolean isLocal = Arrays.stream(request.indices()).allMatch(SpareHits::isLocal);
    if (!isLocal || request.pointInTimeBuilder() != null) {
      return null;
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
    return new Searched(shards, window);
  }

  /** Whether an index of a request is one of this cluster. */
  static boolean isLocal(String index) {
    return index.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) < 0;
  }
}
