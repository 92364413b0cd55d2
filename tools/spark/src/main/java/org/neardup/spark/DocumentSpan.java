// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;

/**
 * A record of a {@link DocumentEntry} of which little is read, to be handed on as it is. Mutable.
 */
final class DocumentSpan {
  long number;
  long print;
  boolean hasHost;

  /** Bytes before the sketch, which comes last, and of the sketch. */
  int bodyBytes;

  int sketchBytes;

  /** Reads a record of a block, which stays at its beginning. */
  DocumentSpan read(BlockReader in) {
    long start = in.place();
    number = in.getLong();
    in.skip(in.getInt()); // sort key
    in.skip(2 * Long.BYTES); // hashes of row and text
    print = in.getLong();
    in.skip(Integer.BYTES + DocumentEntry.PAGE_LONGS * Long.BYTES);
    in.skip(in.getInt()); // id
    int hostBytes = in.getInt();
    in.skip(hostBytes);
    hasHost = hostBytes > 0;
    bodyBytes = (int) (in.place() - start);
    sketchBytes = in.getInt();
    in.skip(-bodyBytes - Integer.BYTES);
    return this;
  }

  /** Copies the record that was read, and moves behind it. */
  void copy(BlockReader in, boolean withSketch, BlockWriter out) {
    if (withSketch) {
      in.copy(bodyBytes + Integer.BYTES + sketchBytes, out);
    } else {
      in.copy(bodyBytes, out);
      out.putInt(0);
      in.skip(Integer.BYTES + sketchBytes);
    }
  }
}
