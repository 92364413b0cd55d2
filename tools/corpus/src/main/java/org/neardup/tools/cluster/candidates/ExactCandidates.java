// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.TextStore;

/**
 * All pairs that resemble each other enough, and some others: by prefixes. When the elements of all
 * texts are in one order, rare ones first, two texts with a large enough resemblance have one of
 * their first elements in common; which of them, and how many elements follow, bounds the
 * resemblance further. What remains is to be compared element by element.
 *
 * @see <a href="https://doi.org/10.1145/1242572.1242591">Bayardo, Ma, Srikant, Scaling up all pairs
 *     similarity search, 2007</a>
 * @see <a href="https://doi.org/10.1145/1367497.1367516">Xiao, Wang, Lin, Yu, Efficient similarity
 *     joins for near duplicate detection, 2008</a>
 */
final class ExactCandidates implements CandidatePairs {
  private static final int POSITION_BITS = 8;
  private static final int MAX_POSITION = (1 << POSITION_BITS) - 1;

  /** Less than any difference between two ratios of set sizes, more than rounding. */
  private static final double ROUNDING = 1e-9;

  private final TextStore texts;
  private final Workspace work;
  private final double threshold;
  private final int textBits;

  /** Texts in the order of their sizes, and their sizes in this order. */
  private int[] textByRank;

  private int[] sizeByRank;

  ExactCandidates(ClusterConfig config, TextStore texts, Workspace work) {
    this.texts = texts;
    this.work = work;
    threshold = config.threshold();
    textBits = KeyedTexts.textBits(texts.count());
  }

  @Override
  public Buckets.Found find() throws IOException {
    rankBySize();
    ElementOrder order = new ElementOrder(texts);
    int lowBits = Math.max(textBits + POSITION_BITS, ElementOrder.OTHER_BITS);
    LongSorter pairs = new LongSorter(work, true);
    return new Buckets(lowBits, Integer.MAX_VALUE, () -> this::match, pairs)
        .found(KeyedTexts.sortedEntries(texts.count(), () -> prefixes(order, lowBits), work));
  }

  private void rankBySize() {
    long[] order = new long[texts.count()];
    Arrays.setAll(order, text -> (long) texts.size(text) << 32 | text);
    Arrays.parallelSort(order);
    textByRank = Arrays.stream(order).mapToInt(each -> (int) each).toArray();
    sizeByRank = Arrays.stream(order).mapToInt(each -> (int) (each >>> 32)).toArray();
  }

  /** An entry for each element of a text's prefix: its leading bits, the text's rank, its place. */
  private KeyedTexts.Keys prefixes(ElementOrder order, int lowBits) {
    TextStore.Reader reader = texts.reader();
    return rank -> {
      long[] ordered = order.sort(reader.elementArray(textByRank[rank]));
      int length = ordered.length - leastCommon(threshold * ordered.length) + 1;
      long[] entries = new long[length];
      for (int place = 0; place < length; place++) {
        entries[place] =
            ElementOrder.entry(ordered[place], lowBits)
                | (long) rank << POSITION_BITS
                | Math.min(place, MAX_POSITION);
      }
      return entries;
    };
  }

  private void match(long[] entries, Buckets.Rows rows, LongArrayList out) {
    for (int row = rows.from(); row < rows.to(); row++) {
      int size = sizeByRank[rank(entries[row])];
      double least = threshold * size - ROUNDING;
      for (int other = rows.end(row) - 1; other >= rows.start(); other--) {
        if (sizeByRank[rank(entries[other])] < least) {
          break; // so are all before it
        }
        addIfPossible(entries[row], entries[other], out);
      }
    }
  }

  private void addIfPossible(long entry, long other, LongArrayList out) {
    int rank = rank(entry);
    int otherRank = rank(other);
    int size = sizeByRank[rank];
    int otherSize = sizeByRank[otherRank];
    int following = Math.min(size - place(entry), otherSize - place(other));
    int needed = leastCommon(threshold / (1 + threshold) * (size + otherSize));
    if (rank != otherRank && following >= needed) {
      out.add(Pairs.of(textByRank[rank], textByRank[otherRank]));
    }
  }

  /** The smallest number of elements not below a bound. */
  static int leastCommon(double bound) {
    return Math.max(1, (int) Math.ceil(bound - ROUNDING));
  }

  private int rank(long entry) {
    return (int) ((entry >>> POSITION_BITS) & KeyedTexts.mask(textBits));
  }

  private static int place(long entry) {
    return (int) (entry & MAX_POSITION);
  }
}
