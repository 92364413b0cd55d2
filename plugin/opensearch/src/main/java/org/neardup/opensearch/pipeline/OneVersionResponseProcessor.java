// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Locale;
import java.util.Optional;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.transport.client.Client;

/**
 * Removes hits that resemble an earlier hit and searches on until the page is full. With one shard
 * whose groups are known the filter has done all this.
 */
final class OneVersionResponseProcessor extends AbstractProcessor
    implements SearchResponseProcessor {
  private final Client client;
  private final CircuitBreaker breaker;

  OneVersionResponseProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      Client client,
      CircuitBreaker breaker) {
    super(tag, description, ignoreFailure);
    this.client = client;
    this.breaker = breaker;
  }

  /** What is wrong with a pipeline without the processor of a kind, request or response. */
  static IllegalArgumentException missing(String processor) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "the search pipeline needs the %s processor [%s]: one version of each document takes"
                + " the request processor and the response processor of that name",
            processor,
            OneVersionRequestProcessor.TYPE));
  }

  @Override
  public String getType() {
    return OneVersionRequestProcessor.TYPE;
  }

  @Override
  public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
    throw new UnsupportedOperationException("a search is continued without waiting");
  }

  @Override
  public void processResponseAsync(
      SearchRequest request,
      SearchResponse response,
      PipelineProcessingContext context,
      ActionListener<SearchResponse> listener) {
    Optional<?> search = (Optional<?>) context.getAttribute(OneVersionRequestProcessor.TYPE);
    try {
      if (search == null) {
        throw missing("request");
      } else if (search.isEmpty()) { // it passes as it is
        listener.onResponse(response);
      } else {
        PreparedSearch prepared = (PreparedSearch) search.get();
        new PageSearch(client, request, prepared, response, breaker, listener).start();
      }
    } catch (RuntimeException e) {
      listener.onFailure(e);
    }
  }
}
