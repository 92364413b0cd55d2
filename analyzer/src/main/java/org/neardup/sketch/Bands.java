// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.neardup.internal.sketch.Checks;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Finds candidates: the first bands x rows slots of a sketch are cut into bands of {@code rows}
 * slots, and each band is hashed to one key. Sketches that share a key are candidates.
 *
 * @param bands band keys per sketch, at least 1
 * @param rows slots per band, at least 1
 * @see <a href="http://www.mmds.org">Leskovec, Rajaraman, Ullman, Mining of massive datasets,
 *     3.4</a>
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public record Bands(int bands, int rows) {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  public Bands {
    Checks.between("bands", bands, 1, SlotSketcher.MAX_SLOTS);
    Checks.between("rows", rows, 1, SlotSketcher.MAX_SLOTS);
    Checks.between("bands * rows", bands * rows, 1, SlotSketcher.MAX_SLOTS);
  }

  /**
   * Computes the band keys of a packed sketch. They are well mixed and differ from band to band,
   * even if the slots are the same; they depend only on the stored bits.
   *
   * @param out receives one key per band
   * @throws IllegalArgumentException if the sketch has fewer than bands x rows slots, if the bytes
   *     are too few, or if {@code out} has not exactly {@code bands} entries
   */
  public void keys(SlotPacking packing, byte[] packed, int offset, long[] out) {
    Checks.between("bands * rows", bands * rows, 1, packing.slots());
    if (out.length != bands) {
      throw new IllegalArgumentException(
          "the key array must have " + bands + " entries, got " + out.length);
    }
    if (packing.bits() == Byte.SIZE && rows <= Long.BYTES && packing.slots() >= Long.BYTES) {
      keysOfWords(packing.unpackBytes(packed, offset), out);
    } else {
      long[] slots = packing.unpack(packed, offset);
      for (int band = 0; band < bands; band++) {
        out[band] = key(slots, packing.bits(), band);
      }
    }
  }

  /**
   * The same keys, faster, since every document needs them: the slots of a band fit in one word.
   */
  private void keysOfWords(byte[] slots, long[] out) {
    long mask = -1L >>> (Long.SIZE - rows * Byte.SIZE);
    for (int band = 0; band < bands; band++) {
      int slot = band * rows;
      int from = Math.min(slot, slots.length - Long.BYTES);
      long gathered = (long) LONG.get(slots, from) >>> ((slot - from) * Byte.SIZE) & mask;
      out[band] = Hashing.combine(Hashing.combine(rows, band), gathered);
    }
  }

  private long key(long[] slots, int bits, int band) {
    long key = Hashing.combine(rows, band);
    long gathered = 0;
    int filled = 0;
    for (int slot = band * rows; slot < (band + 1) * rows; slot++) {
      if (filled + bits > Long.SIZE) {
        key = Hashing.combine(key, gathered);
        gathered = 0;
        filled = 0;
      }
      gathered |= slots[slot] << filled;
      filled += bits;
    }
    return Hashing.combine(key, gathered);
  }

  /**
   * The probability that two sketches share a band key when each slot agrees with probability
   * {@code r}: 1 - (1 - r^rows)^bands. For stored sketches r is {@link
   * SlotPacking#agreementProbability}, which matters below 8 bits.
   */
  public double matchProbability(double r) {
    Checks.between("r", r, 0.0, 1.0);
    return -Math.expm1(bands * Math.log1p(-Math.pow(r, rows)));
  }

  /**
   * The most selective bands with this recall: the most rows that reach it, and then as many bands
   * as the slots allow.
   *
   * @param threshold least resemblance of the pairs to find, above 0, at most 1
   * @param recallAtThreshold share of the pairs at the threshold to find, 0 to below 1
   * @param slots slots of the sketch
   * @throws IllegalArgumentException also if no bands of so few slots reach the recall
   */
  public static Bands choose(double threshold, double recallAtThreshold, int slots) {
    return choose(threshold, recallAtThreshold, slots, slots);
  }

  /**
   * As {@link #choose(double, double, int)}, with at most {@code maxBands} bands, since each
   * document takes memory for one key per band.
   */
  public static Bands choose(double threshold, double recallAtThreshold, int slots, int maxBands) {
    Checks.between("threshold", threshold, Double.MIN_VALUE, 1.0);
    Checks.between("recallAtThreshold", recallAtThreshold, 0.0, Math.nextDown(1.0));
    Checks.between("slots", slots, 1, SlotSketcher.MAX_SLOTS);
    Checks.between("maxBands", maxBands, 1, slots);
    for (int rows = slots; rows >= 1; rows--) {
      Bands bands = new Bands(Math.min(maxBands, slots / rows), rows);
      if (bands.matchProbability(threshold) >= recallAtThreshold) {
        return bands;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "threshold must be at least %.4f to have a recall of %s with %d slots and %d bands, got"
                + " %s",
            Math.ceil(1e4 * leastThreshold(recallAtThreshold, maxBands)) / 1e4,
            recallAtThreshold,
            slots,
            maxBands,
            threshold));
  }

  /** The threshold at which this many bands of one row reach a recall. */
  private static double leastThreshold(double recall, int bands) {
    return -Math.expm1(Math.log1p(-recall) / bands);
  }
}
