// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.FixedBitSet;

/**
 * Reads the pairs of one field. For one thread.
 *
 * <p>Trusts nothing that it reads: whatever the bytes, a call ends, and either returns or throws
 * {@link CorruptIndexException}.
 */
final class BandIndex {
  /** Entries to prefetch at a time, because look-ups open the file for random access. */
  private static final long AHEAD = 1 << 17;

  private final BandLayout layout;
  private final int maxDoc;
  private final RandomAccessInput in;
  private final long entriesBit;
  private final int entryBits;
  private final int restBits;
  private final long restMask;
  private final long docMask;
  private final long directoryBit;
  private final int offsetBits;
  private final long offsetMask;

  BandIndex(IndexInput bands, BandLayout layout) throws IOException {
    this.layout = layout;
    maxDoc = layout.maxDoc();
    in = bands.randomAccessSlice(0, bands.length());
    entriesBit = layout.start() * Byte.SIZE;
    entryBits = layout.entryBits();
    restBits = layout.restBits();
    restMask = (1L << restBits) - 1;
    docMask = (1L << layout.docBits()) - 1;
    directoryBit = layout.directoryStart() * Byte.SIZE;
    offsetBits = layout.offsetBits();
    offsetMask = (1L << offsetBits) - 1;
  }

  BandLayout layout() {
    return layout;
  }

  /**
   * Reads up to 57 bits. May read up to 7 bytes past a number, but a footer follows the last one.
   */
  private long bits(long bit, long mask) throws IOException {
    return in.readLong(bit >>> 3) >>> (bit & 7) & mask;
  }

  /**
   * Returns the number of the first entry of a slot; for one past the last slot, the number of
   * entries.
   */
  long offset(long slot) throws IOException {
    long offset = bits(directoryBit + slot * offsetBits, offsetMask);
    if (offset > layout.pairs()) {
      throw corrupt("slot " + slot + " begins at entry " + offset + " of " + layout.pairs());
    }
    return offset;
  }

  /** Returns the number of the entry after the last of a slot that begins at this one. */
  long end(long slot, long offset) throws IOException {
    long end = offset(slot + 1);
    if (end < offset) {
      throw corrupt("slot " + slot + " begins at entry " + offset + " and ends before " + end);
    }
    return end;
  }

  /** Returns the part of an entry's key that its slot does not determine. */
  long rest(long entry) throws IOException {
    return bits(entriesBit + entry * entryBits, restMask);
  }

  int doc(long entry) throws IOException {
    int doc = (int) bits(entriesBit + entry * entryBits + restBits, docMask);
    if (doc >= maxDoc) {
      throw corrupt("entry " + entry + " is of document " + doc + " of " + maxDoc);
    }
    return doc;
  }

  /** Whether a document has no entries, because it was hidden when this was written. */
  boolean isUnbanded(int doc) throws IOException {
    return layout.unbanded() > 0 && (unbanded(doc) & 1) != 0;
  }

  /** The documents that have no entries, read 64 at a time; there must be some. */
  FixedBitSet unbanded() throws IOException {
    FixedBitSet docs = new FixedBitSet(maxDoc);
    long[] words = docs.getBits();
    for (int doc = 0; doc < maxDoc; doc += Long.SIZE) {
      int beyond = Math.max(0, Long.SIZE - (maxDoc - doc)); // bits past the last document
      words[doc >>> 6] = unbanded(doc) << beyond >>> beyond;
    }
    return docs;
  }

  /** Reads the bits from a document on. May read up to 7 bytes past them, but a footer follows. */
  private long unbanded(int doc) throws IOException {
    return in.readLong(layout.unbandedStart() + (doc >>> 3)) >>> (doc & 7);
  }

  private CorruptIndexException corrupt(String what) {
    return new CorruptIndexException("bands: " + what, in.toString());
  }

  /** Prefetches the directory entries of a slot. */
  void prefetchSlot(long slot) throws IOException {
    in.prefetch((directoryBit + slot * offsetBits) >>> 3, 2 * Long.BYTES);
  }

  /** Prefetches entries. */
  void prefetch(long entry, long count) throws IOException {
    if (count > 0) {
      long first = (entriesBit + entry * entryBits) >>> 3;
      in.prefetch(first, Math.min((count * entryBits + 7) >>> 3, in.length() - first));
    }
  }

  /** All pairs, in order. */
  final class Pairs extends PairStream {
    private long entry = -1;
    private long slot = -1;
    private long slotEnd;

    @Override
    boolean next() throws IOException {
      if (!nextKey()) {
        return false;
      }
      doc = doc(entry);
      return true;
    }

    /** As {@link #next}, but does not read the document. */
    boolean nextKey() throws IOException {
      if (++entry >= layout.pairs()) {
        return false;
      }
      if (entry % AHEAD == 0) {
        prefetch(entry, Math.min(AHEAD, layout.pairs() - entry));
      }
      while (entry >= slotEnd && slot + 1 < layout.slots()) {
        slotEnd = offset(++slot + 1);
      }
      key = slot << restBits | rest(entry);
      return true;
    }
  }
}
