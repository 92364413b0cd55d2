// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.commons.io.function.IOFunction;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;

/**
 * Sorts any number of numbers in bounded memory: what does not fit goes to a temporary file as
 * sorted runs, which are merged as they are read. For one thread, but each run is sorted by all
 * threads of the fork-join pool it runs in.
 */
public final class LongSorter implements Closeable {
  private static final int READ_AHEAD = 1 << 12;

  /** What so many pieces give must fit into memory. */
  private static final int PIECES_AT_ONCE = 64;

  private final Workspace workspace;
  private final boolean distinct;
  private final List<Run> runs = new ArrayList<>();
  private long[] buffer = new long[64];
  private int size;
  private IndexOutput out;
  private IndexInput in;

  /** A sorted part of the temporary file, in bytes. */
  private record Run(long start, long end) {}

  /**
   * An empty sorter.
   *
   * @param distinct whether equal numbers come out once
   */
  public LongSorter(Workspace workspace, boolean distinct) {
    this.workspace = workspace;
    this.distinct = distinct;
  }

  public void add(long value) throws IOException {
    if (size == buffer.length) {
      makeRoom();
    }
    buffer[size++] = value;
  }

  public void add(LongArrayList values) throws IOException {
    for (int i = 0; i < values.size(); i++) {
      add(values.get(i));
    }
  }

  private void makeRoom() throws IOException {
    if (size < workspace.maxLongs()) {
      buffer =
          ArrayUtil.growExact(buffer, (int) Math.min(workspace.maxLongs(), 2L * buffer.length));
    } else {
      sortBuffer();
      if (size > workspace.maxLongs() / 2) { // else most were repeats, which are removed now
        spill();
      }
    }
  }

  private void sortBuffer() {
    Arrays.parallelSort(buffer, 0, size);
    if (distinct) {
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (i == 0 || buffer[i] != buffer[i - 1]) {
          buffer[kept++] = buffer[i];
        }
      }
      size = kept;
    }
  }

  private void spill() throws IOException {
    if (out == null) {
      out = workspace.directory().createTempOutput("sort", "runs", IOContext.DEFAULT);
    }
    long start = out.getFilePointer();
    for (int i = 0; i < size; i++) {
      out.writeLong(buffer[i]);
    }
    runs.add(new Run(start, out.getFilePointer()));
    size = 0;
  }

  /** Adds what pieces of work give, some of them at once, and sorts all. */
  public LongCursor sorted(int pieces, IOFunction<Integer, LongArrayList> work) throws IOException {
    try {
      for (int base = 0; base < pieces; base += PIECES_AT_ONCE) {
        int first = base;
        int some = Math.min(PIECES_AT_ONCE, pieces - first);
        for (LongArrayList values : Parallel.map(some, i -> work.apply(first + i))) {
          add(values);
        }
      }
      return sorted();
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  /** Ends adding: all numbers in ascending order. Closing the cursor closes this. */
  public LongCursor sorted() throws IOException {
    sortBuffer();
    if (out == null) {
      return new Held();
    }
    spill();
    buffer = null;
    out.close();
    in = workspace.directory().openInput(out.getName(), IOContext.DEFAULT);
    return new Merged();
  }

  @Override
  public void close() throws IOException {
    buffer = null;
    IOUtils.close(out, in);
    if (out != null) {
      workspace.directory().deleteFile(out.getName());
      out = null;
    }
  }

  /** Nothing had to go to the file. */
  private final class Held extends LongCursor {
    private int at;

    @Override
    public boolean next() {
      if (at == size) {
        return false;
      }
      value = buffer[at++];
      return true;
    }

    @Override
    public void close() throws IOException {
      LongSorter.this.close();
    }
  }

  /** Merges the runs. */
  private final class Merged extends LongCursor {
    private final PriorityQueue<RunReader> heads = new PriorityQueue<>();
    private boolean started;

    Merged() throws IOException {
      for (Run run : runs) {
        RunReader reader = new RunReader(in.clone(), run);
        if (reader.advance()) {
          heads.add(reader);
        }
      }
    }

    @Override
    public boolean next() throws IOException {
      long last = value;
      do {
        RunReader head = heads.poll();
        if (head == null) {
          return false;
        }
        value = head.value;
        if (head.advance()) {
          heads.add(head);
        }
      } while (distinct && started && value == last);
      started = true;
      return true;
    }

    @Override
    public void close() throws IOException {
      LongSorter.this.close();
    }
  }

  private static final class RunReader implements Comparable<RunReader> {
    private final IndexInput in;
    private final long[] ahead = new long[READ_AHEAD];
    private long left;
    private int at;
    private int end;
    private long value;

    RunReader(IndexInput in, Run run) throws IOException {
      this.in = in;
      in.seek(run.start);
      left = (run.end - run.start) / Long.BYTES;
    }

    boolean advance() throws IOException {
      if (at == end) {
        end = (int) Math.min(READ_AHEAD, left);
        in.readLongs(ahead, 0, end);
        left -= end;
        at = 0;
      }
      if (end == 0) {
        return false;
      }
      value = ahead[at++];
      return true;
    }

    @Override
    public int compareTo(RunReader other) {
      return Long.compare(value, other.value);
    }
  }
}
