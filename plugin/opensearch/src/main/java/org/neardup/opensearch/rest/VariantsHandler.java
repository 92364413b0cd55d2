// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /{index}/_neardup/variants/{id}}: the versions of a document in its shard. */
public final class VariantsHandler extends BaseRestHandler {
  private static final int DEFAULT_SIZE = 100;
  private static final int MOST_SIZE = 10_000;

  @Override
  public String getName() {
    return "neardup_variants";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.GET, "/{index}/_neardup/variants/{id}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    int size = param(request, "size", DEFAULT_SIZE, MOST_SIZE);
    DocumentGroupRequest asked =
        new DocumentGroupRequest(
            request.param("index"),
            request.param("id"),
            request.param("routing"),
            request.param("field"),
            size + 1, // the representative is no variant
            false);
    return channel ->
        client.execute(DocumentGroupAction.TYPE, asked, new RestToXContentListener<>(channel));
  }

  /** A number of a request, from 0 to a limit. */
  static int param(RestRequest request, String name, int absent, int most) {
    int number = request.paramAsInt(name, absent);
    if (number < 0 || number > most) {
      throw new IllegalArgumentException(
          "[" + name + "] must be between 0 and " + most + ", got [" + number + "]");
    }
    return number;
  }
}
