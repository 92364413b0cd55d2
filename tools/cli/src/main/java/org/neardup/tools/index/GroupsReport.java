// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.Marker;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Groups of several documents in an order. Component names are the keys of the JSON.
 *
 * @param total how many there are
 * @param page which of the pages this is, from 1
 * @param groups on this page
 */
public record GroupsReport(int total, int page, List<StatsReport.Group> groups) {
  /** How many groups a page has. */
  public static final int ON_PAGE = 50;

  /** Which groups come first; of equal ones, those that were there first. */
  public enum Order {
    /** Those of most documents. */
    SIZE,
    /** Those with the hidden document that resembles its representative least, by sketches. */
    RESEMBLANCE,
    /** Those with the document of the latest date, by the order of its letters; none comes last. */
    NEWEST
  }

  /**
   * Which groups to report.
   *
   * @param query that a document of each matches, hidden or not
   * @param from the least number of documents
   * @param to the greatest
   * @param page from 1
   */
  public record Request(Query query, int from, int to, int page) {}

  /**
   * A page of groups.
   *
   * @param query that a document of each matches
   * @param documents of all groups that were asked for, by Lucene's numbers
   */
  public record Found(GroupsReport report, Query query, FixedBitSet documents) {}

  /**
   * The numbers of all groups in an order.
   *
   * @param dateField has sorted doc values where there are dates
   */
  public static List<Long> ordered(NeardupIndex index, Order order, String dateField)
      throws IOException {
    Comparator<Map.Entry<Long, Integer>> first =
        switch (order) {
          case SIZE -> StatsReport.LARGEST_FIRST;
          case RESEMBLANCE -> by(least(index), Comparator.naturalOrder());
          case NEWEST -> by(latest(index, dateField), Comparator.reverseOrder());
        };
    return index.hiddenByGroup().entrySet().stream().sorted(first).map(Map.Entry::getKey).toList();
  }

  /**
   * Finds a page of groups.
   *
   * @param ordered see {@link #ordered}
   */
  public static Found of(NeardupIndex index, List<Long> ordered, Request request)
      throws IOException {
    Map<Long, Integer> hidden = index.hiddenByGroup();
    hidden.values().removeIf(count -> count + 1 < request.from || count + 1 > request.to);
    hidden.keySet().retainAll(matching(index, request.query));
    List<StatsReport.Group> groups = new ArrayList<>();
    long before = (request.page - 1L) * ON_PAGE;
    for (long group :
        ordered.stream().filter(hidden::containsKey).skip(before).limit(ON_PAGE).toList()) {
      groups.add(StatsReport.group(index, group));
    }
    return new Found(
        new GroupsReport(hidden.size(), request.page, groups),
        request.query,
        documents(index, hidden.keySet()));
  }

  private static FixedBitSet documents(NeardupIndex index, Set<Long> numbers) throws IOException {
    FixedBitSet documents = new FixedBitSet(Math.max(1, index.all().maxDoc()));
    for (LeafReaderContext leaf : index.all().leaves()) {
      GroupReader groups = GroupReader.asShown(leaf.reader());
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (groups.advance(doc) && numbers.contains(groups.group())) {
          documents.set(leaf.docBase + doc);
        }
      }
    }
    return documents;
  }

  private static <V> Comparator<Map.Entry<Long, Integer>> by(
      Map<Long, V> values, Comparator<V> order) {
    return Comparator.<Map.Entry<Long, Integer>, V>comparing(
            group -> values.get(group.getKey()), Comparator.nullsLast(order))
        .thenComparing(Map.Entry.comparingByKey());
  }

  /** How much the least similar hidden document of each group resembles its representative. */
  private static Map<Long, Double> least(NeardupIndex index) throws IOException {
    SlotPacking packing = Sketching.of(index).packing();
    IndexSketches sketches = new IndexSketches(index.all());
    Map<Long, Double> least = new HashMap<>();
    Map<Integer, Integer> representatives = new TreeMap<>(); // of hidden documents
    index.groups().forEachHidden(representatives::put);
    for (Map.Entry<Integer, Integer> hidden : representatives.entrySet()) {
      byte[] a = sketches.sketch(hidden.getValue());
      byte[] b = sketches.sketch(hidden.getKey());
      boolean isCopy = a == null || b == null || IndexSketches.areOfOneText(a, b);
      double resemblance = isCopy ? 1 : IndexSketches.resemblance(packing, a, b);
      least.merge(index.groups().group(hidden.getKey()), resemblance, Math::min);
    }
    return least;
  }

  private static Map<Long, BytesRef> latest(NeardupIndex index, String field) throws IOException {
    Map<Long, BytesRef> latest = new HashMap<>();
    for (LeafReaderContext leaf : index.all().leaves()) {
      SortedSetDocValues dates = DocValues.getSortedSet(leaf.reader(), field);
      FixedBitSet live = Marker.live(leaf.reader());
      GroupReader groups = GroupReader.asShown(leaf.reader());
      for (int doc = dates.nextDoc(); doc != NO_MORE_DOCS; doc = dates.nextDoc()) {
        if (live.get(doc) && groups.advance(doc)) {
          for (int i = 0; i < dates.docValueCount(); i++) {
            BytesRef date = BytesRef.deepCopyOf(dates.lookupOrd(dates.nextOrd()));
            latest.merge(groups.group(), date, (a, b) -> a.compareTo(b) < 0 ? b : a);
          }
        }
      }
    }
    return latest;
  }

  private static Set<Long> matching(NeardupIndex index, Query query) throws IOException {
    Set<Long> groups = new HashSet<>();
    IndexSearcher searcher = new IndexSearcher(index.all());
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      Scorer scorer = weight.scorer(leaf);
      DocIdSetIterator docs = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        int number = leaf.docBase + doc;
        if ((live == null || live.get(doc)) && index.groups().hasGroup(number)) {
          groups.add(index.groups().group(number));
        }
      }
    }
    return groups;
  }

  /** The number of the last page. */
  public int pages() {
    return Math.max(1, Math.ceilDiv(total, ON_PAGE));
  }
}
