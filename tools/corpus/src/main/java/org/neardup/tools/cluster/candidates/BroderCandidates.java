// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongList;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.cluster.text.TextSketches;
import org.neardup.tools.cluster.text.TextStore;

/**
 * The algorithm that clustered the web in 1997: pairs of a sketch's value and text are sorted; each
 * two texts with a value in common make a triplet of text, text and 1; these are sorted and summed,
 * and the pairs whose sum is large enough for the threshold are kept.
 *
 * @see <a href="https://doi.org/10.1016/S0169-7552(97)00031-7">Broder, Glassman, Manasse, Zweig,
 *     Syntactic clustering of the web, 1997</a>
 */
final class BroderCandidates implements CandidatePairs {
  private final TextStore texts;
  private final TextSketches sketches;
  private final TextComparer comparer;
  private final Workspace work;
  private final int textBits;
  private final int maxBucket;
  private Buckets buckets;

  BroderCandidates(ClusterConfig config, TextStore texts, TextComparer comparer, Workspace work) {
    this.texts = texts;
    this.comparer = comparer;
    this.work = work;
    sketches = texts.sketches();
    textBits = KeyedTexts.textBits(texts.count());
    maxBucket = config.maxBucket();
  }

  @Override
  public LongCursor find() throws IOException {
    LongSorter triplets = new LongSorter(work, false);
    buckets = new Buckets(textBits, maxBucket, () -> this::allPairs, triplets);
    return new Summed(buckets.pairs(KeyedTexts.sorted(texts.count(), this::keys, work)));
  }

  private KeyedTexts.Keys keys() {
    TextStore.Reader reader = texts.reader();
    return text -> sketches.keys(reader.sketch(text));
  }

  private void allPairs(long[] values, Buckets.Rows rows, LongList out) {
    for (int row = rows.from(); row < rows.to(); row++) {
      int text = KeyedTexts.text(values[row], textBits);
      for (int column = rows.start(); column < rows.end(row); column++) {
        int other = KeyedTexts.text(values[column], textBits);
        if (other != text) { // two of its own values may have fallen together
          out.add(Pairs.of(text, other));
        }
      }
    }
  }

  private boolean mayPass(long pair, int shared) {
    return comparer.mayPass(
        shared, texts.keyCount(Pairs.later(pair)), texts.keyCount(Pairs.earlier(pair)));
  }

  @Override
  public long hotBuckets() {
    return buckets.hot();
  }

  @Override
  public long passedOver() {
    return buckets.passedOver();
  }

  /** The pairs that occur often enough among the sorted triplets. */
  private final class Summed extends LongCursor {
    private final LongCursor triplets;
    private boolean begun;
    private boolean more;

    Summed(LongCursor triplets) {
      this.triplets = triplets;
    }

    @Override
    public boolean next() throws IOException {
      if (!begun) {
        begun = true;
        more = triplets.next();
      }
      while (more) {
        value = triplets.value;
        int shared = 0;
        do {
          shared++;
          more = triplets.next();
        } while (more && triplets.value == value);
        if (mayPass(value, shared)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void close() throws IOException {
      triplets.close();
    }
  }
}
