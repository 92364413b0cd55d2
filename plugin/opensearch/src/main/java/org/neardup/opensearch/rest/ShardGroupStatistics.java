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
    implements Writeable {

  /**
   * One of the fields.
   *
   * @param largest groups that the caller may see, by the id of their representative
   */
  record OfField(FieldStatistics statistics, List<LargeGroup> largest)
      implements Writeable, ToXContentObject {

    static OfField read(StreamInput in) throws IOException {
      FieldStatistics statistics =
          new FieldStatistics(
              in.readString(),
              in.readEnum(FieldStatistics.State.class),
              in.readVLong(),
              in.readVLong(),
              in.readVLong(),
              in.readVLong(),
              in.readVLong(),
              in.readVLong(),
              in.readOptionalString());
      return new OfField(statistics, in.readList(LargeGroup::read));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(statistics.field());
      out.writeEnum(statistics.state());
      out.writeVLong(statistics.documents());
      out.writeVLong(statistics.sketched());
      out.writeVLong(statistics.hidden());
      out.writeVLong(statistics.groups());
      out.writeVLong(statistics.millis());
      out.writeVLong(statistics.bytes());
      out.writeOptionalString(statistics.failure());
      out.writeList(largest);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
      to.startObject();
      to.field("state", statistics.state().name().toLowerCase(Locale.ROOT));
      if (statistics.failure() != null) {
        to.field("failure", statistics.failure());
      }
      GroupCounts.of(statistics).toXContent(to, params);
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
    static LargeGroup read(StreamInput in) throws IOException {
      return new LargeGroup(in.readString(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(representative);
      out.writeVInt(size);
    }
  }

  static ShardGroupStatistics read(StreamInput in) throws IOException {
    return new ShardGroupStatistics(
        new ShardRouting(in), in.readString(), in.readList(OfField::read));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    copy.writeTo(out);
    out.writeString(nodeName);
    out.writeList(fields);
  }
}
