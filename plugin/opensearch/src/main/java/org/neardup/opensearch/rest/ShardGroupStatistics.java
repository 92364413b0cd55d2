// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.neardup.opensearch.groups.FieldStatistics;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What a copy of a shard says of the groups of its fields.
 *
 * @param copy which it is
 * @param nodeName of the node that has it
 */
record ShardGroupStatistics(ShardRouting copy, String nodeName, List<OfField> fields)
    implements Writeable, ToXContentObject {

  /**
   * One of the fields.
   *
   * @param largest groups that the caller may see, by the id of their representative
   */
  record OfField(FieldStatistics statistics, List<LargeGroup> largest)
      implements Writeable, ToXContentObject {

    OfField(StreamInput in) throws IOException {
      this(new FieldStatistics(in), in.readList(LargeGroup::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      statistics.writeTo(out);
      out.writeList(largest);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
      to.startObject();
      to.field("state", statistics.state().name().toLowerCase(Locale.ROOT));
      if (statistics.failure() != null) {
        to.field("failure", statistics.failure());
      }
      statistics.counts().toXContent(to, params);
      to.startArray("largest_groups");
      for (LargeGroup group : largest) {
        to.startObject();
        to.field("representative", group.representative());
        to.field("size", group.size());
        to.endObject();
      }
      return to.endArray().endObject();
    }
  }

  /** A group of many documents. */
  record LargeGroup(String representative, int size) implements Writeable {
    LargeGroup(StreamInput in) throws IOException {
      this(in.readString(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(representative);
      out.writeVInt(size);
    }
  }

  ShardGroupStatistics(StreamInput in) throws IOException {
    this(new ShardRouting(in), in.readString(), in.readList(OfField::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    copy.writeTo(out);
    out.writeString(nodeName);
    out.writeList(fields);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    to.startObject();
    to.field("index", copy.getIndexName());
    to.field("shard", copy.id());
    to.field("primary", copy.primary());
    to.field("node", copy.currentNodeId());
    to.field("node_name", nodeName);
    to.startObject("fields");
    for (OfField field : fields) {
      to.field(field.statistics().field(), field);
    }
    return to.endObject().endObject();
  }
}
