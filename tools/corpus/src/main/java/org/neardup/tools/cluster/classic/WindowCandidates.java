// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.classic;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import org.neardup.tools.cluster.candidates.CandidatePairs;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextStore;

/**
 * Texts that are near each other when all are sorted by Hanov's mean of the minimal hashes of their
 * words, and whose sketches agree enough.
 *
 * @see org.neardup.internal.sketch.BagMinHashMeanV1
 */
record WindowCandidates(ClusterConfig config, TextStore texts, PairRule rule, Workspace work)
    implements CandidatePairs {
  private static final int ROWS_A_PIECE = 1 << 10;

  @Override
  public Buckets.Found find() throws IOException {
    int[] order = order();
    int pieces = Math.ceilDiv(order.length, ROWS_A_PIECE);
    LongSorter pairs = new LongSorter(work, true);
    return new Buckets.Found(pairs.sorted(pieces, i -> match(order, i * ROWS_A_PIECE)), 0, 0);
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

  private LongArrayList match(int[] order, int from) throws IOException {
    int window = config.window();
    int before = Math.max(0, from - window);
    int to = Math.min(order.length, from + ROWS_A_PIECE);
    TextStore.Reader reader = texts.reader();
    byte[][] sketches = new byte[to - before][];
    for (int i = before; i < to; i++) {
      sketches[i - before] = reader.sketch(order[i]);
    }
    LongArrayList out = new LongArrayList();
    for (int row = from; row < to; row++) {
      for (int other = Math.max(0, row - window); other < row; other++) {
        if (rule.mayPass(sketches[row - before], sketches[other - before])) {
          out.add(Pairs.of(order[row], order[other]));
        }
      }
    }
    return out;
  }
}
