// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;
import org.neardup.internal.group.BandKeys;

/**
 * Sorts the band keys of documents that come in ascending order.
 *
 * <p>A pair is one long: the key's stored bits, then the document's distance from the first of its
 * run. Up to {@link #MAX_BUFFERED} pairs are held, 16 bytes each while they are sorted, 64 MB in
 * all; further ones go to a temporary file, as sorted runs.
 */
final class PairSorter implements Closeable {
  static final int MAX_BUFFERED = 1 << 22;

  private static final int DOC_BITS = Long.SIZE - BandKeys.BITS;
  private static final long DOC_MASK = (1L << DOC_BITS) - 1;

  /** A run in the temporary file. */
  private record Run(long start, int pairs, int firstDoc) {}

  private final SegmentWriteState state;
  private final int maxBuffered;
  private final List<Run> runs = new ArrayList<>();
  private long[] buffer;
  private int size;
  private int firstDoc;
  private IndexOutput spilled;
  private IndexInput spilledIn;

  /**
   * Makes a sorter without pairs.
   *
   * @param expected number of pairs to make room for from the start
   */
  PairSorter(SegmentWriteState state, long expected) {
    this(state, expected, MAX_BUFFERED);
  }

  PairSorter(SegmentWriteState state, long expected, int maxBuffered) {
    this.state = state;
    this.maxBuffered = maxBuffered;
    buffer = new long[(int) Math.min(expected, maxBuffered)];
  }

  /**
   * Adds the first {@code count} band keys under a document, which is larger than the one before.
   */
  void add(long[] keys, int count, int doc) throws IOException {
    if (size + count > maxBuffered || doc - firstDoc > DOC_MASK) {
      spill();
    }
    if (size == 0) {
      firstDoc = doc;
    }
    if (size + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(size + count, Math.min(2 * size, maxBuffered)));
    }
    for (int i = 0; i < count; i++) {
      buffer[size++] = BandKeys.storedKey(keys[i]) << DOC_BITS | (doc - firstDoc);
    }
  }

  /** Moves the held pairs to the temporary file. */
  void spill() throws IOException {
    if (size == 0) {
      return;
    }
    if (spilled == null) {
      spilled = state.directory.createTempOutput(state.segmentInfo.name, "bands", state.context);
    }
    runs.add(new Run(spilled.getFilePointer(), size, firstDoc));
    long[] sorted = sorted();
    for (int i = 0; i < size; i++) {
      spilled.writeLong(sorted[i]);
    }
    size = 0;
  }

  /**
   * Ends adding and returns all pairs, as one or more runs, none of them on the heap if any is in
   * the file. Close this only after reading them.
   */
  List<PairStream> streams() throws IOException {
    List<PairStream> streams = new ArrayList<>();
    if (spilled == null) {
      long[] sorted = sorted();
      streams.add(new Sorted(number -> sorted[number], size, firstDoc));
    } else {
      spill();
      addSpilled(streams);
    }
    buffer = null;
    return streams;
  }

  private void addSpilled(List<PairStream> streams) throws IOException {
    CodecUtil.writeFooter(spilled);
    spilled.close();
    spilledIn = state.directory.openInput(spilled.getName(), IOContext.DEFAULT);
    CodecUtil.checksumEntireFile(spilledIn);
    for (Run run : runs) {
      long length = (long) run.pairs * Long.BYTES;
      IndexInput in = spilledIn.slice("bands", run.start, length);
      streams.add(new Sorted(number -> in.readLong(), run.pairs, run.firstDoc));
    }
  }

  /** Radix sort on the key's bytes, last to first. Stable, so that documents stay in order. */
  private long[] sorted() {
    long[] from = buffer;
    long[] to = new long[size];
    for (int shift = DOC_BITS; shift < Long.SIZE; shift += Byte.SIZE) {
      sortByByte(from, to, shift);
      long[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private void sortByByte(long[] from, long[] to, int shift) {
    int[] ends = new int[257];
    for (int i = 0; i < size; i++) {
      ends[(int) (from[i] >>> shift & 0xff) + 1]++;
    }
    for (int i = 0; i < 256; i++) {
      ends[i + 1] += ends[i];
    }
    for (int i = 0; i < size; i++) {
      to[ends[(int) (from[i] >>> shift & 0xff)]++] = from[i];
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.closeWhileHandlingException(spilled, spilledIn);
    if (spilled != null) {
      IOUtils.deleteFilesIgnoringExceptions(state.directory, spilled.getName());
    }
  }

  /** Reads the pairs of a run. */
  @FunctionalInterface
  private interface Source {
    long pair(int number) throws IOException;
  }

  private static final class Sorted extends PairStream {
    private final Source source;
    private final int size;
    private final int firstDoc;
    private int next;

    Sorted(Source source, int size, int firstDoc) {
      this.source = source;
      this.size = size;
      this.firstDoc = firstDoc;
    }

    @Override
    boolean next() throws IOException {
      if (next == size) {
        return false;
      }
      long pair = source.pair(next++);
      key = pair >>> DOC_BITS;
      doc = firstDoc + (int) (pair & DOC_MASK);
      return true;
    }
  }
}
