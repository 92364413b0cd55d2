// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
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
 * over a plain reader of all documents: factories refuse one of {@link OneVersion#wrap}, and a
 * field that no document has, or that has other doc values than sorted or sorted-set ones; a search
 * of another reader is refused, too. Takes one bit a document, and 50 bytes for each value of a
 * group that matches. For one search.
 */
public final class GroupFacets implements CollectorManager<Collector, GroupFacets.Counts> {
  /**
   * How many groups match that have a value.
   *
   * @param groups with any value
   * @param byValue groups with each of them, the most first, then in the order of the values
   */
  public record Counts(int groups, SequencedMap<String, Integer> byValue) {}

  // As FacetsConfig of Lucene's facet module writes paths.
  private static final char DELIMITER = '\u001F';
  private static final char ESCAPE = '\u001E';

  private final VersionMap versions;
  private final DirectoryReader reader;
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
    this.reader = reader;
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
    check(reader, field);
    return new GroupFacets(VersionMap.of(reader), reader, field, label, counted);
  }

  /**
   * As {@link #recorded(DirectoryReader, String)}, by the values of a dimension that a {@code
   * FacetsConfig} of Lucene wrote, without a taxonomy ({@code SortedSetDocValuesFacetField}).
   *
   * @param field {@code $facets}, unless the configuration names another
   * @param path in a hierarchical dimension, whose children are counted; empty for the top
   */
  public static GroupFacets recorded(
      DirectoryReader reader, String field, String dimension, String... path) throws IOException {
    StringBuilder prefix = new StringBuilder();
    appendPart(prefix, Objects.requireNonNull(dimension, "dimension"));
    for (String part : Objects.requireNonNull(path, "path")) {
      appendPart(prefix, part);
    }
    String parent = prefix.toString();
    return recorded(
        reader,
        field,
        value -> value.startsWith(parent) ? firstPart(value, parent.length()) : null,
        doc -> true);
  }

  private static void appendPart(StringBuilder path, String part) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == DELIMITER || c == ESCAPE) {
        path.append(ESCAPE);
      }
      path.append(c);
    }
    path.append(DELIMITER);
  }

  private static String firstPart(String path, int start) {
    StringBuilder part = new StringBuilder();
    for (int i = start; i < path.length() && path.charAt(i) != DELIMITER; i++) {
      if (path.charAt(i) == ESCAPE) {
        i++;
      }
      part.append(path.charAt(i));
    }
    return part.toString();
  }

  /** As {@link #recorded}, of other groups of that reader. */
  public static GroupFacets of(DirectoryReader reader, VersionGroups groups, String field)
      throws IOException {
    check(reader, field);
    return new GroupFacets(
        VersionMap.of(reader, groups), reader, field, value -> value, doc -> true);
  }

  private static void check(DirectoryReader reader, String field) {
    FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
    FieldInfo info = fields.fieldInfo(field);
    boolean isEmpty = fields.size() == 0;
    if (!isEmpty && (info == null || !isCountable(info))) {
      throw new IllegalArgumentException(
          "field must have sorted or sorted-set doc values, as "
              + StreamSupport.stream(fields.spliterator(), false)
                  .filter(GroupFacets::isCountable)
                  .map(countable -> countable.name)
                  .sorted()
                  .collect(Collectors.joining(", ", "[", "]"))
              + " have, got "
              + field
              + (info == null ? ", which no document has" : " with " + info.getDocValuesType()));
    }
  }

  private static boolean isCountable(FieldInfo field) {
    DocValuesType type = field.getDocValuesType();
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  @Override
  public Collector newCollector() {
    return new HiddenCollector() {
      @Override
      protected void doSetNextReader(LeafReaderContext context) {
        requireOwn(ReaderUtil.getTopLevelContext(context).reader());
        super.doSetNextReader(context);
      }
    };
  }

  /** Refuses to count for another reader, or another state of it, as far as both have keys. */
  private void requireOwn(IndexReader searched) {
    Object own = VersionGroups.key(reader);
    Object other = VersionGroups.key(searched);
    if (own != null && other != null && !own.equals(other)) {
      throw new IllegalArgumentException(
          "the facets must be of the reader that is searched, "
              + searched
              + ", got those of "
              + reader);
    }
  }

  @Override
  public Counts reduce(Collection<Collector> collectors) throws IOException {
    FixedBitSet matching = new FixedBitSet(Math.max(1, versions.hidden.length()));
    for (Collector collector : collectors) {
      ((HiddenCollector) collector).matches.forEach(ofLeaf -> ofLeaf.addTo(matching));
    }
    Tally any = new Tally();
    Map<String, Tally> byValue = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      count(leaf, matching, any, byValue);
    }
    SequencedMap<String, Integer> ordered = new LinkedHashMap<>();
    byValue.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Tally> each) -> -each.getValue().groups)
                .thenComparing(Map.Entry::getKey))
        .forEach(each -> ordered.put(each.getKey(), each.getValue().groups));
    return new Counts(any.groups, Collections.unmodifiableSequencedMap(ordered));
  }

  /** Groups, each counted once. */
  private final class Tally {
    private final Set<Integer> seen = new HashSet<>(); // representatives of groups of several
    private int groups;

    void add(int doc) {
      if (!versions.grouped.get(doc) || seen.add(versions.representative(doc))) {
        groups++;
      }
    }
  }

  private void count(
      LeafReaderContext leaf, FixedBitSet matching, Tally any, Map<String, Tally> byValue)
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
      if (!ofDoc.isEmpty()) {
        any.add(doc);
      }
      for (String name : ofDoc) {
        byValue.computeIfAbsent(name, first -> new Tally()).add(doc);
      }
    }
  }
}
