// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.util.FixedBitSet;

/**
 * Which document every hidden one of an index is hidden behind, and the other way round. Documents
 * are numbers in the whole index.
 *
 * <p>Made once a reader, by a pass over its group numbers, and kept until it is closed: 12 bytes a
 * hidden document, and a third of a byte a document. For any thread, as nobody changes the bits.
 */
final class VersionMap {
  private static final ReaderCache<VersionMap> CACHE = new ReaderCache<>();

  /** Live documents that are hidden. */
  final FixedBitSet hidden;

  /** These and their representatives. */
  final FixedBitSet grouped;

  private final boolean hasFoundlings;
  private final int[] hiddenBefore; // by word of the bits
  private final int[] representatives; // of the hidden ones, in their order
  private final long[] pairs; // a representative in the upper half, one it hides below; ascending

  /**
   * Takes the arguments over.
   *
   * @param representatives of the hidden documents, in their order
   * @param hasFoundlings whether a document is marked as hidden and none of these
   */
  VersionMap(FixedBitSet hidden, int[] representatives, boolean hasFoundlings) {
    this.hidden = hidden;
    this.hasFoundlings = hasFoundlings;
    this.representatives = representatives;
    grouped = hidden.clone();
    long[] words = hidden.getBits();
    hiddenBefore = new int[words.length];
    pairs = new long[representatives.length];
    int i = 0;
    for (int word = 0; word < words.length; word++) {
      hiddenBefore[word] = i;
      for (long rest = words[word]; rest != 0; rest &= rest - 1) {
        int doc = (word << 6) + Long.numberOfTrailingZeros(rest);
        grouped.set(representatives[i]);
        pairs[i] = ((long) representatives[i++] << 32) | doc;
      }
    }
    Arrays.sort(pairs);
  }

  static VersionMap of(DirectoryReader reader) throws IOException {
    return CACHE.get(
        reader.getReaderCacheHelper(), () -> new VersionMapBuilder(reader.leaves()).build());
  }

  /** Whether some document counts as visible that is marked as hidden. */
  boolean hasFoundlings() {
    return hasFoundlings;
  }

  /** Whether a range of documents has one that is in a group with others. */
  boolean hasGrouped(int from, int to) {
    return grouped.nextSetBit(from, to) < to;
  }

  /** The visible document of the group of a document, which may be itself. */
  int representative(int doc) {
    return hidden.get(doc) ? representativeOfHidden(doc) : doc;
  }

  /** The visible document of the group of a hidden one. */
  int representativeOfHidden(int doc) {
    int word = doc >> 6;
    long before = hidden.getBits()[word] & ((1L << doc) - 1);
    return representatives[hiddenBefore[word] + Long.bitCount(before)];
  }

  /** The hidden documents among some whose representative is not among them. */
  Orphans orphans(FixedBitSet docs) {
    Orphans orphans = new Orphans();
    long[] among = docs.getBits();
    long[] words = hidden.getBits();
    for (int word = 0; word < words.length; word++) { // millions of documents come this way
      long hiddenHere = words[word];
      int before = hiddenBefore[word];
      for (long rest = among[word] & hiddenHere; rest != 0; rest &= rest - 1) {
        long below = Long.lowestOneBit(rest) - 1;
        int representative = representatives[before + Long.bitCount(hiddenHere & below)];
        if ((among[representative >> 6] >>> representative & 1) == 0) {
          orphans.add((word << 6) + Long.bitCount(below), representative);
        }
      }
    }
    return orphans;
  }

  /** The documents that a representative hides, ascending. */
  int[] hiddenBehind(int representative) {
    int start = start(representative);
    int[] behind = new int[start(representative + 1) - start];
    for (int i = 0; i < behind.length; i++) {
      behind[i] = (int) pairs[start + i];
    }
    return behind;
  }

  /** Where the pairs of a representative begin, or would. */
  private int start(int representative) {
    int found = Arrays.binarySearch(pairs, (long) representative << 32);
    return found < 0 ? -1 - found : found;
  }

  /** The number of readers of which this is known. */
  static int cached() {
    return CACHE.size();
  }
}
