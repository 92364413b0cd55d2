// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ChecksumIndexInput;
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
}
