// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.function.Predicate;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/** Reads all hits of a ranking, batch after batch, beyond the result window as well. */
final class RankingScroll implements ActionListener<SearchResponse> {
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

  private final Client client;
  private final Predicate<SearchResponse> action;
  private final ActionListener<Void> listener;
  private String id;

  /**
   * Begins nothing yet.
   *
   * @param action is given batch after batch, the last one empty, until it returns false
   * @param listener is told when no more is read
   */
  RankingScroll(Client client, Predicate<SearchResponse> action, ActionListener<Void> listener) {
    this.client = client;
    this.action = action;
    this.listener = listener;
  }

  void start(SearchRequest ranking) {
    ranking.scroll(KEEP_ALIVE);
    ranking.requestCache(null); // no scroll is cached, nor may be asked to be
    client.search(ranking, this);
  }

  @Override
  public void onResponse(SearchResponse batch) {
    id = batch.getScrollId();
    try {
      if (action.test(batch) && batch.getHits().getHits().length > 0) {
        client.searchScroll(new SearchScrollRequest(id).scroll(KEEP_ALIVE), this);
        return;
      }
    } catch (RuntimeException e) {
      onFailure(e);
      return;
    }
    clear();
    listener.onResponse(null);
  }

  @Override
  public void onFailure(Exception e) {
    clear();
    listener.onFailure(e);
  }

  private void clear() {
    if (id != null) {
      ClearScrollRequest done = new ClearScrollRequest();
      done.addScrollId(id);
      client.clearScroll(done, ActionListener.wrap(() -> {}));
    }
  }
}
