// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import org.neardup.opensearch.groups.CallerGroups;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** The sketches of the best hits of a shard in one array: all sketches of a field are as long. */
final class PackedSketches implements Writeable {
  /** Of no hits. */
  static final PackedSketches NONE = new PackedSketches(0);

  private final int size;
  private final boolean[] areThere;
  private byte[] bytes = {};
  private int length; // of each

  private PackedSketches(int size) {
    this.size = size;
    areThere = new boolean[size];
  }

  /** Reads them, in the order of documents. */
  static PackedSketches of(ScoreDoc[] hits, int most, CallerGroups documents) throws IOException {
    PackedSketches packed = new PackedSketches(Math.min(hits.length, most));
    long[] byDoc = new long[packed.size];
    for (int i = 0; i < byDoc.length; i++) {
      byDoc[i] = (long) hits[i].doc << Integer.SIZE | i;
    }
    Arrays.sort(byDoc);
    for (long each : byDoc) {
      BytesRef sketch = documents.sketchView((int) (each >>> Integer.SIZE));
      if (sketch != null) {
        packed.set((int) each, sketch);
      }
    }
    return packed;
  }

  private void set(int hit, BytesRef sketch) {
    if (length == 0) {
      length = sketch.length;
      bytes = new byte[Math.multiplyExact(size, length)];
    }
    areThere[hit] = true;
    System.arraycopy(sketch.bytes, sketch.offset, bytes, hit * length, length);
  }

  PackedSketches(StreamInput in) throws IOException {
    this(in.readVInt());
    length = in.readVInt();
    bytes = in.readByteArray();
    for (int i = 0; i < size; i++) {
      areThere[i] = in.readBoolean();
    }
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(size);
    out.writeVInt(length);
    out.writeByteArray(bytes);
    for (boolean isThere : areThere) {
      out.writeBoolean(isThere);
    }
  }

  /** Of how many hits. */
  int size() {
    return size;
  }

  /**
   * Points at the sketch of a hit.
   *
   * @return false if it has none
   */
  boolean view(int hit, BytesRef to) {
    to.bytes = bytes;
    to.offset = hit * length;
    to.length = length;
    return areThere[hit];
  }

  /** The sketch of a hit, from byte 0; null if it has none. */
  BytesRef copy(int hit) {
    BytesRef view = new BytesRef();
    return view(hit, view) ? BytesRef.deepCopyOf(view) : null;
  }
}
