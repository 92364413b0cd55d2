// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.Arrays;
import org.neardup.group.BandKeys;

/**
 * A Bloom filter of the band keys of visible documents in the snapshot, which tells by labels in
 * which segments a key may be. Most keys of a document that is no copy are no other's, and a query
 * of the filter takes one access to memory instead of several for each segment.
 *
 * <p>Keys stay in it when their documents go, until it is refilled. Until it is filled for the
 * first time, every key may be there, with every label.
 */
final class VisibleKeyFilter {
  /** All labels. */
  static final long ALL = -1;

  private static final int LEAST_WORDS = 1 << 5;

  private final long maxWords;
  private BloomFilter bits; // null: not filled
  private long keys; // that changed it
  private long mostKeys; // before it is refilled
  private final long[] keysOfLabel = new long[BloomFilter.LABELS];
  private long labels; // that keys were added with

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
    return bits == null || keys > mostKeys;
  }

  /** Empties the filter, with room for more than so many keys. */
  void begin(long expectedKeys) {
    long least = LEAST_WORDS;
    while (least < maxWords && least * BloomFilter.KEYS_A_WORD < 4 * expectedKeys) {
      least *= 2;
    }
    bits = null; // or there would be two for a while
    bits = new BloomFilter((int) least);
    keys = 0;
    mostKeys = Math.max(least * BloomFilter.KEYS_A_WORD, 2 * expectedKeys);
    Arrays.fill(keysOfLabel, 0);
    labels = 0;
  }

  /** A label that no key was counted with, or else the one with the fewest. */
  int nextLabel() {
    int next = 0;
    for (int label = 1; label < keysOfLabel.length; label++) {
      next = keysOfLabel[label] < keysOfLabel[next] ? label : next;
    }
    return next;
  }

  /** Adds the keys of a document. */
  void add(BandKeys bandKeys, int label) {
    if (bits != null) {
      bits.prefetch(bandKeys);
      add(BandKeys.textHashKey(bandKeys.sketch()), label);
      for (int i = 0; i < bandKeys.count(); i++) {
        add(bandKeys.key(i), label);
      }
    }
  }

  /** Adds a key as the band files store it. */
  void add(long storedKey, int label) {
    if (bits == null) {
      return;
    }
    labels |= 1L << label; // even of a key whose bits are all there by chance
    if (bits.add(storedKey, label)) {
      keys++;
      keysOfLabel[label]++;
    }
  }

  /** Those of the keys of a document that visible documents of the view may have. */
  BandKeys likely(BandKeys keys) {
    if (bits == null) {
      return keys;
    }
    bits.prefetch(keys);
    return keys.only(key -> labels(key) != 0);
  }

  /**
   * The labels with which visible documents of the view may have a key as the band files store it:
   * bit n for label n.
   */
  long labels(long storedKey) {
    return bits == null ? ALL : bits.labels(storedKey) & labels;
  }
}
