// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.apache.spark.sql.Row;
import org.neardup.internal.sketch.Hashing;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;

/** Tells the row of a document from others. */
record RowKey(long rowHash, long textHash) {

  static RowKey of(RowReader reader, Row row) {
    return new RowKey(reader.rowHash(row), RowReader.textHash(reader.text(row), reader.scope(row)));
  }

  static RowKey read(BlockReader in) {
    return new RowKey(in.getLong(), in.getLong());
  }

  BlockWriter write(BlockWriter out) {
    return out.putLong(rowHash).putLong(textHash);
  }

  int home(int homes) {
    return Exchange.home(Hashing.combine(rowHash, textHash), homes);
  }
}
