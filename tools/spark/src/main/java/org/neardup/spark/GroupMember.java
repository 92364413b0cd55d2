// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.text.PageTraits;

/**
 * A document of a group.
 *
 * @param print fingerprint of its text
 * @param resemblance of its text to that of the representative, and {@code basis} how that is known
 * @param rowHash identifies its row, together with {@code textHash}
 */
record GroupMember(
    long print,
    double resemblance,
    byte basis,
    long rowHash,
    long textHash,
    String id,
    PageTraits page) {

  /** Writes a document; group and number are written before it. */
  static void write(DocumentEntry document, double resemblance, byte basis, BlockWriter out) {
    out.putLong(document.print).putDouble(resemblance).putByte(basis);
    out.putLong(document.rowHash).putLong(document.textHash).putCounted(document.id);
    for (long hash : document.page) {
      out.putLong(hash);
    }
    out.putString(document.host);
  }

  RowKey key() {
    return new RowKey(rowHash, textHash);
  }

  static GroupMember read(BlockReader in) {
    long print = in.getLong();
    double resemblance = in.getDouble();
    byte basis = in.getByte();
    long rowHash = in.getLong();
    long textHash = in.getLong();
    String id = in.getString();
    long[] page = new long[DocumentEntry.PAGE_LONGS];
    for (int i = 0; i < page.length; i++) {
      page[i] = in.getLong();
    }
    return new GroupMember(
        print, resemblance, basis, rowHash, textHash, id, PageTraits.ofLongs(in.getString(), page));
  }
}
