// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import org.neardup.group.BandKeys;

/**
 * A Bloom filter of keys as the band files store them, each with a label from 0 to 63. A query
 * gives all labels that a key may have. For one thread at a time.
 *
 * <p>A key has five places in one line of 64 bytes, so that a query waits for memory once. A place
 * is a word of the line, and the bit of it that label 0 sets; label n sets the n-th bit after that,
 * around the end of the word. So a query turns the words back and takes what they have in common.
 *
 * <p>A key that was not added has each label with a probability of .05 % at 3 keys a word, .8 % at
 * 6, and 8.6 % at 12. The greater of two keys is in the same line or a later one: the keys of a
 * segment are in order, so adding them goes through memory once.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom, Space/time trade-offs in hash coding
 *     with allowable errors, 1970</a>
 * @see <a href="https://doi.org/10.14778/2876473.2876476">Yang and others, A shifting Bloom filter
 *     framework for set queries, 2016</a>
 */
final class BloomFilter {
  /** Labels that there are. */
  static final int LABELS = Long.SIZE;

  /** A filter should not have many more. */
  static final int KEYS_A_WORD = 6;

  private static final int LINE = 8; // words
  private static final int PLACES = 5;
  private static final int PLACE_BITS = 9;

  /** Words before the first line: arrays mostly begin 16 bytes after the begin of a line. */
  private static final int PADDING = 6;

  private final long[] words;
  private final int lines;
  private long[] ahead = {};

  /**
   * An empty filter.
   *
   * @param words at least 1, rounded up to lines
   */
  BloomFilter(int words) {
    lines = Math.ceilDiv(words, LINE);
    this.words = new long[PADDING + lines * LINE];
  }

  /** Adds a key with a label; returns whether that changed anything. */
  boolean add(long key, int label) {
    int line = line(key);
    long changed = 0;
    long place = hash(key);
    for (int i = 0; i < PLACES; i++, place <<= PLACE_BITS) {
      int word = line + word(place);
      long before = words[word];
      words[word] = before | Long.rotateLeft(1, turn(place) + label);
      changed |= words[word] ^ before;
    }
    return changed != 0;
  }

  /**
   * Loads the lines of all keys of a document into the cache at once, instead of one after the
   * other. Where they are is found out first, as a processor reads only so many instructions ahead.
   */
  void prefetch(BandKeys keys) {
    int count = keys.count();
    if (ahead.length < count) {
      ahead = new long[count];
    }
    for (int i = 0; i < count; i++) {
      ahead[i] = line(keys.key(i));
    }
    for (int i = 0; i < count; i++) {
      ahead[i] = words[(int) ahead[i]];
    }
  }

  /** The labels that a key may have been added with: bit n for label n. */
  long labels(long key) {
    int line = line(key);
    long labels = -1;
    long place = hash(key);
    for (int i = 0; i < PLACES; i++, place <<= PLACE_BITS) {
      labels &= Long.rotateRight(words[line + word(place)], turn(place));
    }
    return labels;
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

  /** and how far that word is turned. */
  private static int turn(long place) {
    return (int) (place >>> 55); // rotations take the last six bits
  }

  private static long hash(long key) {
    return key * 0x9E3779B97F4A7C15L;
  }
}
