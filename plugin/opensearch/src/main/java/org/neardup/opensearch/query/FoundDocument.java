// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.Locale;
import java.util.stream.Stream;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.IdsQueryBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.RemoteClusterAware;
import org.opensearch.transport.client.Client;

/** Finds a document by a search: so it is found only by who may see it. */
public final class FoundDocument {
  /** So many documents are named if there is more than one. */
  private static final int NAMED = 10;

  private FoundDocument() {}

  /**
   * Finds the document of an id, a hidden version as well.
   *
   * @param by who asks, as messages name it
   * @param where the indices to search, and how
   * @param fetched what the hit is to have
   * @param listener fails if there is no such document, or more than one
   */
  public static void find(
      Client client,
      String by,
      String id,
      SearchRequest where,
      SearchSourceBuilder fetched,
      ActionListener<SearchHit> listener) {
    SearchSourceBuilder source =
        fetched.query(new IdsQueryBuilder().addIds(id)).fetchSource(false).size(NAMED);
    client.search(
        where.source(source).pipeline(SearchPipelineService.NOOP_PIPELINE_ID),
        ActionListener.map(
            listener, found -> only(by, id, String.join(",", where.indices()), found)));
  }

  private static SearchHit only(String by, String id, String index, SearchResponse found) {
    SearchHit[] hits = found.getHits().getHits();
    if (hits.length == 0 && found.getFailedShards() > 0) { // where the document may be
      throw new SearchPhaseExecutionException(
          "fetch", "Partial shards failure", found.getShardFailures());
    } else if (hits.length == 0) {
      throw new ResourceNotFoundException(
          "{} found no document [{}] in [{}], as of its last refresh", by, id, index);
    } else if (hits.length > 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s must name one document, but [%s] has [%s] in %s",
              by,
              index,
              id,
              Stream.of(hits).map(FoundDocument::place).sorted().toList()));
    }
    return hits[0];
  }

  private static String place(SearchHit hit) {
    return RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
  }
}
