// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Documents of a segment, added in ascending order: a list while they are few, so that a query with
 * few matches takes no time for those it has not; then bits. For one thread.
 */
final class DocSet {
  private final int maxDoc;
  private int[] docs = new int[16];
  private int count;
  private FixedBitSet bits;

  DocSet(int maxDoc) {
    this.maxDoc = maxDoc;
  }

  void add(int doc) {
    if (bits != null) {
      bits.set(doc);
    } else {
      append(doc);
    }
  }

  private void append(int doc) {
    if (count < Math.max(16, maxDoc >> 10)) { // a list of as many takes a 32nd of the bits
      docs = ArrayUtil.grow(docs, count + 1);
      docs[count++] = doc;
      return;
    }
    bits = new FixedBitSet(maxDoc);
    for (int i = 0; i < count; i++) {
      bits.set(docs[i]);
    }
    bits.set(doc);
  }

  boolean contains(int doc) {
    return bits != null ? bits.get(doc) : Arrays.binarySearch(docs, 0, count, doc) >= 0;
  }

  /** Gives those that are in {@code others} too, in ascending order. */
  void forEachIn(FixedBitSet others, IntConsumer action) {
    if (bits == null) {
      for (int i = 0; i < count; i++) {
        if (others.get(docs[i])) {
          action.accept(docs[i]);
        }
      }
      return;
    }
    long[] mine = bits.getBits();
    long[] theirs = others.getBits();
    for (int word = 0; word < mine.length; word++) {
      for (long both = mine[word] & theirs[word]; both != 0; both &= both - 1) {
        action.accept((word << 6) + Long.numberOfTrailingZeros(both));
      }
    }
  }

  /** The documents of both. */
  static DocSet union(DocSet one, DocSet other) {
    DocSet union = new DocSet(one.maxDoc);
    union.bits = new FixedBitSet(one.maxDoc);
    for (DocSet each : new DocSet[] {one, other}) {
      if (each.bits != null) {
        union.bits.or(each.bits);
      }
      for (int i = 0; each.bits == null && i < each.count; i++) {
        union.bits.set(each.docs[i]);
      }
    }
    return union;
  }
}
