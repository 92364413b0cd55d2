// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.Concealment;
import org.neardup.record.GroupReader;
import org.neardup.record.Marker;

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

    /** Unique in the index. */
    long number() {
      return number;
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
      FixedBitSet variants = Concealment.hidden(leaf.reader());
      variants.or(Marker.WOULD_HIDE.marked(leaf.reader()));
      groups.addVariants(leaf, variants);
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      groups.addRepresentatives(leaf);
    }
    groups.chooseStandIns();
    return groups;
  }

  private void addVariants(LeafReaderContext leaf, FixedBitSet docs) throws IOException {
    GroupReader groupReader = GroupReader.asShown(leaf.reader());
    DocIdSetIterator marked = new BitSetIterator(docs, 0);
    for (int doc = marked.nextDoc(); doc != NO_MORE_DOCS; doc = marked.nextDoc()) {
      if (groupReader.advance(doc)) {
        variants.set(leaf.docBase + doc);
        groups.computeIfAbsent(groupReader.group(), Group::new).variants.add(leaf.docBase + doc);
      }
    }
  }

  private void addRepresentatives(LeafReaderContext leaf) throws IOException {
    GroupReader groupReader = GroupReader.asShown(leaf.reader());
    DocIdSetIterator live = new BitSetIterator(Marker.live(leaf.reader()), 0);
    for (int doc = live.nextDoc(); doc != NO_MORE_DOCS; doc = live.nextDoc()) {
      if (!isVariant(leaf.docBase + doc) && groupReader.advance(doc)) {
        Group group = groups.get(groupReader.group());
        if (group != null) {
          group.representative = leaf.docBase + doc;
        }
      }
    }
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
