// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Locale;
import org.neardup.opensearch.host.QueryNames;
import org.neardup.opensearch.host.RemotePart;
import org.neardup.opensearch.host.VectorQueries;
import org.neardup.opensearch.query.AllVersionsQueryBuilder;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.search.builder.SearchSourceBuilder;

/** What does not go together with one version of each document. */
final class SearchRefusals {
  private SearchRefusals() {}

  /**
   * Whether a search passes as it is: one that asks for that, or that shows one version already, or
   * one that reads all there is and did not ask for this pipeline but has it by default. And one of
   * another cluster, whose setting it is that counts.
   */
  static boolean passes(SearchRequest request) {
    SearchSourceBuilder source = request.source();
    boolean hasDefault =
        request.pipeline() == null && (source == null || source.searchPipelineSource() == null);
    return (hasDefault && readsAll(request))
        || ShardQuestions.in(request) != null
        || (source != null && QueryNames.in(source.query()).contains(AllVersionsQueryBuilder.NAME))
        || RemotePart.is(request);
  }

  /** By scroll or in slices, as an export and a reindex do, which must lose nothing. */
  static boolean readsAll(SearchRequest request) {
    return request.scroll() != null
        || (request.source() != null && request.source().slice() != null);
  }

  /** Whether the ranking is made of all that one search finds, so that none can continue it. */
  static boolean isHybrid(SearchSourceBuilder source) {
    return QueryNames.in(source.query()).contains("hybrid");
  }

  /**
   * Checks a request.
   *
   * @throws IllegalArgumentException saying what is refused and what to do instead
   */
  static void check(SearchRequest request) {
    refuse(
        request.scroll() != null,
        "scroll",
        "its later batches do not pass through a pipeline; read pages with search_after");
    SearchSourceBuilder source = request.source();
    refuse(
        source.collapse() != null,
        "collapse",
        "both choose which document stands for a group; filter with a one_version query instead");
    refuse(
        source.slice() != null,
        "slice",
        "no slice knows the documents of the others; read pages with search_after");
    refuse(
        source.getDerivedFieldsObject() != null || source.getDerivedFields() != null,
        "derived",
        "fields that a request defines are not known when it is continued; define them in the"
            + " mapping");
    refuse(
        source.searchAfter() != null && isHybrid(source),
        "search_after",
        "with a hybrid query, whose ranking is made of what one search finds; read pages by from");
    refuse(
        source.postFilter() != null
            && source.aggregations() != null
            && VectorQueries.areIn(source.query()),
        "post_filter",
        "with aggregations and vectors: which neighbours are found depends on it, but what is"
            + " aggregated must not; filter in the vector query, or aggregate in another search");
  }

  private static void refuse(boolean isGiven, String what, String why) {
    if (isGiven) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[%s] cannot be used with the search processor [%s], which a query [%s] passes by: %s",
              what,
              OneVersionRequestProcessor.TYPE,
              AllVersionsQueryBuilder.NAME,
              why));
    }
  }
}
