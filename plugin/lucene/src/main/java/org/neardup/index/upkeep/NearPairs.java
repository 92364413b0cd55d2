// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.group.HotKeyLimits;
import org.neardup.index.groups.LiveDocument;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Hashing;

/**
 * Finds pairs of documents that share a band and whose estimated resemblance reaches a minimum, by
 * sorting the documents by each band key. Pairs may be found more than once if very many documents
 * share a band.
 *
 * <p>Uses 68 bytes per document, besides its sketch. Time is linear in documents times bands: if
 * more than {@link #MOST} documents share a band, as pages of one template or any documents with
 * bands of one or two rows may, each is compared with the next {@link #NEXT} only, and a document
 * that failed {@link #MOST} comparisons is skipped.
 */
public final class NearPairs {
  private static final int BANDS_AT_ONCE = 8;

  /** Up to so many documents under one key, all pairs are compared. */
  public static final int MOST = HotKeyLimits.DEFAULTS.allPairs();

  /** The number of following documents that each is compared with if there are more. */
  static final int NEXT = HotKeyLimits.DEFAULTS.nextPairs();

  /** Receives a pair; returns whether they are near-duplicates. */
  @FunctionalInterface
  interface Action {
    boolean accept(LiveDocument a, LiveDocument b) throws IOException;
  }

  private final SketchParameters parameters;
  private final Bands bands;
  private final SketchComparer comparer;
  private final double least;

  /**
   * Finds pairs by the given bands.
   *
   * @param parameters of the sketches; their own bands are not used
   * @param least the minimum estimated resemblance
   */
  NearPairs(SketchParameters parameters, Bands bands, SketchComparer comparer, double least) {
    this.parameters = parameters.withBands(bands);
    this.bands = bands;
    this.comparer = comparer;
    this.least = least;
  }

  /**
   * Finds all pairs. If two sketches with the least estimate differ in d slots, at least one of d +
   * 1 bands contains none of these.
   */
  static NearPairs all(SketchParameters parameters, SketchComparer comparer) {
    double least = comparer.leastEstimate();
    int bands = comparer.mostDifferingSlots(least) + 1;
    int rows = parameters.format().slots() / bands;
    return new NearPairs(parameters, new Bands(bands, rows), comparer, least);
  }

  /**
   * Passes all pairs of a list, in an order that depends on the list only, to an action.
   *
   * @return the number of skipped pairs, counted once per band
   */
  long forEach(List<LiveDocument> documents, Action action) throws IOException {
    List<LiveDocument> sketched = documents.stream().filter(entry -> entry.value != null).toList();
    List<LiveDocument> compared = sketched.stream().filter(entry -> !isShort(entry)).toList();
    Search search = new Search(compared, action);
    for (int from = 0; from < bands.bands(); from += BANDS_AT_ONCE) {
      for (long[] keys : keys(compared, from, Math.min(bands.bands(), from + BANDS_AT_ONCE))) {
        search.next(keys);
      }
    }
    List<LiveDocument> shorts = sketched.stream().filter(this::isShort).toList();
    long[] keys = new long[shorts.size()];
    Arrays.setAll(keys, i -> Hashing.mix(SketchValue.textHash(shorts.get(i).value, 0)));
    Search copies = new Search(shorts, action);
    copies.next(keys);
    return search.skipped + copies.skipped;
  }

  private boolean isShort(LiveDocument entry) {
    return comparer.isShort(entry.value);
  }

  private long[][] keys(List<LiveDocument> documents, int from, int to) {
    long[][] keys = new long[to - from][documents.size()];
    for (int i = 0; i < documents.size(); i++) {
      long[] all =
          parameters.searchKeys(documents.get(i).value, 0); // of its bands: it is not short
      for (int band = from; band < to; band++) {
        keys[band - from][i] = all[band];
      }
    }
    return keys;
  }

  /** Searches one band after the other. */
  private final class Search {
    private final List<LiveDocument> documents;
    private final Action action;
    private final int[] vain; // failed comparisons by document
    private int bandsDone;
    private int bandsInFull; // leading bands without skipped pairs
    private long skipped;

    Search(List<LiveDocument> documents, Action action) {
      this.documents = documents;
      this.action = action;
      vain = new int[documents.size()];
    }

    /** Sorts documents by the leading bits of their keys; trailing bits give way to numbers. */
    void next(long[] keys) throws IOException {
      int numberBits = Long.SIZE - Long.numberOfLeadingZeros(documents.size());
      long numberMask = (1L << numberBits) - 1;
      Arrays.setAll(keys, i -> (keys[i] & ~numberMask) | i);
      Arrays.sort(keys);
      long skippedBefore = skipped;
      for (int start = 0, end; start < keys.length; start = end) {
        end = start + 1;
        while (end < keys.length && (keys[start] ^ keys[end]) >>> numberBits == 0) {
          end++;
        }
        forEach(keys, start, end, numberMask);
      }
      if (bandsInFull == bandsDone && skipped == skippedBefore) {
        bandsInFull++;
      }
      bandsDone++;
    }

    private void forEach(long[] keys, int start, int end, long numberMask) throws IOException {
      int next = end - start > MOST ? NEXT : MOST;
      for (int i = start; i < end; i++) {
        int last = Math.min(end - 1, i + next);
        skipped += end - 1 - last;
        for (int j = i + 1; j <= last; j++) {
          look((int) (keys[i] & numberMask), (int) (keys[j] & numberMask));
        }
      }
    }

    private void look(int numberOfA, int numberOfB) throws IOException {
      LiveDocument a = documents.get(numberOfA);
      LiveDocument b = documents.get(numberOfB);
      if (comparer.estimate(a.value, b.value) < least || wasGiven(a, b)) {
        return;
      }
      if (vain[numberOfA] >= MOST || vain[numberOfB] >= MOST) {
        skipped++;
      } else if (!action.accept(a, b)) {
        vain[numberOfA]++;
        vain[numberOfB]++;
      }
    }

    private boolean wasGiven(LiveDocument a, LiveDocument b) {
      return bandsInFull > 0 && comparer.shareBand(a.value, b.value, bands.rows(), bandsInFull);
    }
  }
}
