// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.mapper.PortableSketch;
import org.neardup.opensearch.query.NearDuplicateBuilder.LookedUp;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.IdsQueryBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Looks the sketch of a document up, by a search: so it is found only by who may see the document
 * and its field.
 */
final class SketchLookUp implements BiConsumer<Client, ActionListener<?>> {
  private final SearchedText searched;
  private final String field;
  private final Consumer<LookedUp> receiver;

  SketchLookUp(SearchedText searched, String field, Consumer<LookedUp> receiver) {
    this.searched = searched;
    this.field = field;
    this.receiver = receiver;
  }

  @Override
  public void accept(Client client, ActionListener<?> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(new IdsQueryBuilder().addIds(searched.id()))
            .fetchSource(false)
            .fetchField(field, NeardupFieldType.SKETCH_FORMAT)
            .size(1);
    SearchRequest request =
        new SearchRequest(searched.index())
            .source(source)
            .allowPartialSearchResults(false)
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID); // hidden versions are found, too
    client.search(
        request,
        ActionListener.map(
            listener,
            response -> {
              receive(response);
              return null; // all that the listener takes
            }));
  }

  private void receive(SearchResponse response) {
    if (response.getHits().getHits().length == 0) {
      throw new ResourceNotFoundException(
          "[near_duplicate] found no document [{}] in [{}]", searched.id(), searched.index());
    }
    SearchHit hit = response.getHits().getAt(0);
    DocumentField found = hit.field(field);
    receiver.accept(
        new LookedUp(found == null ? null : PortableSketch.parse(found.getValue().toString())));
  }
}
