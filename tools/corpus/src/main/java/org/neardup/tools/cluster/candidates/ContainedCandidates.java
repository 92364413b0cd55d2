// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongCursor;
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
final class ContainedCandidates implements CandidatePairs {
  private final TextStore texts;
  private final Workspace work;
  private final double threshold;
  private final int textBits;

  ContainedCandidates(ClusterConfig config, TextStore texts, Workspace work) {
    this.texts = texts;
    this.work = work;
    threshold = config.threshold();
    textBits = KeyedTexts.textBits(texts.count());
  }

  @Override
  public LongCursor find() throws IOException {
    ElementOrder order = new ElementOrder(texts);
    int lowBits = Math.max(textBits + 1, ElementOrder.OTHER_BITS);
    LongSorter pairs = new LongSorter(work, true);
    return new Buckets(lowBits, Integer.MAX_VALUE, () -> this::match, pairs)
        .pairs(KeyedTexts.sortedEntries(texts.count(), () -> entries(order, lowBits), work));
  }

  /** For each element its leading bits, the text, and whether the element is in its prefix. */
  private KeyedTexts.Keys entries(ElementOrder order, int lowBits) {
    TextStore.Reader reader = texts.reader();
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

  private void match(long[] entries, Buckets.Rows rows, LongArrayList out) {
    for (int row = rows.from(); row < rows.to(); row++) {
      if ((entries[row] & 1) == 0) {
        continue;
      }
      int text = text(entries[row]);
      for (int column = rows.start(); column < rows.end(row); column++) {
        int larger = text(entries[column]);
        if (larger != text) { // two of its own elements may have fallen together
          out.add(Pairs.of(text, larger));
        }
      }
    }
  }

  private int text(long entry) {
    return (int) ((entry >>> 1) & KeyedTexts.mask(textBits));
  }
}
