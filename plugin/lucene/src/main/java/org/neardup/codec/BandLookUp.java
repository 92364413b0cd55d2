// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Arrays;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;

/**
 * Looks one sketch up in many segments, and not at more documents than a cap, whatever the number
 * of segments. For one thread, and one search.
 *
 * <p>Of the live documents under one key the first {@code cap} count, and where few are live, no
 * more than 64 times as many documents are looked at: a key that very many share costs no more than
 * that. {@link Candidates#cut()} says how many were not looked at.
 */
public final class BandLookUp {
  /** So many documents that are not live are as one that is, in the work they may cause. */
  private static final int SKIPPED_A_COUNTED = 64;

  private final SketchParameters parameters; // that the keys depend on; null: on none
  private final byte[] sketch;
  private final int cap;
  private final boolean isForAll; // the cap, not for each key
  private final long[] keys;
  private final long[] budgets; // left of each key: in documents that are not live,
  private final long[] costs; // and what one that is live takes of it

  private BandLookUp(
      SketchParameters parameters, byte[] sketch, int cap, boolean isForAll, long[] keys) {
    if (cap < 1) {
      throw new IllegalArgumentException("cap must be at least 1, got " + cap);
    }
    this.parameters = parameters;
    this.sketch = sketch;
    this.cap = cap;
    this.isForAll = isForAll;
    this.keys = keys;
    budgets = new long[keys.length];
    costs = new long[keys.length];
    Arrays.fill(budgets, (long) cap * SKIPPED_A_COUNTED);
    Arrays.fill(costs, SKIPPED_A_COUNTED);
  }

  /**
   * Finds the documents that share band keys with a sketch. A segment with other bands has a budget
   * of its own.
   *
   * @param cap of documents under each key, at least 1
   */
  public static BandLookUp candidates(BandKeys keys, int cap) {
    return new BandLookUp(keys.parameters(), keys.sketch(), cap, false, keys.ascending());
  }

  /**
   * Finds the same, with a cap for all keys together, which {@link SketchReader#readAhead} divides
   * as {@link Shares} does: without it, each key has as much.
   *
   * @param cap of documents under all keys, each counted once a key; at least 1
   */
  public static BandLookUp amongAll(BandKeys keys, int cap) {
    return new BandLookUp(keys.parameters(), keys.sketch(), cap, true, keys.ascending());
  }

  /**
   * Finds the documents that have the fingerprint of a sketch: one look-up instead of one a band.
   *
   * @param sketch a {@link SketchValue} that begins at byte 0
   * @param cap at least 1
   */
  public static BandLookUp copies(byte[] sketch, int cap) {
    long[] key = {BandKeys.fingerprintKey(sketch)};
    return new BandLookUp(null, sketch, cap, false, key);
  }

  /** Whether a segment with these bands has the same keys. */
  boolean suits(SketchParameters others) {
    return parameters == null || parameters.equals(others);
  }

  /** This, or what looks up the same sketch in a segment with other bands. */
  BandLookUp under(SketchParameters others) {
    return suits(others)
        ? this
        : new BandLookUp(others, sketch, cap, isForAll, new BandKeys(others, sketch).ascending());
  }

  /**
   * Divides the cap among the keys, if it is one for all.
   *
   * @param documents about how many there are under each key
   */
  void share(long[] documents) {
    if (isForAll && Arrays.stream(documents).sum() > cap) {
      long[] shares = Shares.of(documents, cap);
      // What is not live costs as before: what is may come behind.
      Arrays.setAll(costs, key -> Math.ceilDiv(budgets[key], Math.max(1, shares[key])));
    }
  }

  /** Stored keys in ascending order. */
  long[] keys() {
    return keys;
  }

  /** Whether documents under a key, by its number, may still be looked at. */
  boolean mayLookUnder(int key) {
    return budgets[key] > 0;
  }

  /** Notes that a document was looked at under a key. */
  void lookedUnder(int key, boolean isLive) {
    budgets[key] -= isLive ? costs[key] : 1;
  }
}
