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
 * times that of bands, as long as few documents that do not resemble each other share a band; with
 * bands of one or two rows many do, and it goes with the square of the number of documents.
 */
final class NearPairs {
  private static final int BANDS_AT_ONCE = 8;

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

  /** Gives all pairs of documents of a list. */
  void forEach(List<Entry> documents, Action action) throws IOException {
    List<Entry> sketched = documents.stream().filter(entry -> entry.value != null).toList();
    List<Entry> compared = sketched.stream().filter(entry -> !isShort(entry)).toList();
    for (int from = 0; from < bands.bands(); from += BANDS_AT_ONCE) {
      for (long[] keys : keys(compared, from, Math.min(bands.bands(), from + BANDS_AT_ONCE))) {
        forEach(compared, keys, action);
      }
    }
    List<Entry> shorts = sketched.stream().filter(this::isShort).toList();
    long[] keys = new long[shorts.size()];
    Arrays.setAll(keys, i -> Hashing.mix(SketchValue.fingerprint(shorts.get(i).value, 0)));
    forEach(shorts, keys, action);
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
  private void forEach(List<Entry> documents, long[] keys, Action action) throws IOException {
    int numberBits = Long.SIZE - Long.numberOfLeadingZeros(documents.size());
    long numberMask = (1L << numberBits) - 1;
    Arrays.setAll(keys, i -> (keys[i] & ~numberMask) | i);
    Arrays.sort(keys);
    for (int start = 0, end; start < keys.length; start = end) {
      end = start + 1;
      while (end < keys.length && (keys[start] ^ keys[end]) >>> numberBits == 0) {
        end++;
      }
      forEach(documents, keys, start, end, numberMask, action);
    }
  }

  private void forEach(
      List<Entry> documents, long[] keys, int start, int end, long numberMask, Action action)
      throws IOException {
    for (int i = start; i < end; i++) {
      Entry a = documents.get((int) (keys[i] & numberMask));
      for (int j = i + 1; j < end; j++) {
        Entry b = documents.get((int) (keys[j] & numberMask));
        if (estimate(a, b) >= least) {
          action.accept(a, b);
        }
      }
    }
  }

  private double estimate(Entry a, Entry b) {
    return packing.resemblance(
        packing.agreeing(a.value, SketchValue.SLOTS_OFFSET, b.value, SketchValue.SLOTS_OFFSET));
  }
}
