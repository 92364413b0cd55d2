// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/**
 * Finds a document by a search, and what {@link DocumentGroupPhase} tells of it: so it is found
 * only by who may see it.
 */
public final class FoundDocument {
  /** So many documents are named if there is more than one. */
  private static final int NAMED = 10;

  private FoundDocument() {}

  /**
   * Finds the document of an id, a hidden version as well.
   *
   * @param by who asks, as messages name it
   * @param where the indices to search, and how
   * @param asked of {@link DocumentGroupPhase}
   * @param listener gets what is told; fails if there is no such document, or more than one
   */
  public static void find(
      Client client,
      String by,
      String id,
      SearchRequest where,
      Map<String, Object> asked,
      ActionListener<Map<String, Object>> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(new IdsQueryBuilder().addIds(id))
            .fetchSource(false)
            .size(NAMED)
            .ext(List.of(new NeardupSearchExt(DocumentGroupPhase.NAME, asked)));
    client.search(
        where.source(source).pipeline(SearchPipelineService.NOOP_PIPELINE_ID),
        ActionListener.map(
            listener, found -> only(by, id, String.join(",", where.indices()), found)));
  }

  private static Map<String, Object> only(
      String by, String id, String index, SearchResponse found) {
    SearchHit[] hits = found.getHits().getHits();
    if (hits.length == 0) {
      String none = by + " found no document [" + id + "] in [" + index + "]";
      if (found.getFailedShards() + found.getClusters().getSkipped() > 0) { // where it may be
        throw new SearchPhaseExecutionException(
            "fetch", none + ": shards failed, or clusters were skipped", found.getShardFailures());
      }
      throw new ResourceNotFoundException(none + ", as of its last refresh");
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
    Map<String, Object> told = hits[0].field(DocumentGroupPhase.NAME).getValue();
    told.put("_index", place(hits[0])); // a shard does not know its cluster
    return told;
  }

  private static String place(SearchHit hit) {
    return RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
  }
}
