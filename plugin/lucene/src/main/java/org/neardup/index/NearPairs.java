// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.SketchValue;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.SlotPacking;

/**
 * Finds all pairs of documents that share a band and resemble each other enough by estimate, by
 * sorting all documents by each of their band keys. Some pairs are found more than once.
 *
 * <p>Takes 64 bytes a document, besides its sketch. The time goes with the number of documents
 * times that of bands: where very many share a band, as pages of one template may, or any documents
 * bands of one or two rows, each is compared with some of the others.
 */
final class NearPairs {
  private static final int BANDS_AT_ONCE = 8;

  /** The most documents under one key of which each is compared with each. */
  static final int MOST = 4000;

  /** Where there are more: with how many each is compared, the next in their order. */
  static final int NEXT = 1000;

  /** Takes a pair. */
  @FunctionalInterface
  interface Action {
    void accept(Entry a, Entry b) throws IOException;
  }

  private final SketchParameters parameters;
  private final SlotPacking packing;
  private final Bands bands;
  private final double least;

  /**
   * Pairs by bands.
   *
   * @param parameters of the sketches; their bands are not used
   * @param least estimated resemblance of a pair
   */
  NearPairs(SketchParameters parameters, Bands bands, double least) {
    this.parameters = parameters;
    packing = parameters.format().packing();
    this.bands = bands;
    this.least = least;
  }

  /**
   * Pairs by bands that miss none. If two sketches with the least estimate differ in d slots, and
   * there are d + 1 bands, one band has none of these slots.
   */
  static NearPairs all(SketchParameters parameters, double least) {
    SlotPacking packing = parameters.format().packing();
    int agreeing = packing.slots();
    while (agreeing > 1 && packing.resemblance(agreeing - 1) >= least) {
      agreeing--;
    }
    int bands = packing.slots() - agreeing + 1;
    return new NearPairs(parameters, new Bands(bands, packing.slots() / bands), least);
  }

  /**
   * Gives all pairs of documents of a list, in an order that depends on nothing else.
   *
   * @return pairs that share a band and were not compared there, as too many share it; once for
   *     each band
   */
  long forEach(List<Entry> documents, Action action) throws IOException {
    long skipped = 0;
    List<Entry> sketched = documents.stream().filter(entry -> entry.value != null).toList();
    List<Entry> compared = sketched.stream().filter(entry -> !isShort(entry)).toList();
    for (int from = 0; from < bands.bands(); from += BANDS_AT_ONCE) {
      for (long[] keys : keys(compared, from, Math.min(bands.bands(), from + BANDS_AT_ONCE))) {
        skipped += forEach(compared, keys, action);
      }
    }
    List<Entry> shorts = sketched.stream().filter(this::isShort).toList();
    long[] keys = new long[shorts.size()];
    Arrays.setAll(keys, i -> Hashing.mix(SketchValue.fingerprint(shorts.get(i).value, 0)));
    return skipped + forEach(shorts, keys, action);
  }

  private boolean isShort(Entry entry) {
    return entry.elementCount() < parameters.minElements();
  }

  private long[][] keys(List<Entry> documents, int from, int to) {
    long[][] keys = new long[to - from][documents.size()];
    long[] all = new long[bands.bands()];
    for (int i = 0; i < documents.size(); i++) {
      bands.keys(packing, documents.get(i).value, SketchValue.SLOTS_OFFSET, all);
      for (int band = from; band < to; band++) {
        keys[band - from][i] = all[band];
      }
    }
    return keys;
  }

  /** Sorts documents by the leading bits of their keys; the others number the documents. */
  private long forEach(List<Entry> documents, long[] keys, Action action) throws IOException {
    int numberBits = Long.SIZE - Long.numberOfLeadingZeros(documents.size());
    long numberMask = (1L << numberBits) - 1;
    Arrays.setAll(keys, i -> (keys[i] & ~numberMask) | i);
    Arrays.sort(keys);
    long skipped = 0;
    for (int start = 0, end; start < keys.length; start = end) {
      end = start + 1;
      while (end < keys.length && (keys[start] ^ keys[end]) >>> numberBits == 0) {
        end++;
      }
      skipped += forEach(documents, keys, start, end, numberMask, action);
    }
    return skipped;
  }

  private long forEach(
      List<Entry> documents, long[] keys, int start, int end, long numberMask, Action action)
      throws IOException {
    int next = end - start > MOST ? NEXT : MOST;
    long skipped = 0;
    for (int i = start; i < end; i++) {
      Entry a = documents.get((int) (keys[i] & numberMask));
      int last = Math.min(end - 1, i + next);
      skipped += end - 1 - last;
      for (int j = i + 1; j <= last; j++) {
        Entry b = documents.get((int) (keys[j] & numberMask));
        if (estimate(a, b) >= least) {
          action.accept(a, b);
        }
      }
    }
    return skipped;
  }

  private double estimate(Entry a, Entry b) {
    return SketchValue.resemblance(packing, a.value, b.value);
  }
}
