// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** A document and its group, as the caller may see them. */
final class DocumentGroup extends ActionResponse implements ToXContentObject {
  final ShardId shard;
  final Field field;
  final Version document;
  final int total;
  final List<Version> versions;
  final String scope; // of the document; null for none
  final Text text;

  /**
   * The field that groups are made by.
   *
   * @param threshold least resemblance of near-duplicates
   * @param isDeriving whether the shard does not know its groups yet
   */
  record Field(String name, SketchParameters parameters, double threshold, boolean isDeriving)
      implements Writeable {
    Field(StreamInput in) throws IOException {
      this(
          in.readString(),
          SketchParameters.parse(in.readString()),
          in.readDouble(),
          in.readBoolean());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(name);
      out.writeString(parameters.toString());
      out.writeDouble(threshold);
      out.writeBoolean(isDeriving);
    }
  }

  /**
   * A document of the group.
   *
   * @param sketch from byte 0; null if it has no text
   */
  record Version(String id, BytesRef sketch) implements Writeable {
    Version(StreamInput in) throws IOException {
      this(in.readString(), in.readBoolean() ? in.readBytesRef() : null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(id);
      out.writeBoolean(sketch != null);
      if (sketch != null) {
        out.writeBytesRef(sketch);
      }
    }
  }

  /**
   * The text of the document.
   *
   * @param elements of it, as in no scope
   */
  record Text(String text, ElementSet elements) implements Writeable {
    /**
     * The text that was sketched.
     *
     * @param text as {@code _source} has it; null if it does not
     * @param scope of the document
     * @param sketch of the document from byte 0 to the last of its array, by which the text is
     *     known to be the whole one
     * @return null if {@code _source} does not have it
     */
    static Text of(String text, NeardupFieldType field, String scope, BytesRef sketch)
        throws IOException {
      if (text == null) {
        return null;
      }
      SketchedText sketched = field.sketches().sketch(text, scope);
      return Arrays.equals(sketched.value(), sketch == null ? null : sketch.bytes)
          ? new Text(text, sketched.elementSetWithoutScope())
          : null;
    }

    static Text read(StreamInput in) throws IOException {
      String text = in.readString();
      long[] elements = in.readLongArray();
      return new Text(text, ElementSet.of(elements, elements.length));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(text);
      out.writeLongArray(elements.toArray());
    }
  }

  /**
   * A group.
   *
   * @param total how many documents the group has
   * @param versions some of them, preferred ones first: the first represents the group
   * @param scope of the document; null for none
   * @param text of the document; null if it was not asked for, or {@code _source} does not have it
   */
  DocumentGroup(
      ShardId shard,
      Field field,
      Version document,
      int total,
      List<Version> versions,
      String scope,
      Text text) {
    this.shard = shard;
    this.field = field;
    this.document = document;
    this.total = total;
    this.versions = versions;
    this.scope = scope;
    this.text = text;
  }

  DocumentGroup(StreamInput in) throws IOException {
    super(in);
    shard = new ShardId(in);
    field = new Field(in);
    document = new Version(in);
    total = in.readVInt();
    versions = in.readList(Version::new);
    scope = in.readOptionalString();
    text = in.readOptionalWriteable(Text::read);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    shard.writeTo(out);
    field.writeTo(out);
    document.writeTo(out);
    out.writeVInt(total);
    out.writeList(versions);
    out.writeOptionalString(scope);
    out.writeOptionalWriteable(text);
  }

  Version representative() {
    return versions.getFirst();
  }

  /** Names the variants that were asked for, and how much each resembles the representative. */
  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    SketchComparer comparer =
        new SketchComparer(field.parameters(), ResemblanceRule.sketch(field.threshold()));
    to.startObject();
    to.field("_index", shard.getIndexName());
    to.field("_shard", shard.id());
    to.field("field", field.name());
    to.field("deriving", field.isDeriving());
    to.field("representative", representative().id());
    to.field("total", total);
    to.startArray("variants");
    for (Version version : versions.subList(1, versions.size())) {
      to.startObject();
      to.field("_id", version.id());
      to.field(
          "resemblance",
          comparer.estimated(representative().sketch().bytes, version.sketch().bytes).value());
      to.endObject();
    }
    return to.endArray().endObject();
  }
}
