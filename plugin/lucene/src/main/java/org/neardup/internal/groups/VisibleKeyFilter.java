// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import org.neardup.internal.group.BandKeys;

/**
 * A Bloom filter of the band keys of visible documents in the snapshot. Most keys of a document
 * that is no copy are no other's, and a query of the filter takes one access to memory instead of
 * several for each segment. For one thread at a time.
 *
 * <p>Keys stay in it when their documents go, until it is refilled. Until it is filled for the
 * first time, every key may be there.
 *
 * <p>A key has five bits in one line of 64 bytes, so that a query waits for memory once. A key that
 * was not added is taken for one that was with a probability of .05 % at 3 keys a word, .8 % at 6,
 * and 8.6 % at 12. The greater of two keys is in the same line or a later one: the keys of a
 * segment are in order, so adding them goes through memory once.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom, Space/time trade-offs in hash coding
 *     with allowable errors, 1970</a>
 */
final class VisibleKeyFilter {
  private static final int LEAST_WORDS = 1 << 5;
  private static final int KEYS_A_WORD = 6;
  private static final int LINE = 8; // words
  private static final int BITS = 5; // of a key
  private static final int PLACE_BITS = 9; // tell a bit of a line

  /** Words before the first line: arrays mostly begin 16 bytes after the begin of a line. */
  private static final int PADDING = 6;

  private final long maxWords;
  private long[] words; // null: not filled
  private int lines;
  private long keys; // that changed it
  private long mostKeys; // before it is refilled
  private long[] ahead = {};

  /**
   * An empty filter, not filled.
   *
   * @param maxBytes of memory, but for the smallest filter
   */
  VisibleKeyFilter(long maxBytes) {
    maxWords = Math.max(LEAST_WORDS, Math.min(Long.highestOneBit(maxBytes) / Long.BYTES, 1 << 30));
  }

  /**
   * Whether it has to be filled, for the first time or as too many keys came since. Where it cannot
   * grow that is when half of its keys came since, which may be the keys of documents that went.
   */
  boolean isToBeFilled() {
    return words == null || keys > mostKeys;
  }

  /** Empties the filter, with room for more than so many keys. */
  void begin(long expectedKeys) {
    long least = LEAST_WORDS;
    while (least < maxWords && least * KEYS_A_WORD < 4 * expectedKeys) {
      least *= 2;
    }
    words = null; // or there would be two for a while
    words = new long[(int) least + PADDING];
    lines = (int) least / LINE;
    keys = 0;
    mostKeys = Math.max(least * KEYS_A_WORD, 2 * expectedKeys);
  }

  /** Adds the keys of a document. */
  void add(BandKeys bandKeys) {
    if (words != null) {
      prefetch(bandKeys);
      add(BandKeys.textHashKey(bandKeys.sketch()));
      for (int i = 0; i < bandKeys.count(); i++) {
        add(bandKeys.key(i));
      }
    }
  }

  /** Adds a key as the band files store it. */
  void add(long key) {
    if (words == null) {
      return;
    }
    int line = line(key);
    long missing = 0;
    long place = hash(key);
    for (int i = 0; i < BITS; i++, place <<= PLACE_BITS) {
      int word = line + word(place);
      missing |= bit(place) & ~words[word];
      words[word] |= bit(place);
    }
    keys += missing == 0 ? 0 : 1;
  }

  /** Whether visible documents may have a key as the band files store it. */
  boolean mayHave(long key) {
    if (words == null) {
      return true;
    }
    int line = line(key);
    long missing = 0;
    long place = hash(key);
    for (int i = 0; i < BITS; i++, place <<= PLACE_BITS) {
      missing |= bit(place) & ~words[line + word(place)];
    }
    return missing == 0;
  }

  /** Those of the keys of a document that visible documents may have. */
  BandKeys likely(BandKeys bandKeys) {
    if (words == null) {
      return bandKeys;
    }
    prefetch(bandKeys);
    return bandKeys.only(this::mayHave);
  }

  /**
   * Loads the lines of all keys of a document into the cache at once, instead of one after the
   * other. Where they are is found out first, as a processor reads only so many instructions ahead.
   */
  private void prefetch(BandKeys bandKeys) {
    int count = bandKeys.count();
    if (ahead.length < count) {
      ahead = new long[count];
    }
    for (int i = 0; i < count; i++) {
      ahead[i] = line(bandKeys.key(i));
    }
    for (int i = 0; i < count; i++) {
      ahead[i] = words[(int) ahead[i]];
    }
  }

  /** The first word of the line of a key. */
  private int line(long key) {
    return PADDING
        + LINE * (int) Math.unsignedMultiplyHigh(key << (Long.SIZE - BandKeys.BITS), lines);
  }

  /** The leading bits of a place are its word in the line, */
  private static int word(long place) {
    return (int) (place >>> 61);
  }

  /** and the bit of that word. */
  private static long bit(long place) {
    return 1L << (place >>> 55); // shifts take the last six bits
  }

  private static long hash(long key) {
    return key * 0x9E3779B97F4A7C15L;
  }
}
