// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;

/**
 * The band keys of one sketch, for looking it up in many segments. Immutable as long as nobody
 * writes to the sketch.
 */
public final class BandKeys {
  /**
   * The number of leading bits of a band key that are stored, all of them well mixed: the same in
   * every segment, so that merges need no others.
   */
  public static final int BITS = 40;

  private static final long[] NONE = {};

  private final SketchParameters parameters;
  private final byte[] sketch;
  private final long[] stored;

  private BandKeys(SketchParameters parameters, byte[] sketch, long[] stored) {
    this.parameters = parameters;
    this.sketch = sketch;
    this.stored = stored;
  }

  /**
   * The keys of a sketch.
   *
   * @param sketch a {@link SketchValue} that begins at byte 0, of the format of the parameters,
   *     which is not checked
   */
  public BandKeys(SketchParameters parameters, byte[] sketch) {
    this(parameters, sketch, stored(parameters.searchKeys(sketch, 0)));
  }

  /** Returns the part of a band key that is stored and looked up. */
  public static long storedKey(long key) {
    return key >>> (Long.SIZE - BITS);
  }

  /** Reduces keys to the bits that the band files store. */
  private static long[] stored(long[] keys) {
    Arrays.setAll(keys, i -> storedKey(keys[i]));
    return keys;
  }

  /** The sketch. */
  public byte[] sketch() {
    return sketch;
  }

  /** The key of a sketch's text hash, under which documents with the same text are. */
  public static long textHashKey(byte[] sketch) {
    return storedKey(SketchParameters.textHashKey(sketch, 0));
  }

  /** The keys that are worth looking up, in the same order. */
  public BandKeys only(LongPredicate isWorthIt) {
    long[] left = NONE;
    int count = 0;
    for (long key : stored) {
      if (isWorthIt.test(key)) {
        left = count == 0 ? new long[stored.length] : left; // usually none is
        left[count++] = key;
      }
    }
    return new BandKeys(parameters, sketch, Arrays.copyOf(left, count));
  }

  /** The keys of some bands, from one number to before another, as far as there are so many. */
  public BandKeys range(int from, int to) {
    int count = stored.length;
    return new BandKeys(
        parameters, sketch, Arrays.copyOfRange(stored, Math.min(from, count), Math.min(to, count)));
  }

  /** The number of keys: at least 1, except in a part of them. */
  public int count() {
    return stored.length;
  }

  /** One of the keys, which are in no order. */
  public long key(int number) {
    return stored[number];
  }

  /** Whether this is one of the keys. */
  public boolean contains(long key) {
    for (long own : stored) {
      if (own == key) {
        return true;
      }
    }
    return false;
  }

  /** The parameters that the keys were made with. */
  public SketchParameters parameters() {
    return parameters;
  }

  /** All keys in ascending order, in a new array. */
  public long[] ascending() {
    long[] keys = stored.clone();
    Arrays.sort(keys);
    return keys;
  }
}
