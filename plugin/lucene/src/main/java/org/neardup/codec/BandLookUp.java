// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Arrays;

/**
 * Looks one sketch up in many segments, and not at more documents than a cap under each key,
 * whatever the number of segments. For one thread, and one search.
 *
 * <p>Of the live documents under one key the first {@code cap} count, and where few are live, no
 * more than 64 times as many documents are looked at: a key that very many share costs no more than
 * that. {@link Candidates#cut()} says how many were not looked at.
 */
public final class BandLookUp {
  private final SketchParameters parameters; // that the keys depend on; null: on none
  private final byte[] sketch;
  private final int cap;
  private final long[] keys;
  private final long[] budgets;

  private BandLookUp(SketchParameters parameters, byte[] sketch, int cap, long[] keys) {
    if (cap < 1) {
      throw new IllegalArgumentException("cap must be at least 1, got " + cap);
    }
    this.parameters = parameters;
    this.sketch = sketch;
    this.cap = cap;
    this.keys = keys;
    budgets = new long[keys.length];
    Arrays.fill(budgets, CandidateCounter.budget(cap));
  }

  /**
   * Finds the documents that share band keys with a sketch. A segment with other bands has a budget
   * of its own.
   *
   * @param cap at least 1
   */
  public static BandLookUp candidates(BandKeys keys, int cap) {
    return new BandLookUp(keys.parameters(), keys.sketch(), cap, keys.ascending());
  }

  /**
   * Finds the documents that have the fingerprint of a sketch: one look-up instead of one a band.
   *
   * @param sketch a {@link SketchValue} that begins at byte 0
   * @param cap at least 1
   */
  public static BandLookUp copies(byte[] sketch, int cap) {
    long[] key = {BandKeys.fingerprintKey(sketch)};
    return new BandLookUp(null, sketch, cap, key);
  }

  /** This, or what looks up the same sketch in a segment with other bands. */
  BandLookUp under(SketchParameters others) {
    return parameters == null || parameters.equals(others)
        ? this
        : candidates(new BandKeys(others, sketch), cap);
  }

  /** Stored keys in ascending order. */
  long[] keys() {
    return keys;
  }

  /** What may still be used up under each key; to be written to. */
  long[] budgets() {
    return budgets;
  }
}
