// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongList;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Parallel;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.cluster.text.TextStore;

/**
 * Texts that are near each other when all are sorted by Hanov's mean of the minimal hashes of their
 * words, and whose sketches agree enough.
 *
 * @see org.neardup.sketch.BagMinHashMeanV1
 */
final class WindowCandidates implements CandidatePairs {
  private static final int ROWS_A_PIECE = 1 << 10;
  private static final int PIECES_AT_ONCE = 64;

  private final TextStore texts;
  private final TextComparer comparer;
  private final Workspace work;
  private final int window;

  WindowCandidates(ClusterConfig config, TextStore texts, TextComparer comparer, Workspace work) {
    this.texts = texts;
    this.comparer = comparer;
    this.work = work;
    window = config.window();
  }

  @Override
  public LongCursor find() throws IOException {
    int[] order = order();
    LongSorter pairs = new LongSorter(work, true);
    try {
      int pieces = (order.length + ROWS_A_PIECE - 1) / ROWS_A_PIECE;
      for (int base = 0; base < pieces; base += PIECES_AT_ONCE) {
        int first = base;
        int some = Math.min(PIECES_AT_ONCE, pieces - first);
        for (LongList found : Parallel.map(some, i -> match(order, (first + i) * ROWS_A_PIECE))) {
          pairs.add(found);
        }
      }
      return pairs.sorted();
    } catch (Throwable failure) {
      pairs.close();
      throw failure;
    }
  }

  /** All texts by their means. */
  private int[] order() throws IOException {
    int textBits = KeyedTexts.textBits(texts.count());
    int[] order = new int[texts.count()];
    try (LongCursor sorted = KeyedTexts.sorted(texts.count(), () -> this::key, work)) {
      for (int i = 0; i < order.length && sorted.next(); i++) {
        order[i] = KeyedTexts.text(sorted.value, textBits);
      }
    }
    return order;
  }

  private long[] key(int text) {
    return new long[] {(long) (texts.mean(text) * 0x1p63)};
  }

  private LongList match(int[] order, int from) throws IOException {
    int before = Math.max(0, from - window);
    int to = Math.min(order.length, from + ROWS_A_PIECE);
    TextStore.Reader reader = texts.reader();
    byte[][] sketches = new byte[to - before][];
    for (int i = before; i < to; i++) {
      sketches[i - before] = reader.sketch(order[i]);
    }
    LongList out = new LongList();
    for (int row = from; row < to; row++) {
      for (int other = Math.max(0, row - window); other < row; other++) {
        if (comparer.mayPass(sketches[row - before], sketches[other - before])) {
          out.add(Pairs.of(order[row], order[other]));
        }
      }
    }
    return out;
  }
}
