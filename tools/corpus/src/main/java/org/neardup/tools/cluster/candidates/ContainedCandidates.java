// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.TextStore;

/**
 * All pairs of which the smaller text is contained enough in the other, and some others. A text of
 * which a share t is in another has one of its rarest elements there, if these are so many that
 * fewer than t are left: its prefix. So entries of all elements of all texts are sorted, and the
 * texts with an element in their prefix are paired with the larger texts that have it anywhere.
 *
 * <p>Texts are numbered by size, the largest first.
 *
 * @see ExactCandidates
 */
record ContainedCandidates(ClusterConfig config, TextStore texts, Workspace work)
    implements CandidatePairs {
  @Override
  public Buckets.Found find() throws IOException {
    ElementOrder order = new ElementOrder(texts);
    int textBits = KeyedTexts.textBits(texts.count());
    int lowBits = Math.max(textBits + 1, ElementOrder.OTHER_BITS);
    LongSorter pairs = new LongSorter(work, true);
    return new Buckets(
            lowBits,
            Integer.MAX_VALUE,
            () -> (entries, rows, out) -> match(entries, rows, textBits, out),
            pairs)
        .found(KeyedTexts.sortedEntries(texts.count(), () -> entries(order, lowBits), work));
  }

  /** For each element its leading bits, the text, and whether the element is in its prefix. */
  private KeyedTexts.Keys entries(ElementOrder order, int lowBits) {
    TextStore.Reader reader = texts.reader();
    double threshold = config.threshold();
    return text -> {
      long[] ordered = order.sort(reader.elementArray(text));
      int prefix = ordered.length - ExactCandidates.leastCommon(threshold * ordered.length) + 1;
      for (int place = 0; place < ordered.length; place++) {
        long isInPrefix = place < prefix ? 1 : 0;
        ordered[place] =
            ElementOrder.entry(ordered[place], lowBits) | (long) text << 1 | isInPrefix;
      }
      return ordered;
    };
  }

  private static void match(long[] entries, Buckets.Rows rows, int textBits, LongArrayList out) {
    for (int row = rows.from(); row < rows.to(); row++) {
      if ((entries[row] & 1) == 0) {
        continue;
      }
      int text = text(entries[row], textBits);
      for (int column = rows.start(); column < rows.end(row); column++) {
        int larger = text(entries[column], textBits);
        if (larger != text) { // two of its own elements may have fallen together
          out.add(Pairs.of(text, larger));
        }
      }
    }
  }

  private static int text(long entry, int textBits) {
    return KeyedTexts.text(entry >>> 1, textBits);
  }
}
