// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.DocumentRecord;
import org.neardup.record.GroupReader;
import org.neardup.record.HiddenGroups;
import org.neardup.record.Marker;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.report.GroupSource.Grouped;

/**
 * The groups of an index with at least one variant, by Lucene's document numbers, and all its
 * sketches. For one thread.
 */
final class IndexGroups {
  private final SlotPacking packing;
  private final IndexSketches sketches;
  private final FixedBitSet variants;
  private final FixedBitSet copies;
  private final List<Grouped> groups = new ArrayList<>();
  private int standIns;

  /**
   * When documents arrived: threads write them in any order. Those of another program come last.
   */
  private final long[] arrivals;

  /**
   * Reads them: documents that are hidden, or would be in an index that only reports.
   *
   * @param packing of the sketches
   */
  IndexGroups(IndexReader reader, SlotPacking packing) throws IOException {
    this.packing = packing;
    sketches = new IndexSketches(reader);
    variants = new FixedBitSet(reader.maxDoc());
    copies = new FixedBitSet(reader.maxDoc());
    arrivals = new long[reader.maxDoc()];
    NumericDocValues orders = MultiDocValues.getNumericValues(reader, DocumentRecord.ORDER_FIELD);
    for (int doc = 0; doc < arrivals.length; doc++) {
      boolean isOurs = orders != null && orders.advanceExact(doc);
      arrivals[doc] = isOurs ? orders.longValue() : Long.MAX_VALUE;
    }
    Map<Long, List<Integer>> byNumber = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      readVariants(leaf, byNumber);
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      readRepresentatives(leaf, byNumber);
    }
    for (Map.Entry<Long, List<Integer>> group : byNumber.entrySet()) {
      int representative = takeRepresentative(group.getValue());
      if (!group.getValue().isEmpty()) {
        groups.add(grouped(group.getKey(), representative, group.getValue()));
      }
    }
  }

  private void readVariants(LeafReaderContext leaf, Map<Long, List<Integer>> byNumber)
      throws IOException {
    FixedBitSet docs = HiddenGroups.hidden(leaf.reader());
    docs.or(Marker.WOULD_HIDE.marked(leaf.reader()));
    forEachGrouped(
        leaf,
        docs,
        (doc, group) -> {
          variants.set(doc);
          byNumber.computeIfAbsent(group, none -> new ArrayList<>()).add(doc);
        });
  }

  /** Puts the representative of each group behind its variants. */
  private void readRepresentatives(LeafReaderContext leaf, Map<Long, List<Integer>> byNumber)
      throws IOException {
    forEachGrouped(
        leaf,
        Marker.live(leaf.reader()),
        (doc, group) -> {
          List<Integer> members = isVariant(doc) ? null : byNumber.get(group);
          if (members != null) {
            members.removeIf(member -> !isVariant(member));
            members.add(doc);
          }
        });
  }

  /** Passes on those of some documents that are in a group, and its number. */
  private static void forEachGrouped(
      LeafReaderContext leaf, FixedBitSet docs, BiConsumer<Integer, Long> action)
      throws IOException {
    GroupReader groupReader = GroupReader.asShown(leaf.reader());
    DocIdSetIterator each = new BitSetIterator(docs, 0);
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      if (groupReader.advance(doc)) {
        action.accept(leaf.docBase + doc, groupReader.group());
      }
    }
  }

  /** Without one, as another program deleted it, the first variant stands for the others. */
  private int takeRepresentative(List<Integer> members) {
    if (!isVariant(members.getLast())) {
      return members.removeLast();
    }
    variants.clear(members.getFirst());
    standIns++;
    return members.removeFirst();
  }

  private Grouped grouped(long number, int representative, List<Integer> group) throws IOException {
    byte[] shown = sketch(representative);
    List<Integer> same = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    group.sort(Comparator.comparingLong(this::arrival));
    for (int variant : group) {
      byte[] sketch = sketch(variant); // only texts that are not empty are in groups of several
      if (IndexSketches.areOfOneText(sketch, shown)) {
        same.add(variant);
        copies.set(variant);
      } else {
        double estimate = IndexSketches.resemblance(packing, shown, sketch);
        near.add(new Grouped.Near(variant, estimate, null));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    return new Grouped(number, representative, "", "", same, near);
  }

  /** All of them, by their numbers. */
  List<Grouped> all() {
    return groups;
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

  boolean isCopy(int doc) {
    return copies.get(doc);
  }

  long arrival(int doc) {
    return arrivals[doc];
  }

  /** The sketch of a document; null if it has none. */
  byte[] sketch(int doc) throws IOException {
    return sketches.sketch(doc);
  }
}
