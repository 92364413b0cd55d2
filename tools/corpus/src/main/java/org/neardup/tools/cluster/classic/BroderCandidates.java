// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.classic;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.lucene.util.FixedBitSet;
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
 * The algorithm that clustered the web in 1997: pairs of a sketch's value and text are sorted; each
 * two texts with a value in common make a triplet of text, text and 1; these are sorted and summed,
 * and the pairs whose sum is large enough for the threshold are kept.
 *
 * <p>Where a {@linkplain ShortTexts short text} may be contained in another, all its elements are
 * sorted instead of the values of its sketch, and the sum is what it shares.
 *
 * @see <a href="https://doi.org/10.1016/S0169-7552(97)00031-7">Broder, Glassman, Manasse, Zweig,
 *     Syntactic clustering of the web, 1997</a>
 */
final class BroderCandidates implements CandidatePairs {
  /** The leading bit distinguishes elements from values of sketches. */
  private static final long ELEMENT = Long.MIN_VALUE;

  private final TextStore texts;
  private final PairRule rule;
  private final Workspace work;
  private final int textBits;
  private final ClusterConfig config;
  private ShortTexts shortTexts;

  BroderCandidates(ClusterConfig config, TextStore texts, PairRule rule, Workspace work) {
    this.config = config;
    this.texts = texts;
    this.rule = rule;
    this.work = work;
    textBits = KeyedTexts.textBits(texts.count());
  }

  @Override
  public Buckets.Found find() throws IOException {
    shortTexts = new ShortTexts(texts, rule.leastKeys());
    LongSorter triplets = new LongSorter(work, false);
    Buckets buckets = new Buckets(textBits, config.maxBucket(), () -> this::allPairs, triplets);
    Buckets.Found found = buckets.found(KeyedTexts.sorted(texts.count(), this::keys, work));
    return new Buckets.Found(new Summed(found.pairs()), found.hotBuckets(), found.skippedPairs());
  }

  private KeyedTexts.Keys keys() {
    TextStore.Reader reader = texts.reader();
    return text -> {
      LongStream values =
          Arrays.stream(texts.sketches().keys(reader.sketch(text))).map(key -> key >>> 1);
      LongStream elements =
          Arrays.stream(shortTexts.elements(reader, text)).map(key -> ELEMENT | key >>> 1);
      return LongStream.concat(values, elements).toArray();
    };
  }

  /** Pairs each text with those before it, which are larger if it may be contained in them. */
  private void allPairs(long[] values, Buckets.Rows rows, LongArrayList out) {
    for (int row = rows.from(); row < rows.to(); row++) {
      int text = KeyedTexts.text(values[row], textBits);
      if (shortTexts.contains(text) != ((values[row] & ELEMENT) != 0)) {
        continue;
      }
      for (int column = rows.start(); column < rows.end(row); column++) {
        int other = KeyedTexts.text(values[column], textBits);
        if (other != text) { // two of its own values may have fallen together
          out.add(Pairs.of(text, other));
        }
      }
    }
  }

  private boolean mayPass(long pair, int shared) {
    int text = Pairs.later(pair);
    return shortTexts.contains(text)
        ? rule.passes((double) shared / texts.size(text))
        : rule.mayPass(shared, texts.keyCount(text), texts.keyCount(Pairs.earlier(pair)));
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

  /**
   * Texts whose sketches have too few keys to tell whether they are contained in others: these
   * share elements instead. Of other texts, those elements count that a short one has; a few more
   * pass the filter by chance, which costs time only. For any thread.
   */
  private static final class ShortTexts {
    private static final int FILTER_BITS = 27;

    private final TextStore texts;
    private final int leastKeys;
    private final FixedBitSet filter;

    /**
     * Reads the short ones.
     *
     * @param leastKeys texts with fewer are short
     */
    ShortTexts(TextStore texts, int leastKeys) throws IOException {
      this.texts = texts;
      this.leastKeys = leastKeys;
      FixedBitSet found = null;
      TextStore.Reader reader = texts.reader();
      for (int text = 0; text < texts.count(); text++) {
        if (contains(text)) {
          found = found == null ? new FixedBitSet(1 << FILTER_BITS) : found;
          for (long element : reader.elementArray(text)) {
            found.set(place(element));
          }
        }
      }
      filter = found;
    }

    private static int place(long element) {
      return (int) (element >>> (Long.SIZE - FILTER_BITS));
    }

    /** Whether a text is short. */
    boolean contains(int text) {
      return texts.keyCount(text) < leastKeys;
    }

    /** The elements of a text that short ones have. */
    long[] elements(TextStore.Reader reader, int text) throws IOException {
      return filter == null
          ? new long[0]
          : Arrays.stream(reader.elementArray(text)).filter(e -> filter.get(place(e))).toArray();
    }
  }
}
