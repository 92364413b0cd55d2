// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Passes the visible matches of a segment on, and notes which documents of groups match: in a list
 * while they are few, then in bits. For one thread.
 */
final class LeafMatches implements LeafCollector {
  private static final int FEW = 64;

  private final LeafCollector in;
  private final FixedBitSet hidden;
  private final FixedBitSet grouped;
  private final int docBase;
  private final int maxDoc;
  private int[] few = new int[8];
  private int count;
  private FixedBitSet bits; // null while they are few

  LeafMatches(LeafCollector in, VersionMap versions, int docBase, int maxDoc) {
    this.in = in;
    this.hidden = versions.hidden;
    this.grouped = versions.grouped;
    this.docBase = docBase;
    this.maxDoc = maxDoc;
  }

  @Override
  public void setScorer(Scorable scorer) throws IOException {
    in.setScorer(scorer);
  }

  @Override
  public void collect(int doc) throws IOException {
    if (grouped.get(docBase + doc)) {
      if (bits != null) {
        bits.set(doc);
      } else {
        addToFew(doc);
      }
      if (hidden.get(docBase + doc)) {
        return;
      }
    }
    in.collect(doc);
  }

  private void addToFew(int doc) {
    if (count == Math.max(FEW, maxDoc >> 10)) { // a list takes a 32nd of the bits at most
      bits = new FixedBitSet(maxDoc);
      for (int i = 0; i < count; i++) {
        bits.set(few[i]);
      }
      bits.set(doc);
    } else {
      few = ArrayUtil.grow(few, count + 1);
      few[count++] = doc;
    }
  }

  @Override
  public DocIdSetIterator competitiveIterator() throws IOException {
    return in.competitiveIterator();
  }

  @Override
  public void finish() throws IOException {
    in.finish();
  }

  /** Whether the documents noted are in a list. */
  boolean areFew() {
    return bits == null;
  }

  /** The documents noted, if they are few, as numbers in the index. */
  IntStream few() {
    return Arrays.stream(few, 0, count).map(doc -> docBase + doc);
  }

  /** Adds the documents noted, as numbers in the index. */
  void addTo(FixedBitSet docs) {
    if (bits != null) {
      FixedBitSet.orRange(bits, 0, docs, docBase, maxDoc);
    } else {
      few().forEach(docs::set);
    }
  }
}
