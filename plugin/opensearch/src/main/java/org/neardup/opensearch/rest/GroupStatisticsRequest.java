// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import org.opensearch.action.support.broadcast.BroadcastRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Asks all copies of all shards of some indices for statistics. */
final class GroupStatisticsRequest extends BroadcastRequest<GroupStatisticsRequest> {
  private final int largest;

  /**
   * Asks for statistics.
   *
   * @param largest how many of the largest groups of each shard to name
   */
  GroupStatisticsRequest(String[] indices, int largest) {
    super(indices);
    this.largest = largest;
  }

  GroupStatisticsRequest(StreamInput in) throws IOException {
    super(in);
    largest = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeVInt(largest);
  }

  int largest() {
    return largest;
  }
}
