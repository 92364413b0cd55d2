// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What is known of the groups of one field in one shard, as of the last derivation.
 *
 * @param field of the sketches
 * @param state whether the groups of the last reader are known
 * @param failure why the last derivation failed, null if it did not
 */
public record FieldStatistics(String field, State state, Counts counts, String failure)
    implements Writeable {

  /** Whether searches see groups. */
  public enum State {
    /** Nobody asked yet. */
    NEW,
    /** In the background; searches hide nothing. */
    DERIVING,
    /** Searches hide all but one version. */
    READY,
    /** Searches that ask for one version fail. */
    FAILED
  }

  /**
   * Figures that can be added up.
   *
   * @param documents live, with or without a sketch; nested ones included
   * @param sketched of them
   * @param hidden of the sketched ones
   * @param groups of more than one document
   * @param millis that the last derivation took, of several the longest
   * @param bytes of memory
   */
  public record Counts(
      long documents, long sketched, long hidden, long groups, long millis, long bytes)
      implements Writeable, ToXContentFragment {
    /** Of no documents. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    private Counts(StreamInput in) throws IOException {
      this(
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      for (long each : new long[] {documents, sketched, hidden, groups, millis, bytes}) {
        out.writeVLong(each);
      }
    }

    /** With those of other documents. */
    public Counts plus(Counts other) {
      return plus(other, documents + other.documents);
    }

    /** With those of another field of the same documents. */
    public Counts plusField(Counts other) {
      return plus(other, Math.max(documents, other.documents));
    }

    private Counts plus(Counts other, long ofBoth) {
      return new Counts(
          ofBoth,
          sketched + other.sketched,
          hidden + other.hidden,
          groups + other.groups,
          Math.max(millis, other.millis),
          bytes + other.bytes);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
      to.field("documents", documents);
      to.field("sketched", sketched);
      to.field("hidden", hidden);
      to.field("groups", groups);
      to.field("derivation_in_millis", millis);
      return to.field("memory_in_bytes", bytes);
    }
  }

  /** Without figures, which a failure may have as well, for who does not see everything. */
  public FieldStatistics withoutCounts() {
    return new FieldStatistics(field, state, Counts.NONE, null);
  }

  /** Reads what another node wrote. */
  public FieldStatistics(StreamInput in) throws IOException {
    this(in.readString(), in.readEnum(State.class), new Counts(in), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeEnum(state);
    counts.writeTo(out);
    out.writeOptionalString(failure);
  }
}
