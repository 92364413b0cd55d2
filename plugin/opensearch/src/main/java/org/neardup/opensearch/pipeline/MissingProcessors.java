// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Locale;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/**
 * Fails searches whose pipeline has one processor without the other. The response processor notices
 * that itself. Where it is missing, nothing of a pipeline runs after the search, so the response is
 * looked at on its way out.
 */
final class MissingProcessors implements ActionFilter {
  /** What is wrong with a pipeline without the processor of a kind, request or response. */
  static IllegalArgumentException failure(String missing) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "the search pipeline needs the %s processor [%s]: one version of each document takes"
                + " the request processor and the response processor of that name",
            missing,
            OneVersionRequestProcessor.TYPE));
  }

  /** The innermost filter, so that others see the failure. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public <Q extends ActionRequest, R extends ActionResponse> void apply(
      Task task,
      String action,
      Q request,
      ActionRequestMetadata<Q, R> metadata,
      ActionListener<R> listener,
      ActionFilterChain<Q, R> chain) {
    // A cluster that searches this one, too, or the setting of an index, has processed the request,
    // and will the response.
    boolean isWatched =
        request instanceof SearchRequest search && !ShardQuestions.areAskedBy(search);
    chain.proceed(task, action, request, isWatched ? watched(listener) : listener);
  }

  private static <R extends ActionResponse> ActionListener<R> watched(ActionListener<R> listener) {
    return ActionListener.delegateFailure(
        listener,
        (caller, response) -> {
          if (response instanceof SearchResponse found && hasState(found)) {
            caller.onFailure(failure("response"));
          } else {
            caller.onResponse(response);
          }
        });
  }

  private static boolean hasState(SearchResponse response) {
    return response.getSuggest() != null
        && response.getSuggest().getSuggestion(ShardStateSuggestion.NAME) != null;
  }
}
