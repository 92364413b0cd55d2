// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.store.DataOutput;

/**
 * Writes numbers of any number of bits one after another, lowest bit first, as little-endian bytes.
 */
final class BitWriter {
  private final DataOutput out;
  private long pending;
  private int filled;

  BitWriter(DataOutput out) {
    this.out = out;
  }

  /** Writes a number from 0 to 2^bits - 1; bits from 1 to 63. */
  void write(long value, int bits) throws IOException {
    pending |= value << filled;
    filled += bits;
    if (filled >= Long.SIZE) {
      out.writeLong(pending);
      filled -= Long.SIZE;
      pending = filled == 0 ? 0 : value >>> (bits - filled);
    }
  }

  /** Pads the last byte with zeros. */
  void finish() throws IOException {
    for (; filled > 0; filled -= Byte.SIZE) {
      out.writeByte((byte) pending);
      pending >>>= Byte.SIZE;
    }
    filled = 0;
  }
}
