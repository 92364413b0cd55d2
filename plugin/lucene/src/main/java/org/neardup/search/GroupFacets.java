// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.util.FixedBitSet;

/**
 * Counts, for each value of a field, the groups with a document that matches and has that value: a
 * facet by groups, so that many versions of one text count once. A document in no group counts as
 * one. A group whose versions have several values counts for each of them.
 *
 * <p>Runs beside the hits in a {@link org.apache.lucene.search.MultiCollectorManager}, or alone,
 * over a plain reader of all documents. Takes one bit a document, and 50 bytes for each value of a
 * group that matches. For one search.
 */
public final class GroupFacets implements CollectorManager<Collector, Map<String, Integer>> {
  private final VersionMap versions;
  private final List<LeafReaderContext> leaves;
  private final String field;
  private final UnaryOperator<String> label;
  private final IntPredicate counted;

  private GroupFacets(
      VersionMap versions,
      DirectoryReader reader,
      String field,
      UnaryOperator<String> label,
      IntPredicate counted) {
    this.versions = versions;
    this.leaves = reader.leaves();
    this.field = field;
    this.label = label;
    this.counted = counted;
  }

  /**
   * Of the groups that a {@code CollapsingIndexWriter} recorded.
   *
   * @param reader over all documents, which is searched
   * @param field with sorted or sorted-set doc values; a document without a value counts nowhere
   */
  public static GroupFacets recorded(DirectoryReader reader, String field) throws IOException {
    return recorded(reader, field, value -> value, doc -> true);
  }

  /**
   * As {@link #recorded(DirectoryReader, String)}, by what values have in common, such as the year
   * of a date: groups with several values of one label count once for it.
   *
   * @param label of a value; null for one that is to count nowhere
   * @param counted which documents of the reader count if they match
   */
  public static GroupFacets recorded(
      DirectoryReader reader, String field, UnaryOperator<String> label, IntPredicate counted)
      throws IOException {
    return new GroupFacets(VersionMap.of(reader), reader, field, label, counted);
  }

  /** As {@link #recorded}, of other groups of that reader. */
  public static GroupFacets of(DirectoryReader reader, VersionGroups groups, String field)
      throws IOException {
    return new GroupFacets(
        VersionMap.of(reader, groups), reader, field, value -> value, doc -> true);
  }

  @Override
  public Collector newCollector() {
    return new HiddenCollector();
  }

  /** The number of groups by value. */
  @Override
  public Map<String, Integer> reduce(Collection<Collector> collectors) throws IOException {
    FixedBitSet matching = new FixedBitSet(Math.max(1, versions.hidden.length()));
    for (Collector collector : collectors) {
      ((HiddenCollector) collector).matches.forEach(ofLeaf -> ofLeaf.addTo(matching));
    }
    Map<String, Integer> groups = new HashMap<>();
    Map<String, Set<Integer>> seen = new HashMap<>(); // representatives of groups of several
    for (LeafReaderContext leaf : leaves) {
      count(leaf, matching, groups, seen);
    }
    return groups;
  }

  private void count(
      LeafReaderContext leaf,
      FixedBitSet matching,
      Map<String, Integer> groups,
      Map<String, Set<Integer>> seen)
      throws IOException {
    SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), field);
    Map<Integer, String> names = new HashMap<>(); // by ordinal
    Set<String> ofDoc = new HashSet<>();
    int end = leaf.docBase + leaf.reader().maxDoc();
    for (int doc = VersionMap.next(matching, leaf.docBase, end);
        doc < end;
        doc = VersionMap.next(matching, doc + 1, end)) {
      if (!counted.test(doc) || !values.advanceExact(doc - leaf.docBase)) {
        continue;
      }
      ofDoc.clear();
      for (int i = 0; i < values.docValueCount(); i++) {
        int ord = (int) values.nextOrd();
        if (!names.containsKey(ord)) {
          names.put(ord, label.apply(values.lookupOrd(ord).utf8ToString()));
        }
        ofDoc.add(names.get(ord));
      }
      ofDoc.remove(null);
      for (String name : ofDoc) {
        if (!versions.grouped.get(doc)
            || seen.computeIfAbsent(name, any -> new HashSet<>())
                .add(versions.representative(doc))) {
          groups.merge(name, 1, Integer::sum);
        }
      }
    }
  }
}
