// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import org.neardup.codec.BandKeys;

/**
 * A set of keys as the band files store them, of which it may say that others are in it, too. For
 * one thread at a time.
 *
 * <p>A Bloom filter with three bits a key, all in one word, so that to ask costs one access to
 * memory. Of other keys it takes 2 in 100 for its own at 6 keys a word, 9 at 12, and 31 at 24. The
 * greater of two keys is in the same word or a later one, as keys are well mixed: those of a
 * segment are in order, so that to add them goes through memory once.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom, Space/time trade-offs in hash coding
 *     with allowable errors, 1970</a>
 */
final class BloomFilter {
  /** As many as a set is to have room for: 2 in 100 others pass then. */
  static final int KEYS_A_WORD = 6;

  private final long[] words;
  private long[] ahead = {};

  /**
   * An empty set.
   *
   * @param words at least 1
   */
  BloomFilter(int words) {
    this.words = new long[words];
  }

  /** Adds a key; returns whether that changed anything. */
  boolean add(long key) {
    int word = word(key);
    long before = words[word];
    words[word] |= bits(key);
    return words[word] != before;
  }

  /**
   * Has the memory come that the keys of a document will be looked for in, all at once instead of
   * one after the other.
   */
  void prefetch(BandKeys keys) {
    if (ahead.length < keys.count()) {
      ahead = new long[keys.count()];
    }
    for (int i = 0; i < keys.count(); i++) {
      ahead[i] = words[word(keys.key(i))];
    }
  }

  boolean mayContain(long key) {
    long bits = bits(key);
    return (words[word(key)] & bits) == bits;
  }

  boolean mayContainAny(BandKeys keys) {
    for (int i = 0; i < keys.count(); i++) {
      if (mayContain(keys.key(i))) {
        return true;
      }
    }
    return false;
  }

  private int word(long key) {
    return (int) Math.unsignedMultiplyHigh(key << (Long.SIZE - BandKeys.BITS), words.length);
  }

  private static long bits(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    return 1L << (hash >>> 46) | 1L << (hash >>> 52) | 1L << (hash >>> 58);
  }
}
