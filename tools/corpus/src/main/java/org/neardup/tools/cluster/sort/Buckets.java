// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.util.ArrayUtil;

/**
 * Cuts sorted entries into buckets, those with the same leading bits, and has all threads look for
 * candidates among the pairs of each. In a bucket of more than {@code limit} entries each is paired
 * with the first {@code limit} only; such buckets and the skipped pairs are counted.
 */
public final class Buckets {
  private static final int PAIRS_A_PIECE = 1 << 16;
  private static final int PIECES_AT_ONCE = 64;

  /** Finds candidates. For one thread. */
  @FunctionalInterface
  public interface Matcher {
    /**
     * Pairs some entries with those before them.
     *
     * @param entries of many buckets
     * @param out receives {@link Pairs}
     */
    void match(long[] entries, Rows rows, LongArrayList out) throws IOException;
  }

  /**
   * Some entries of a bucket, by index.
   *
   * @param start of the bucket
   * @param from first of the entries to be paired
   * @param to behind the last one
   * @param limit behind the last one that any is paired with
   */
  public record Rows(int start, int from, int to, int limit) {

    /** Behind the last one that a row is paired with; the first is at {@link #start}. */
    public int end(int row) {
      return Math.min(row, limit);
    }
  }

  private final int lowBits;
  private final int limit;
  private final Supplier<Matcher> matchers;
  private final LongSorter pairs;
  private final List<List<Rows>> pieces = new ArrayList<>();
  private List<Rows> piece = new ArrayList<>();
  private long pairsInPiece;
  private long[] entries = new long[64];
  private int size;
  private int start;
  private long hot;
  private long skippedPairs;

  /**
   * Makes buckets.
   *
   * @param lowBits bits in which the entries of a bucket may differ
   * @param matchers makes one for each piece of work
   * @param pairs receives the candidates
   */
  public Buckets(int lowBits, int limit, Supplier<Matcher> matchers, LongSorter pairs) {
    this.lowBits = lowBits;
    this.limit = limit;
    this.matchers = matchers;
    this.pairs = pairs;
  }

  /**
   * What was found.
   *
   * @param pairs in ascending order, each once
   * @param hotBuckets how many buckets had more entries than the limit
   * @param skippedPairs how many pairs were skipped for that
   */
  public record Found(LongCursor pairs, long hotBuckets, long skippedPairs) {}

  /** Finds the candidates among entries, and closes these. To be called once. */
  public Found found(LongCursor sorted) throws IOException {
    try (sorted) {
      addAll(sorted);
      return new Found(pairs.sorted(), hot, skippedPairs);
    } catch (Throwable failure) {
      pairs.close();
      throw failure;
    }
  }

  private void addAll(LongCursor sorted) throws IOException {
    while (sorted.next()) {
      if (size > start && (entries[start] ^ sorted.value) >>> lowBits != 0) {
        endBucket();
      }
      entries = ArrayUtil.grow(entries, size + 1);
      entries[size++] = sorted.value;
    }
    endBucket();
    match();
  }

  private void endBucket() throws IOException {
    int length = size - start;
    if (length < 2) {
      size = start;
      return;
    }
    int columns = Math.min(length, limit);
    if (length > limit) {
      long more = (long) length - limit;
      hot++;
      skippedPairs += more * (more - 1) / 2;
    }
    int step = Math.max(1, PAIRS_A_PIECE / columns);
    for (int from = start + 1; from < size; from += step) {
      add(new Rows(start, from, Math.min(size, from + step), start + columns), columns);
    }
    start = size;
    if (pieces.size() >= PIECES_AT_ONCE) {
      match();
    }
  }

  private void add(Rows rows, int columns) {
    piece.add(rows);
    pairsInPiece += (long) (rows.to - rows.from) * columns;
    if (pairsInPiece >= PAIRS_A_PIECE) {
      endPiece();
    }
  }

  private void endPiece() {
    pieces.add(piece);
    piece = new ArrayList<>();
    pairsInPiece = 0;
  }

  /** What is found by the pieces at once must fit into memory. */
  private void match() throws IOException {
    endPiece();
    for (int from = 0; from < pieces.size(); from += PIECES_AT_ONCE) {
      List<List<Rows>> some = pieces.subList(from, Math.min(pieces.size(), from + PIECES_AT_ONCE));
      for (LongArrayList found : Parallel.map(some.size(), i -> match(some.get(i)))) {
        pairs.add(found);
      }
    }
    pieces.clear();
    size = 0;
    start = 0;
  }

  private LongArrayList match(List<Rows> rows) throws IOException {
    LongArrayList out = new LongArrayList();
    Matcher matcher = matchers.get();
    for (Rows some : rows) {
      matcher.match(entries, some, out);
    }
    return out;
  }
}
