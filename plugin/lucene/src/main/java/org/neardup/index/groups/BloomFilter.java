// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import org.neardup.codec.BandKeys;

/**
 * A Bloom filter of keys as the band files store them. For one thread at a time.
 *
 * <p>It sets three bits for each key, all in one word, so that a query takes one access to memory.
 * The share of false positives is 2 % at 6 keys a word, 9 % at 12, and 31 % at 24. The greater of
 * two keys is in the same word or a later one: the keys of a segment are in order, so adding them
 * goes through memory once.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom, Space/time trade-offs in hash coding
 *     with allowable errors, 1970</a>
 */
final class BloomFilter {
  /** At this load, 2 % of queries are false positives. */
  static final int KEYS_A_WORD = 6;

  private final long[] words;
  private long[] ahead = {};

  /**
   * An empty filter.
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
   * Loads the words of all keys of a document into the cache at once, instead of one after the
   * other.
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

  private int word(long key) {
    return (int) Math.unsignedMultiplyHigh(key << (Long.SIZE - BandKeys.BITS), words.length);
  }

  private static long bits(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    return 1L << (hash >>> 46) | 1L << (hash >>> 52) | 1L << (hash >>> 58);
  }
}
