// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import org.opensearch.core.action.ActionListener;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /{index}/_neardup/explain/{id}/{other}}: compares two documents. */
public final class ExplainHandler extends BaseRestHandler {

  @Override
  public String getName() {
    return "neardup_explain";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.GET, "/{index}/_neardup/explain/{id}/{other}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    String routing = request.param("routing");
    DocumentGroupRequest a = asked(request, request.param("id"), routing);
    DocumentGroupRequest b =
        asked(request, request.param("other"), request.param("other_routing", routing));
    return channel -> {
      ActionListener<DocumentComparison> answer = new RestToXContentListener<>(channel);
      client.execute(
          DocumentGroupAction.TYPE,
          a,
          ActionListener.wrap(
              groupOfA ->
                  client.execute(
                      DocumentGroupAction.TYPE,
                      b,
                      ActionListener.map(
                          answer, groupOfB -> new DocumentComparison(groupOfA, groupOfB))),
              answer::onFailure));
    };
  }

  private static DocumentGroupRequest asked(RestRequest request, String id, String routing) {
    return new DocumentGroupRequest(
        request.param("index"), id, routing, request.param("field"), 1, true);
  }
}
