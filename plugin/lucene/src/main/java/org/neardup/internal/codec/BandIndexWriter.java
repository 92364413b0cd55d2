// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;

/**
 * Writes sorted pairs as entries and a directory, in one pass and with constant heap: entries go to
 * the band file, the directory to a temporary file that is appended at the end.
 */
final class BandIndexWriter {
  private final BandLayout layout;
  private final BitWriter entries;
  private final BitWriter directory;
  private long slot;
  private long written;

  private BandIndexWriter(BandLayout layout, IndexOutput bands, IndexOutput directory) {
    this.layout = layout;
    this.entries = new BitWriter(bands);
    this.directory = new BitWriter(directory);
  }

  /**
   * Appends the pairs of one field to the band file.
   *
   * @param count number of pairs
   * @param unbanded documents that have a sketch and no pairs
   * @return where they are
   */
  static BandLayout write(
      PairStream pairs,
      long count,
      FixedBitSet unbanded,
      IndexOutput bands,
      SegmentWriteState state)
      throws IOException {
    BandLayout layout =
        BandLayout.of(
            bands.getFilePointer(), count, state.segmentInfo.maxDoc(), unbanded.cardinality());
    String temporary = null;
    try {
      try (IndexOutput directory =
          state.directory.createTempOutput(bands.getName(), "directory", state.context)) {
        temporary = directory.getName();
        new BandIndexWriter(layout, bands, directory).writeAll(pairs);
        CodecUtil.writeFooter(directory);
      }
      append(temporary, bands, state);
      if (layout.unbanded() > 0) {
        writeBits(unbanded, bands);
      }
    } finally {
      if (temporary != null) {
        IOUtils.deleteFilesIgnoringExceptions(state.directory, temporary);
      }
    }
    return layout;
  }

  private static void append(String name, IndexOutput bands, SegmentWriteState state)
      throws IOException {
    try (ChecksumIndexInput in = state.directory.openChecksumInput(name)) {
      bands.copyBytes(in, in.length() - CodecUtil.footerLength());
      CodecUtil.checkFooter(in);
    }
  }

  private static void writeBits(FixedBitSet bits, IndexOutput out) throws IOException {
    long[] words = bits.getBits();
    for (int doc = 0; doc < bits.length(); doc += Byte.SIZE) {
      out.writeByte((byte) (words[doc >>> 6] >>> (doc & 63)));
    }
  }

  private void writeAll(PairStream pairs) throws IOException {
    long restMask = (1L << layout.restBits()) - 1;
    while (pairs.next()) {
      startSlotsUpTo(pairs.key >>> layout.restBits());
      entries.write(pairs.key & restMask, layout.restBits());
      entries.write(pairs.doc, layout.docBits());
      written++;
    }
    if (written != layout.pairs()) {
      throw new IllegalStateException("expected " + layout.pairs() + " pairs, got " + written);
    }
    startSlotsUpTo(layout.slots());
    entries.finish();
    directory.finish();
  }

  private void startSlotsUpTo(long last) throws IOException {
    for (; slot <= last; slot++) {
      directory.write(written, layout.offsetBits());
    }
  }

  /**
   * Writes numbers of any number of bits one after another, lowest bit first, as little-endian
   * bytes.
   */
  private static final class BitWriter {
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
}
