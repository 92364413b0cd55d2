// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;

/**
 * Sorted arrays of 12 bytes a pair in files beside a stock index, searched by bisection: what
 * packing costs or saves. Has no deletes and no checksums.
 */
final class ArrayBands extends BandContender {
  private static final int PAIR_BYTES = Long.BYTES + Integer.BYTES;
  private static final int DOC_BITS = 24;
  private static final String MERGED = "arrays_merged";

  private final long[] keys = new long[SyntheticSketches.PARAMETERS.keyCount()];
  private long[] pairs = {};
  private int size;
  private int doc;
  private Directory dir;
  private int docsASegment;
  private List<String> files;

  ArrayBands() {
    super("unpacked arrays");
  }

  @Override
  void write(Directory dir, int docs, int segments) throws IOException {
    this.dir = dir;
    this.docsASegment = (docs + segments - 1) / segments;
    this.files = new ArrayList<>();
    size = 0;
    doc = 0;
    super.write(dir, docs, segments);
    flush();
  }

  @Override
  void changed(byte[] value) {
    int count = SyntheticSketches.PARAMETERS.bandKeys(value, 0, keys);
    pairs = ArrayUtil.grow(pairs, size + count);
    for (int i = 0; i < count; i++) {
      // The sign is turned so that signed order is the order of unsigned keys.
      pairs[size++] = ((keys[i] >>> DOC_BITS << DOC_BITS) | doc) ^ Long.MIN_VALUE;
    }
    if (++doc == docsASegment) {
      flush();
    }
  }

  private void flush() {
    if (size == 0) {
      return;
    }
    Arrays.sort(pairs, 0, size);
    String name = "arrays_" + files.size();
    files.add(name);
    try (IndexOutput out = dir.createOutput(name, IOContext.DEFAULT)) {
      for (int i = 0; i < size; i++) {
        long pair = pairs[i] ^ Long.MIN_VALUE;
        out.writeLong(pair >>> DOC_BITS);
        out.writeInt((int) pair & ((1 << DOC_BITS) - 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    size = 0;
    doc = 0;
  }

  @Override
  void forceMerge(Directory dir) throws IOException {
    super.forceMerge(dir);
    PriorityQueue<Run> queue = new PriorityQueue<>(Comparator.comparingLong(run -> run.key));
    List<IndexInput> inputs = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      inputs.add(dir.openInput(files.get(i), IOContext.DEFAULT));
      Run run = new Run(inputs.get(i), i * docsASegment);
      if (run.next()) {
        queue.add(run);
      }
    }
    try (IndexOutput out = dir.createOutput(MERGED, IOContext.DEFAULT)) {
      for (Run run = queue.poll(); run != null; run = queue.poll()) {
        out.writeLong(run.key);
        out.writeInt(run.doc);
        if (run.next()) {
          queue.add(run);
        }
      }
    }
    IOUtils.close(inputs);
    IOUtils.deleteFiles(dir, files);
    files = List.of(MERGED);
  }

  private static final class Run {
    private final IndexInput in;
    private final int docBase;
    private long key;
    private int doc;

    Run(IndexInput in, int docBase) {
      this.in = in;
      this.docBase = docBase;
    }

    boolean next() throws IOException {
      if (in.getFilePointer() == in.length()) {
        return false;
      }
      key = in.readLong();
      doc = docBase + in.readInt();
      return true;
    }
  }

  @Override
  Lookup open(DirectoryReader reader) throws IOException {
    List<IndexInput> inputs = new ArrayList<>();
    List<RandomAccessInput> segments = new ArrayList<>();
    for (String file : files) {
      IndexInput in = dir.openInput(file, IOContext.DEFAULT);
      inputs.add(in);
      segments.add(in.randomAccessSlice(0, in.length()));
    }
    return new ArrayLookup(inputs, segments);
  }

  private static final class ArrayLookup implements Lookup {
    private final List<IndexInput> inputs;
    private final List<RandomAccessInput> segments;
    private final CandidateCount count = new CandidateCount();
    private final long[] keys = new long[SyntheticSketches.PARAMETERS.keyCount()];

    ArrayLookup(List<IndexInput> inputs, List<RandomAccessInput> segments) {
      this.inputs = inputs;
      this.segments = segments;
    }

    @Override
    public int candidates(byte[] sketch) throws IOException {
      SyntheticSketches.PARAMETERS.bandKeys(sketch, 0, keys);
      int found = 0;
      for (RandomAccessInput in : segments) {
        for (int i = 1; i < keys.length; i++) { // the first is that of the fingerprint
          collect(in, keys[i] >>> DOC_BITS);
        }
        found += count.take();
      }
      return found;
    }

    private void collect(RandomAccessInput in, long key) throws IOException {
      long pairs = in.length() / PAIR_BYTES;
      long low = 0;
      for (long high = pairs; low < high; ) {
        long middle = (low + high) >>> 1;
        if (in.readLong(middle * PAIR_BYTES) < key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      for (; low < pairs && in.readLong(low * PAIR_BYTES) == key; low++) {
        count.add(in.readInt(low * PAIR_BYTES + Long.BYTES));
      }
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(inputs);
    }
  }
}
