// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.codec.BandKeys;

/**
 * Which keys visible documents of the view may have: most keys of a document that is no copy are no
 * other's, and to ask here costs one access to memory instead of some for each segment. Guarded by
 * the lock of {@link GroupTable}.
 *
 * <p>A Bloom filter with two bits a key in one word: few, so that it still passes over most keys
 * when it may not grow any more. Keys stay in it when their documents go, until it is filled anew.
 * As long as it was not filled every key may be there.
 *
 * @see <a href="https://doi.org/10.1145/362686.362692">Bloom, Space/time trade-offs in hash coding
 *     with allowable errors, 1970</a>
 */
final class KeyFilter {
  private static final int KEYS_A_WORD = 6; // at most, as long as it may grow
  private static final int LEAST_WORDS = 1 << 12;

  private final long maxWords;
  private long[] words; // null: not filled
  private long keys; // that changed a word

  /**
   * An empty filter, not filled.
   *
   * @param maxBytes of memory, but for the smallest filter
   */
  KeyFilter(long maxBytes) {
    maxWords = Math.max(LEAST_WORDS, Math.min(Long.highestOneBit(maxBytes) / Long.BYTES, 1 << 30));
  }

  /** Whether it has to be filled, for the first time or as too many keys came since. */
  boolean isToBeFilled() {
    return words == null || (keys > (long) words.length * KEYS_A_WORD && words.length < maxWords);
  }

  /** Begins to fill the filter anew, with room for more than so many keys. */
  void begin(long expectedKeys) {
    long least = LEAST_WORDS;
    while (least < maxWords && least * KEYS_A_WORD < 4 * expectedKeys) {
      least *= 2;
    }
    words = new long[(int) least];
    keys = 0;
  }

  /** Adds the keys of a document. */
  void add(BandKeys bandKeys) {
    add(BandKeys.fingerprintKey(bandKeys.sketch()));
    for (int i = 0; i < bandKeys.count(); i++) {
      add(bandKeys.key(i));
    }
  }

  /** Adds a key as the band files store it. */
  void add(long storedKey) {
    if (words != null) {
      long hash = hash(storedKey);
      int word = word(hash);
      long before = words[word];
      words[word] |= bits(hash);
      keys += words[word] == before ? 0 : 1;
    }
  }

  /** Whether a visible document of the view may have a key as the band files store it. */
  boolean mayContain(long storedKey) {
    if (words == null) {
      return true;
    }
    long hash = hash(storedKey);
    long bits = bits(hash);
    return (words[word(hash)] & bits) == bits;
  }

  /** The keys are the leading bits of well mixed ones. */
  private static long hash(long storedKey) {
    return storedKey * 0x9E3779B97F4A7C15L;
  }

  private int word(long hash) {
    return (int) (hash >>> Long.numberOfLeadingZeros(words.length - 1L));
  }

  /** Two bits, chosen by bits of the hash that choose no word. */
  private static long bits(long hash) {
    return 1L << (hash >>> 20) | 1L << (hash >>> 26);
  }
}
