// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;

/**
 * A document of a group.
 *
 * @param resemblance of its text to that of the representative, and {@code basis} how that is known
 */
record GroupMember(DocumentEntry document, double resemblance, byte basis) {
  RowKey key() {
    return new RowKey(document.rowHash, document.textHash);
  }

  void write(BlockWriter out) {
    document.write(out);
    out.putDouble(resemblance).putByte(basis);
  }

  static GroupMember read(BlockReader in) {
    return new GroupMember(new DocumentEntry().read(in), in.getDouble(), in.getByte());
  }
}
