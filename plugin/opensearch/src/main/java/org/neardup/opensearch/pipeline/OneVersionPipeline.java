// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Map;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.query.NeardupSearchExt;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.index.query.BaseQueryRewriteContext;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.plugins.SearchPlugin.SuggesterSpec;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchPhaseResultsProcessor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.transport.client.Client;

/** What the plugin registers of this package, with what a node provides for it. */
public record OneVersionPipeline(
    Client client,
    NamedXContentRegistry contents,
    NamedWriteableRegistry writeables,
    ClusterService cluster,
    IndexNameExpressionResolver resolver,
    GroupsService groups) {
  private static final String TYPE = OneVersionRequestProcessor.TYPE;

  /** The request processor, by its name in pipelines. */
  public Map<String, Processor.Factory<SearchRequestProcessor>> requestProcessors() {
    return Map.of(
        TYPE,
        (processors, tag, description, ignoreFailure, config, context) -> {
          String field = ConfigurationUtils.readStringProperty(TYPE, tag, config, "field");
          return new OneVersionRequestProcessor(
              tag, description, ignoreFailure, field, config, true, this);
        });
  }

  /** The phase results processor, by its name in pipelines. */
  public Map<String, Processor.Factory<SearchPhaseResultsProcessor>> phaseResultsProcessors() {
    return Map.of(
        TYPE,
        (processors, tag, description, ignoreFailure, config, context) ->
            new OneVersionPhaseProcessor(tag, description, ignoreFailure, this));
  }

  /** The response processor, by its name in pipelines. */
  public Map<String, Processor.Factory<SearchResponseProcessor>> responseProcessors() {
    return Map.of(
        TYPE,
        (processors, tag, description, ignoreFailure, config, context) ->
            new OneVersionResponseProcessor(tag, description, ignoreFailure, this));
  }

  /** What is done with each request and its response. */
  public ActionFilter actionFilter() {
    return new OneVersionIndices(this);
  }

  QueryRewriteContext rewriteContext(SearchRequest request) {
    return new QueryCoordinatorContext(
        new BaseQueryRewriteContext(
            contents, writeables, client, request::getOrCreateAbsoluteStartMillis),
        request);
  }

  /** What shards do with each hit. */
  public static FetchSubPhase fetchSubPhase(GroupsService groups) {
    return new HitSketchPhase(groups);
  }

  /** How the answers of shards are read. */
  public static SuggesterSpec<?> suggester(GroupsService groups) {
    return ShardStateSuggestion.spec(groups.memory());
  }

  /** What the shards of all indices are told of searches. */
  public static SearchOperationListener searchListener(GroupsService groups) {
    return ShardQuestions.answers(groups);
  }

  /** How the questions to shards are read. */
  public static SearchExtSpec<?> questions() {
    return NeardupSearchExt.spec(ShardQuestions.NAME);
  }
}
