// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.transport.RemoteClusterAware;

/**
 * The filters of the aliases that a search goes through. Shards apply them after the query, so the
 * choice within a group has to know them. Not those of other clusters, nor those that a point in
 * time was opened through.
 */
final class AliasFilters {
  private final ClusterService cluster;
  private final IndexNameExpressionResolver resolver;

  AliasFilters(ClusterService cluster, IndexNameExpressionResolver resolver) {
    this.cluster = cluster;
    this.resolver = resolver;
  }

  /** What passes the filters of a search; empty if there are none. */
  Optional<QueryBuilder> of(SearchRequest request) throws IOException {
    String[] names = request.indices();
    String[] local = Arrays.stream(names).filter(AliasFilters::isLocal).toArray(String[]::new);
    if (request.pointInTimeBuilder() != null || (local.length == 0 && names.length > 0)) {
      return Optional.empty();
    }
    ClusterState state = cluster.state();
    Set<String> expressions = resolver.resolveExpressions(state, local);
    BoolQueryBuilder anyIndex = QueryBuilders.boolQuery();
    boolean areAny = false;
    for (String index :
        resolver.concreteIndexNames(state, request.indicesOptions(), true, local)) {
      BoolQueryBuilder ofIndex = QueryBuilders.boolQuery().filter(isIn(index));
      String[] aliases = resolver.filteringAliases(state, index, expressions);
      if (aliases != null && aliases.length > 0) {
        areAny = true;
        ofIndex.filter(anyOf(state, index, aliases));
      }
      anyIndex.should(ofIndex);
    }
    return areAny ? Optional.of(anyIndex) : Optional.empty();
  }

  private static boolean isLocal(String name) {
    return name.indexOf(RemoteClusterAware.REMOTE_CLUSTER_INDEX_SEPARATOR) < 0;
  }

  private static QueryBuilder isIn(String index) {
    return QueryBuilders.termQuery("_index", index);
  }

  private static QueryBuilder anyOf(ClusterState state, String index, String[] names)
      throws IOException {
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    for (String name : names) {
      AliasMetadata alias = state.metadata().index(index).getAliases().get(name);
      any.should(QueryBuilders.wrapperQuery(alias.filter().uncompressed()));
    }
    return any;
  }
}
