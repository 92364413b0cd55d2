// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.OpenSearchException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.opensearch.action.admin.indices.shrink.ResizeRequest;
import org.opensearch.action.search.SearchContextId;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.index.IndexSettings;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.pipeline.PipelineConfiguration;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.SearchPipelineMetadata;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.search.suggest.Suggest;
import org.opensearch.tasks.Task;

/**
 * Has searches of indices with the setting {@link NeardupFieldType#ONE_VERSION} show one version of
 * each document: does to each request and its response what the processors of a pipeline do, around
 * the pipeline that the search may have.
 *
 * <p>Fails searches whose own pipeline has the request processor without the other. Nothing of a
 * pipeline runs after the search then, so the response is looked at on its way out.
 */
final class OneVersionIndices implements ActionFilter {
  private final OneVersionRequestProcessor alone;
  private final OneVersionRequestProcessor around; // another pipeline
  private final OneVersionResponseProcessor response;
  private final OneVersionPipeline node;

  /** Processes by the field that each index names. */
  OneVersionIndices(OneVersionPipeline node) {
    alone = new OneVersionRequestProcessor(null, null, false, null, new HashMap<>(), true, node);
    around = new OneVersionRequestProcessor(null, null, false, null, new HashMap<>(), false, node);
    response = new OneVersionResponseProcessor(null, null, false, node);
    this.node = node;
  }

  /** The innermost: inside of filters that check what the caller may do. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  @SuppressWarnings("unchecked") // what answers a search
  public <Q extends ActionRequest, R extends ActionResponse> void apply(
      Task task,
      String action,
      Q asked,
      ActionRequestMetadata<Q, R> metadata,
      ActionListener<R> listener,
      ActionFilterChain<Q, R> chain) {
    if (asked instanceof UpdateSettingsRequest update) {
      check(update, update.settings());
    } else if (asked instanceof ResizeRequest resize) {
      check(resize, resize.getTargetIndexRequest().settings());
    }
    if (!(asked instanceof SearchRequest search)) {
      chain.proceed(task, action, asked, listener);
      return;
    }
    if (SearchRefusals.readsAll(search)
        && !SearchRefusals.passes(search)
        && asksByPipeline(search)) { // before 3.7 the pipeline is not told that it was named
      SearchRefusals.check(search);
    }
    if (!shows(search)) {
      // Of what asks shards already, another cluster will process the response.
      boolean isWatched = ShardQuestions.in(search) == null;
      chain.proceed(task, action, asked, isWatched ? watched(listener) : listener);
      return;
    }
    SearchRequest copy = new SearchRequest(search).pipeline(search.pipeline());
    copy.setParentTask(search.getParentTask());
    PipelineProcessingContext context = new PipelineProcessingContext();
    context.setAttribute(OneVersionResponseProcessor.TASK, task);
    boolean isAlone = !hasPipeline(search);
    OneVersionRequestProcessor request = isAlone ? alone : around;
    request.processRequestAsync(
        copy,
        context,
        ActionListener.wrap(
            prepared -> {
              if (isAlone) {
                prepared.source().searchPipelineSource(OneVersionPhaseProcessor.pipeline());
              } else if (search.source() != null) {
                prepared.source().searchPipelineSource(search.source().searchPipelineSource());
              }
              ActionListener<R> processed =
                  ActionListener.delegateFailure(
                      listener,
                      (caller, found) ->
                          response.processResponseAsync(
                              prepared,
                              (SearchResponse) found,
                              context,
                              (ActionListener<SearchResponse>) caller));
              chain.proceed(task, action, (Q) prepared, processed);
            },
            listener::onFailure));
  }

  private void check(IndicesRequest request, Settings given) {
    ChangedSettings.check(request, given, node.cluster().state(), node.resolver());
  }

  private static <R extends ActionResponse> ActionListener<R> watched(ActionListener<R> listener) {
    return ActionListener.delegateFailure(
        listener,
        (caller, response) -> {
          Suggest states = response instanceof SearchResponse found ? found.getSuggest() : null;
          if (states != null && states.getSuggestion(ShardStateSuggestion.NAME) != null) {
            caller.onFailure(OneVersionResponseProcessor.missing("response"));
          } else {
            caller.onResponse(response);
          }
        });
  }

  /** Whether a search shows one version because an index says so. */
  private boolean shows(SearchRequest search) {
    return !SearchRefusals.readsAll(search)
        && !SearchRefusals.passes(search)
        && !SearchPipelineService.NOOP_PIPELINE_ID.equals(search.pipeline())
        && anyIndex(search, index -> !NeardupFieldType.ONE_VERSION.get(index).isEmpty())
        && !asksByPipeline(search);
  }

  private boolean hasPipeline(SearchRequest search) {
    return search.pipeline() != null
        || (search.source() != null && search.source().searchPipelineSource() != null)
        || anyIndex(search, IndexSettings.DEFAULT_SEARCH_PIPELINE::exists);
  }

  private boolean anyIndex(SearchRequest search, Predicate<Settings> condition) {
    ClusterState state = node.cluster().state();
    try {
      String[] names = search.indices();
      PointInTimeBuilder point =
          search.source() == null ? null : search.source().pointInTimeBuilder();
      if (point != null) {
        names = SearchContextId.decode(node.writeables(), point.getId()).getActualIndices();
      }
      String[] local = Arrays.stream(names).filter(SpareHits::isLocal).toArray(String[]::new);
      if (local.length == 0 && names.length > 0) { // no names mean all indices
        return false;
      }
      SearchRequest here = new SearchRequest(search).indices(local);
      return Arrays.stream(node.resolver().concreteIndexNames(state, here))
          .map(name -> state.metadata().index(name).getSettings())
          .anyMatch(condition);
    } catch (OpenSearchException | IllegalArgumentException e) { // the search will say so
      return false;
    }
  }

  /** Whether it names a pipeline that does all this, with parameters of its own. */
  private boolean asksByPipeline(SearchRequest search) {
    Map<String, Object> pipeline =
        search.source() == null ? null : search.source().searchPipelineSource();
    SearchPipelineMetadata all =
        node.cluster().state().metadata().custom(SearchPipelineMetadata.TYPE);
    if (search.pipeline() != null && all != null) {
      PipelineConfiguration named = all.getPipelines().get(search.pipeline());
      pipeline = named == null ? null : named.getConfigAsMap();
    }
    return pipeline != null
        && pipeline.get("request_processors") instanceof List<?> processors
        && processors.stream()
            .anyMatch(
                each ->
                    each instanceof Map<?, ?> processor
                        && processor.containsKey(OneVersionRequestProcessor.TYPE));
  }
}
