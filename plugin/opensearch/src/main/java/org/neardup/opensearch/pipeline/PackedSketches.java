// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.groups.SketchMemory.Taken;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.common.util.ByteArray;

/**
 * The sketches of the best hits of a shard in one array: all sketches of a field are as long. Once
 * they are sent to another node, this one does not have them any more.
 */
final class PackedSketches implements Writeable, Releasable {
  /** Of no hits. */
  static final PackedSketches NONE = new PackedSketches(0);

  private final int size;
  private final boolean[] areThere;
  private int length; // of each; 0 if there is none
  private Taken memory;
  private ByteArray bytes;

  private PackedSketches(int size) {
    this.size = size;
    areThere = new boolean[size];
  }

  /**
   * Reads them, in the order of documents.
   *
   * @param memory gives so many bytes
   * @throws CircuitBreakingException if there is no memory for them
   */
  static PackedSketches of(
      ScoreDoc[] hits, int most, CallerGroups documents, LongFunction<Taken> memory)
      throws IOException {
    PackedSketches packed = new PackedSketches(Math.min(hits.length, most));
    long[] byDoc = new long[packed.size];
    for (int i = 0; i < byDoc.length; i++) {
      byDoc[i] = (long) hits[i].doc << Integer.SIZE | i;
    }
    Arrays.sort(byDoc);
    for (long each : byDoc) {
      BytesRef sketch = documents.sketchView((int) (each >>> Integer.SIZE));
      if (sketch != null) {
        packed.take(sketch.length, memory);
        packed.set((int) each, sketch);
      }
    }
    return packed;
  }

  private void take(int ofEach, LongFunction<Taken> from) {
    if (memory == null) {
      length = ofEach;
      long all = (long) size * length;
      memory = from.apply(all);
      bytes = memory.bytes(all);
    }
  }

  private void set(int hit, BytesRef sketch) {
    areThere[hit] = true;
    bytes.set((long) hit * length, sketch.bytes, sketch.offset, length);
  }

  /** Reads what another node sent: nothing of it if there is no memory for it. */
  static PackedSketches read(StreamInput in, SketchMemory memory) throws IOException {
    PackedSketches packed = new PackedSketches(in.readVInt());
    byte[] sketch = new byte[in.readVInt()];
    boolean isKept = true;
    try {
      packed.take(sketch.length, memory::takeSpare);
    } catch (CircuitBreakingException e) {
      isKept = false;
    }
    for (int i = 0; i < packed.size; i++) {
      if (in.readBoolean()) {
        in.readBytes(sketch, 0, sketch.length);
        if (isKept) {
          packed.set(i, new BytesRef(sketch));
        }
      }
    }
    return isKept ? packed : NONE;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(size);
    out.writeVInt(length);
    BytesRef sketch = new BytesRef();
    for (int i = 0; i < size; i++) {
      boolean isThere = view(i, sketch);
      out.writeBoolean(isThere);
      if (isThere) {
        out.writeBytes(sketch.bytes, sketch.offset, length);
      }
    }
    close();
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
    if (areThere[hit]) {
      bytes.get((long) hit * length, length, to);
    }
    return areThere[hit];
  }

  /** The sketch of a hit, from byte 0; null if it has none. */
  BytesRef copy(int hit) {
    BytesRef view = new BytesRef();
    return view(hit, view) ? BytesRef.deepCopyOf(view) : null;
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
