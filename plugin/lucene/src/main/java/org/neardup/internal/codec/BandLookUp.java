// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.util.Arrays;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.group.FairShares;

/**
 * Looks one sketch up in many segments, reading at most a fixed number of documents whatever the
 * number of segments. For one thread and one search.
 *
 * <p>Of the live documents under one key, the first {@code cap} count. Where few are live, at most
 * 64 times as many documents are read, which bounds the cost of a key that very many documents
 * share. {@link Candidates#cut()} returns how many were not read.
 */
public final class BandLookUp {
  /** This many documents that are not live use up as much of the budget as one that is. */
  private static final int SKIPPED_A_COUNTED = 64;

  private final SketchParameters parameters; // that the keys depend on; null: they depend on none
  private final byte[] sketch;
  private final int cap;
  private final boolean isForAll; // the cap is for all keys together
  private final long[] keys;
  private final long[] budgets; // what is left of each key, in documents that are not live,
  private final long[] costs; // and what one that is live takes away
  private long[] entries; // under each key, about; null until it is known

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
   * Finds the documents that share band keys with a sketch. A segment with other bands has its own
   * budget.
   *
   * @param cap documents to read under each key, at least 1
   */
  public static BandLookUp candidates(BandKeys keys, int cap) {
    return new BandLookUp(keys.parameters(), keys.sketch(), cap, false, keys.ascending());
  }

  /**
   * Finds the same, with one cap for all keys together, which {@link SketchReader#readAhead}
   * divides among them as {@link FairShares} does. Without that call, each key has the whole cap.
   *
   * @param cap documents to read under all keys, each counted once per key; at least 1
   */
  public static BandLookUp amongAll(BandKeys keys, int cap) {
    return new BandLookUp(keys.parameters(), keys.sketch(), cap, true, keys.ascending());
  }

  /**
   * Finds the documents that have the text hash of a sketch: one look-up instead of one per band.
   *
   * @param sketch a {@link SketchValue} that begins at byte 0
   * @param cap at least 1
   */
  public static BandLookUp copies(byte[] sketch, int cap) {
    long[] key = {BandKeys.textHashKey(sketch)};
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
    entries = documents;
    if (isForAll && Arrays.stream(documents).sum() > cap) {
      long[] shares = FairShares.of(documents, cap);
      // Documents that are not live cost as before: live ones may follow them.
      Arrays.setAll(costs, key -> Math.ceilDiv(budgets[key], Math.max(1, shares[key])));
    }
  }

  /** Stored keys in ascending order. */
  public long[] keys() {
    return keys;
  }

  /**
   * At most so many documents are under a key, given by its number, in the bands of all segments
   * for which {@link SketchReader#readAhead} was called.
   */
  public long mostUnder(int key) {
    return entries[key];
  }

  /** Whether documents under a key, given by its number, may still be read. */
  boolean mayLookUnder(int key) {
    return budgets[key] > 0;
  }

  /** Notes that a document was read under a key. */
  void lookedUnder(int key, boolean isLive) {
    budgets[key] -= isLive ? costs[key] : 1;
  }
}
