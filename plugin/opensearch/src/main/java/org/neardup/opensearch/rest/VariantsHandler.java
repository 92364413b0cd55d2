// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.List;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchComparer;
import org.neardup.opensearch.rest.DocumentGroup.Version;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /{index}/_neardup/variants/{id}}: the versions of a document in its shard. */
final class VariantsHandler extends BaseRestHandler {
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
    int size = request.paramAsInt("size", DEFAULT_SIZE);
    if (size < 0 || size > MOST_SIZE) {
      throw new IllegalArgumentException(
          "[size] must be between 0 and " + MOST_SIZE + ", got [" + size + "]");
    }
    DocumentGroupRequest asked =
        new DocumentGroupRequest(
            request.param("index"),
            request.param("id"),
            request.param("routing"),
            request.param("field"),
            size + 1, // the representative is no variant
            false);
    return channel ->
        client.execute(
            DocumentGroupAction.TYPE,
            asked,
            new RestResponseListener<>(channel) {
              @Override
              public RestResponse buildResponse(DocumentGroup group) throws Exception {
                requireFound(group, asked.id());
                return new BytesRestResponse(RestStatus.OK, write(group, channel.newBuilder()));
              }
            });
  }

  static void requireFound(DocumentGroup group, String id) {
    if (group.document() == null) {
      throw new ResourceNotFoundException(
          "document [{}] is not in index [{}], as of its last refresh",
          id,
          group.shard().getIndexName());
    }
  }

  private static XContentBuilder write(DocumentGroup group, XContentBuilder to) throws IOException {
    DocumentGroup.Field field = group.field();
    SketchComparer comparer =
        new SketchComparer(field.parameters(), ResemblanceRule.sketch(field.threshold()));
    Version representative = group.representative();
    to.startObject();
    to.field("_index", group.shard().getIndexName());
    to.field("_shard", group.shard().id());
    to.field("field", field.name());
    to.field("deriving", field.isDeriving());
    to.field("representative", representative.id());
    to.field("total", group.total());
    to.startArray("variants");
    for (Version version : group.versions().subList(1, group.versions().size())) {
      to.startObject();
      to.field("_id", version.id());
      to.field(
          "resemblance",
          comparer.estimated(representative.sketch().bytes, version.sketch().bytes).value());
      to.endObject();
    }
    return to.endArray().endObject();
  }
}
