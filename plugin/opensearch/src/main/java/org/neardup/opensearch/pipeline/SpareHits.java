// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import org.opensearch.action.search.SearchRequest;
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

  /**
   * So many that a page is full if each of its groups has a version in two other shards, but none
   * that is beyond the result window of an index.
   */
  int of(SearchRequest request, int from, int size) {
    boolean isLocal = Arrays.stream(request.indices()).allMatch(SpareHits::isLocal);
    if (size == 0 || !isLocal || request.pointInTimeBuilder() != null) {
      return 0;
    }
    Metadata metadata = cluster.state().metadata();
    int shards = 0;
    int window = Integer.MAX_VALUE;
    for (String name : resolver.concreteIndexNames(cluster.state(), request)) {
      IndexMetadata index = metadata.index(name);
      shards += index.getNumberOfShards();
      window = Math.min(window, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
    }
    int beyond = Math.min(size, MOST) * Math.min(shards - 1, 2);
    return Math.clamp(beyond, 0, Math.max(0, Math.min(MOST, window - from - size)));
  }

  /** Whether an index of a request is one of this cluster. */
  static boolean isLocal(String index) {
    return index.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) < 0;
  }
}
