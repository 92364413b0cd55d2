// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.support.single.shard.SingleShardRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Asks the shard of a document for its group. */
final class DocumentGroupRequest extends SingleShardRequest<DocumentGroupRequest> {
  final String id;
  String routing; // null for that of the id
  final String field; // of type neardup; null if the index has only one
  final int most; // documents of the group to name
  final boolean withText;

  DocumentGroupRequest(
      String index, String id, String routing, String field, int most, boolean withText) {
    index(index);
    this.id = id;
    this.routing = routing;
    this.field = field;
    this.most = most;
    this.withText = withText;
  }

  DocumentGroupRequest(StreamInput in) throws IOException {
    super(in);
    id = in.readString();
    routing = in.readOptionalString();
    field = in.readOptionalString();
    most = in.readVInt();
    withText = in.readBoolean();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeOptionalString(field);
    out.writeVInt(most);
    out.writeBoolean(withText);
  }

  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  /** As messages of failures show it. */
  @Override
  public String toString() {
    return "group of document [" + id + "] of index [" + index() + "]";
  }
}
