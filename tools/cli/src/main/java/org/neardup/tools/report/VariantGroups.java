// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.GroupNumbers;
import org.neardup.record.NearDupFields;
import org.neardup.record.SegmentGroups;

/** The groups of an index, by Lucene's document numbers: those with at least one variant. */
final class VariantGroups {
  private static final int NONE = -1;

  private static final Comparator<Group> LARGEST_FIRST =
      Comparator.comparingInt((Group group) -> group.variants.size())
          .reversed()
          .thenComparingLong(group -> group.number);

  /** A representative and its variants. */
  static final class Group {
    private final long number;
    private final List<Integer> variants = new ArrayList<>();
    private int representative = NONE;

    private Group(long number) {
      this.number = number;
    }

    int representative() {
      return representative;
    }

    /** In index order. */
    List<Integer> variants() {
      return variants;
    }
  }

  private final Map<Long, Group> groups = new HashMap<>();
  private final FixedBitSet variants;
  private int standIns;

  private VariantGroups(IndexReader reader) {
    variants = new FixedBitSet(reader.maxDoc());
  }

  /** Reads them: documents that are hidden, or would be in an index that only reports. */
  static VariantGroups of(IndexReader reader) throws IOException {
    VariantGroups groups = new VariantGroups(reader);
    for (LeafReaderContext leaf : reader.leaves()) {
      for (String marker : NearDupFields.MARKERS) {
        groups.addVariants(leaf, marker);
      }
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      groups.addRepresentatives(leaf);
    }
    groups.chooseStandIns();
    return groups;
  }

  private void addVariants(LeafReaderContext leaf, String marker) throws IOException {
    NumericDocValues marked = leaf.reader().getNumericDocValues(marker);
    if (marked == null) {
      return;
    }
    Bits live = leaf.reader().getLiveDocs();
    GroupNumbers numbers = new GroupNumbers(leaf.reader());
    while (marked.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      int doc = marked.docID();
      if ((live == null || live.get(doc)) && numbers.advance(doc)) {
        variants.set(leaf.docBase + doc);
        groups.computeIfAbsent(numbers.number(), Group::new).variants.add(leaf.docBase + doc);
      }
    }
  }

  private void addRepresentatives(LeafReaderContext leaf) throws IOException {
    GroupNumbers numbers = new GroupNumbers(leaf.reader());
    FixedBitSet live = new SegmentGroups(leaf.reader()).liveDocs();
    for (int doc = next(live, 0); doc != NONE; doc = next(live, doc + 1)) {
      if (!isVariant(leaf.docBase + doc) && numbers.advance(doc)) {
        Group group = groups.get(numbers.number());
        if (group != null) {
          group.representative = leaf.docBase + doc;
        }
      }
    }
  }

  private static int next(FixedBitSet bits, int from) {
    int next = from < bits.length() ? bits.nextSetBit(from) : DocIdSetIterator.NO_MORE_DOCS;
    return next == DocIdSetIterator.NO_MORE_DOCS ? NONE : next;
  }

  private void chooseStandIns() {
    for (Group group : groups.values()) {
      if (group.representative == NONE) {
        group.representative = group.variants.removeFirst();
        variants.clear(group.representative);
        standIns++;
      }
    }
    groups.values().removeIf(group -> group.variants.isEmpty());
  }

  /**
   * In how many groups the first variant stands for the others, as another program deleted the
   * document that did.
   */
  int standIns() {
    return standIns;
  }

  boolean isVariant(int doc) {
    return variants.get(doc);
  }

  /** How many variants there are. */
  int variantCount() {
    return variants.cardinality();
  }

  /** All groups, the largest first. */
  List<Group> largestFirst() {
    return groups.values().stream().sorted(LARGEST_FIRST).toList();
  }
}
