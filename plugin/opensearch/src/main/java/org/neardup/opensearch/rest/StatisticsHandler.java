// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestActions;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code GET /{index}/_neardup/stats}: statistics by index; {@code GET /_neardup/stats}: those of
 * all indices by node.
 */
final class StatisticsHandler extends BaseRestHandler {
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
    boolean isByNode = !request.hasParam("index");
    int largest = request.paramAsInt("largest", DEFAULT_LARGEST);
    if (largest < 0 || largest > MOST_LARGEST) {
      throw new IllegalArgumentException(
          "[largest] must be between 0 and " + MOST_LARGEST + ", got [" + largest + "]");
    }
    GroupStatisticsRequest asked =
        new GroupStatisticsRequest(
            Strings.splitStringByCommaToArray(request.param("index")), largest);
    return channel ->
        client.execute(
            GroupStatisticsAction.TYPE,
            asked,
            new RestResponseListener<>(channel) {
              @Override
              public RestResponse buildResponse(GroupStatisticsResponse response) throws Exception {
                XContentBuilder to = channel.newBuilder().startObject();
                RestActions.buildBroadcastShardsHeader(to, request, response);
                if (isByNode) {
                  response.writeByNode(to);
                } else {
                  response.writeByIndex(to);
                }
                return new BytesRestResponse(RestStatus.OK, to.endObject());
              }
            });
  }
}
