// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code GET /{index}/_neardup/stats}: statistics by index; {@code GET /_neardup/stats}: those of
 * all indices by node.
 */
public final class StatisticsHandler extends BaseRestHandler {
  private static final int DEFAULT_LARGEST = 5;
  private static final int MOST_LARGEST = 100;

  @Override
  public String getName() {
    return "neardup_stats";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, "/_neardup/stats"),
        new Route(RestRequest.Method.GET, "/{index}/_neardup/stats"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    int largest = VariantsHandler.param(request, "largest", DEFAULT_LARGEST, MOST_LARGEST);
    GroupStatisticsAction.Request asked = new GroupStatisticsAction.Request(indices, largest);
    return channel ->
        client.execute(GroupStatisticsAction.TYPE, asked, new RestToXContentListener<>(channel));
  }
}
