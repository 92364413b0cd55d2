// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IntsRef;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.group.BandTable;
import org.neardup.internal.group.HotKeyLimits;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.sketch.Bands;

/**
 * Finds pairs of documents that share a band, or have the same text if that is short, and whose
 * estimated resemblance reaches a minimum. Pairs may be found more than once if very many documents
 * share a band.
 *
 * <p>Uses about 150 bytes per document, besides its sketch. Time is linear in documents times
 * bands: if more than {@link #MOST} documents share a band, as pages of one template or any
 * documents with bands of one or two rows may, each is compared with the first {@link #MOST} only,
 * or with some more if few share its other bands, and a document that failed {@link #MOST}
 * comparisons is skipped.
 *
 * @param parameters of the sketches, with the bands to search by
 * @param least the minimum estimated resemblance
 */
public record NearPairs(SketchParameters parameters, SketchComparer comparer, double least) {
  private static final int BANDS_AT_ONCE = 8;

  /** Up to so many documents under one key, all pairs are compared. */
  public static final int MOST = HotKeyLimits.ALL_PAIRS;

  /** Receives a pair; returns whether they are near-duplicates. */
  @FunctionalInterface
  interface Action {
    /** Takes two documents, in the order of the list. */
    boolean accept(LiveDocument a, LiveDocument b) throws IOException;
  }

  /**
   * Finds all pairs. If two sketches with the least estimate differ in d slots, at least one of d +
   * 1 bands contains none of these.
   */
  static NearPairs all(SketchParameters parameters, SketchComparer comparer) {
    double least = comparer.leastEstimate();
    int bands = comparer.mostDifferingSlots(least) + 1;
    int rows = parameters.format().slots() / bands;
    return new NearPairs(parameters.withBands(new Bands(bands, rows)), comparer, least);
  }

  /**
   * Passes all pairs of a list, in an order that depends on the list only, to an action.
   *
   * @return the number of skipped pairs, counted once per band
   */
  long forEach(List<LiveDocument> documents, Action action) throws IOException {
    Search search = new Search(documents, action);
    for (int from = 0; from < parameters.bands().bands(); from += BANDS_AT_ONCE) {
      search.run(from);
    }
    return search.skipped;
  }

  /** Searches some bands after the other, so that not all keys are in memory at once. */
  private final class Search {
    private final List<LiveDocument> documents;
    private final Action action;
    private final int[] vain; // failed comparisons by document
    private int bandsInFull; // leading bands without skipped pairs
    private long skipped;

    Search(List<LiveDocument> documents, Action action) {
      this.documents = documents;
      this.action = action;
      vain = new int[documents.size()];
    }

    void run(int from) throws IOException {
      BandTable numbers = new BandTable(0);
      long skippedBefore = skipped;
      for (int i = 0; i < vain.length; i++) {
        byte[] sketch = documents.get(i).value;
        if (sketch != null) {
          BandKeys keys = new BandKeys(parameters, sketch).range(from, from + BANDS_AT_ONCE);
          IntsRef earlier = numbers.sharing(keys, MOST * keys.count());
          for (int j = 0; j < earlier.length; j++) {
            look(earlier.ints[j], i);
          }
          numbers.add(keys, i);
        }
      }
      skipped += numbers.skipped();
      if (bandsInFull == from && skipped == skippedBefore) {
        bandsInFull = from + BANDS_AT_ONCE;
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
      return comparer.shareBand(a.value, b.value, parameters.bands().rows(), bandsInFull);
    }
  }
}
