// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.packed.PackedInts;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.group.BandKeys;

/**
 * Where the (key, document) pairs of one field are in the band file, and how many bits they take.
 * {@link NearDup1DocValuesFormat} draws the layout.
 *
 * @param start first byte of the entries
 * @param pairs number of entries
 * @param docBits bits of a document number
 * @param directoryBits leading bits of a key that the directory resolves
 * @param maxDoc documents of the segment
 * @param unbanded documents that have a sketch and no pairs
 */
record BandLayout(
    long start, long pairs, int docBits, int directoryBits, int maxDoc, int unbanded) {
  /**
   * Pairs per directory slot: on average between this and twice as many. More would be slower,
   * fewer would take more space.
   */
  private static final int PAIRS_A_SLOT = 8;

  static BandLayout of(long start, long pairs, int maxDoc, int unbanded) {
    long slots = Math.max(1, pairs / PAIRS_A_SLOT);
    int directoryBits =
        Math.min(BandKeys.BITS - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(slots));
    return new BandLayout(
        start, pairs, PackedInts.bitsRequired(maxDoc - 1L), directoryBits, maxDoc, unbanded);
  }

  /** Bits of a key that an entry holds. */
  int restBits() {
    return BandKeys.BITS - directoryBits;
  }

  int entryBits() {
    return restBits() + docBits;
  }

  /** Bits of a directory entry, a number from 0 to pairs. */
  int offsetBits() {
    return PackedInts.bitsRequired(pairs);
  }

  long slots() {
    return 1L << directoryBits;
  }

  long directoryStart() {
    return start + bytes(pairs * entryBits());
  }

  long unbandedStart() {
    return directoryStart() + bytes((slots() + 1) * offsetBits());
  }

  long end() {
    return unbandedStart() + (unbanded == 0 ? 0 : bytes(maxDoc));
  }

  private static long bytes(long bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(start);
    out.writeLong(pairs);
    out.writeByte((byte) docBits);
    out.writeByte((byte) directoryBits);
    out.writeInt(unbanded);
  }

  static BandLayout read(DataInput in, int maxDoc) throws IOException {
    BandLayout layout =
        new BandLayout(
            in.readLong(), in.readLong(), in.readByte(), in.readByte(), maxDoc, in.readInt());
    if (layout.start < 0
        || layout.pairs < 0
        || layout.pairs >= 1L << 48
        || layout.docBits != PackedInts.bitsRequired(Math.max(0, maxDoc - 1L))
        || layout.directoryBits < 0
        || layout.directoryBits >= BandKeys.BITS
        || layout.unbanded < 0
        || layout.unbanded > maxDoc) {
      throw new CorruptIndexException("impossible layout of bands: " + layout, in);
    }
    return layout;
  }
}
