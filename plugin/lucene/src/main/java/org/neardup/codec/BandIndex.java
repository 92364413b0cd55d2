// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Reads the pairs of one field. For one thread.
 *
 * <p>Trusts nothing that it reads: whatever the bytes, a call ends, and answers or throws {@link
 * CorruptIndexException}.
 */
final class BandIndex {
  /** Longer slots are searched by halving: they hold a key that many documents share. */
  private static final int LINEAR_SEARCH = 8;

  /** The most bytes of one slot that are asked for ahead of reading it. */
  private static final long MAX_PREFETCH = 1 << 12;

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

  BandIndex(IndexInput bands, BandLayout layout, int maxDoc) throws IOException {
    this.layout = layout;
    this.maxDoc = maxDoc;
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

  /** Reads up to 57 bits; up to 7 bytes too many, but a footer follows the last number. */
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

  /** Returns the part of an entry's key that its slot does not tell. */
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

  private CorruptIndexException corrupt(String what) {
    return new CorruptIndexException("bands: " + what, in.toString());
  }

  /** Asks for entries ahead of reading them. */
  void prefetch(long entry, long count) throws IOException {
    if (count > 0) {
      long first = (entriesBit + entry * entryBits) >>> 3;
      in.prefetch(first, Math.min((count * entryBits + 7) >>> 3, in.length() - first));
    }
  }

  /**
   * Counts the live documents under some keys, of each key at most {@code cap}.
   *
   * @param keys stored keys in ascending order; overwritten
   * @param slots scratch space, twice as long
   */
  void lookUp(long[] keys, int count, long[] slots, int cap, CandidateCounter counter)
      throws IOException {
    for (int i = 0; i < count; i++) {
      in.prefetch((directoryBit + (keys[i] >>> restBits) * offsetBits) >>> 3, 2 * Long.BYTES);
    }
    for (int i = 0; i < count; i++) {
      long slot = keys[i] >>> restBits;
      long from = offset(slot);
      long to = offset(slot + 1);
      if (from > to) {
        throw corrupt("slot " + slot + " begins at entry " + from + " and ends before " + to);
      }
      slots[2 * i] = from;
      slots[2 * i + 1] = to;
      prefetch(from, Math.min(to - from, MAX_PREFETCH * Byte.SIZE / entryBits));
    }
    for (int i = 0; i < count; i++) {
      collect(keys[i] & restMask, slots[2 * i], slots[2 * i + 1], cap, counter);
    }
  }

  private void collect(long rest, long from, long to, int cap, CandidateCounter counter)
      throws IOException {
    long entry = firstAtLeast(rest, from, to);
    for (int found = 0; found < cap && entry < to && rest(entry) == rest; entry++) {
      found += counter.add(doc(entry)) ? 1 : 0;
    }
    if (entry < to && rest(entry) == rest) {
      counter.addCut(firstAtLeast(rest + 1, entry, to) - entry);
    }
  }

  private long firstAtLeast(long rest, long from, long to) throws IOException {
    long low = from;
    for (long high = to; high - low > LINEAR_SEARCH; ) {
      long middle = (low + high) >>> 1;
      if (rest(middle) < rest) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return firstAtLeastFrom(low, rest, to);
  }

  private long firstAtLeastFrom(long from, long rest, long to) throws IOException {
    long entry = from;
    while (entry < to && rest(entry) < rest) {
      entry++;
    }
    return entry;
  }
}
