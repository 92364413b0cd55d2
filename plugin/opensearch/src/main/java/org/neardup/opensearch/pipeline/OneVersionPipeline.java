// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.neardup.opensearch.groups.GroupsService;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.query.BaseQueryRewriteContext;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.plugins.SearchPlugin.SuggesterSpec;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/** What the plugin registers of this package. */
public final class OneVersionPipeline {
  private OneVersionPipeline() {}

  /** The request processor, by its name in pipelines. */
  public static Map<String, Processor.Factory<SearchRequestProcessor>> requestProcessors(
      SearchPipelinePlugin.Parameters parameters,
      NamedWriteableRegistry writeables,
      ClusterService cluster,
      IndexNameExpressionResolver resolver,
      GroupsService groups) {
    Function<SearchRequest, QueryRewriteContext> rewriteContext =
        request ->
            new QueryCoordinatorContext(
                new BaseQueryRewriteContext(
                    parameters.namedXContentRegistry,
                    writeables,
                    parameters.client,
                    request::getOrCreateAbsoluteStartMillis),
                request);
    SpareHits spare = new SpareHits(cluster, resolver);
    return Map.of(
        OneVersionRequestProcessor.TYPE,
        (processors, tag, description, ignoreFailure, config, context) ->
            new OneVersionRequestProcessor(
                tag, description, ignoreFailure, config, spare, groups, rewriteContext));
  }

  /** The response processor, by its name in pipelines. */
  public static Map<String, Processor.Factory<SearchResponseProcessor>> responseProcessors(
      SearchPipelinePlugin.Parameters parameters) {
    return Map.of(
        OneVersionRequestProcessor.TYPE,
        (processors, tag, description, ignoreFailure, config, context) ->
            new OneVersionResponseProcessor(tag, description, ignoreFailure, parameters.client));
  }

  /** What is done with each request and its response. */
  public static List<ActionFilter> actionFilters() {
    return List.of(new MissingProcessors());
  }

  /** What shards do with each hit. */
  public static List<FetchSubPhase> fetchSubPhases(GroupsService groups) {
    return List.of(new HitSketchPhase(groups));
  }

  /** How the answers of shards are read. */
  public static List<SuggesterSpec<?>> suggesters() {
    return List.of(ShardStateSuggestion.SPEC);
  }

  /** What the shards of all indices are told of searches. */
  public static SearchOperationListener searchListener(GroupsService groups) {
    return ShardQuestions.answers(groups);
  }

  /** What requests and responses carry beside their usual parts. */
  public static List<SearchExtSpec<?>> searchExts() {
    return List.of(NeardupSearchExt.SPEC, ShardQuestions.SPEC);
  }
}
