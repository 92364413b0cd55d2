// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.queryparser.classic.QueryParserBase;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.neardup.record.DocumentRecord;
import org.neardup.search.GroupFacets;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Address;

/**
 * What the documents that match have in common, counted by groups: their sites, their years, and
 * the values of fields that have few.
 *
 * @param name of the field, for people
 * @param values those of most groups first
 */
record Facets(String name, List<Value> values) {
  private static final int MOST_FIELDS = 6;
  private static final int MOST_VALUES = 6;

  /** Of a field with more of them, each says little; and to count them takes time. */
  private static final int FEW_VALUES = 500;

  private static final String YEAR = "\\d{4}(-?\\d\\d.*)?";

  /**
   * A value.
   *
   * @param groups with a document that has it, or documents in no group
   * @param link to these
   */
  record Value(String name, int groups, String link) {}

  /** Makes links to what is narrower. */
  record Narrower(UnaryOperator<String> site, UnaryOperator<String> filter) {}

  /**
   * Those with a choice, of the documents that match a query.
   *
   * @param counted which of these count
   */
  static List<Facets> of(
      NeardupIndex index, Query query, IntPredicate counted, String dateField, Narrower narrower)
      throws IOException {
    List<Facets> facets = new ArrayList<>();
    Counter counter = new Counter(index, query, counted);
    add(facets, "site", counter.count(DocumentCard.URL, Facets::site), narrower.site);
    add(
        facets,
        "year",
        counter.count(dateField, Facets::year),
        year -> narrower.filter.apply(escaped(dateField) + ":" + year + "*"));
    for (FieldInfo field : FieldInfos.getMergedFieldInfos(index.all())) {
      if (facets.size() < MOST_FIELDS && hasFewValues(index, field, dateField)) {
        add(
            facets,
            field.name,
            counter.count(field.name, value -> value.isBlank() ? null : value),
            value -> narrower.filter.apply(escaped(field.name) + ":" + quoted(value)));
      }
    }
    return facets;
  }

  private record Counter(NeardupIndex index, Query query, IntPredicate counted) {
    Map<String, Integer> count(String field, UnaryOperator<String> label) throws IOException {
      IndexSearcher searcher = new IndexSearcher(index.all());
      return searcher.search(query, GroupFacets.recorded(index.all(), field, label, counted));
    }
  }

  private static String site(String address) {
    String host = Address.host(address);
    return host.isEmpty() ? null : host;
  }

  private static String year(String date) {
    return date.matches(YEAR) ? date.substring(0, 4) : null;
  }

  private static String escaped(String name) {
    return QueryParserBase.escape(name).replace(" ", "\\ ");
  }

  private static String quoted(String value) {
    return '"' + value.replaceAll("[\\\\\"]", "\\\\$0") + '"';
  }

  private static boolean hasFewValues(NeardupIndex index, FieldInfo field, String dateField)
      throws IOException {
    if (field.getDocValuesType() != DocValuesType.SORTED_SET
        || field.name.equals(DocumentCard.URL)
        || field.name.equals(dateField)
        || field.name.startsWith(DocumentRecord.FIELD_PREFIX)) {
      return false;
    }
    for (LeafReaderContext leaf : index.all().leaves()) {
      var values = leaf.reader().getSortedSetDocValues(field.name);
      if (values != null && values.getValueCount() > FEW_VALUES) {
        return false;
      }
    }
    return true;
  }

  private static void add(
      List<Facets> facets, String name, Map<String, Integer> groups, UnaryOperator<String> link) {
    if (groups.size() > 1) {
      facets.add(
          new Facets(
              name,
              groups.entrySet().stream()
                  .sorted(
                      Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                          .thenComparing(Map.Entry.comparingByKey()))
                  .limit(MOST_VALUES)
                  .map(each -> new Value(each.getKey(), each.getValue(), link.apply(each.getKey())))
                  .toList()));
    }
  }
}
