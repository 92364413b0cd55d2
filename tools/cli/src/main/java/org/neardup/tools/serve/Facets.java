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
import org.apache.lucene.search.MultiCollectorManager;
import org.apache.lucene.search.Query;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.search.GroupFacets;
import org.neardup.tools.index.Fields;
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

  /** Makes links to what is narrower: of one site, or with one more condition. */
  record Narrower(UnaryOperator<String> site, UnaryOperator<String> condition) {}

  /**
   * Those with a choice, of the documents that match a query.
   *
   * @param counts which of these count
   */
  static List<Facets> of(
      NeardupIndex index, Query query, IntPredicate counts, String dateField, Narrower narrower)
      throws IOException {
    List<Counted> counted = new ArrayList<>();
    counted.add(new Counted("site", Fields.URL, Facets::site, narrower.site));
    counted.add(
        new Counted(
            "year",
            dateField,
            Facets::year,
            year -> narrower.condition.apply(escaped(dateField) + ":" + year + "*")));
    FieldInfos fields = FieldInfos.getMergedFieldInfos(index.all());
    counted.removeIf(each -> !isCountable(fields.fieldInfo(each.field)));
    for (FieldInfo field : fields) {
      if (counted.size() < MOST_FIELDS && hasFewValues(index, field, dateField)) {
        counted.add(
            new Counted(
                field.name,
                field.name,
                value -> value.isBlank() ? null : value,
                value -> narrower.condition.apply(escaped(field.name) + ":" + quoted(value))));
      }
    }
    if (counted.isEmpty()) {
      return List.of();
    }
    List<GroupFacets> managers = new ArrayList<>();
    for (Counted each : counted) {
      managers.add(GroupFacets.recorded(index.all(), each.field, each.label, counts));
    }
    Object[] groups =
        new IndexSearcher(index.all())
            .search(query, new MultiCollectorManager(managers.toArray(GroupFacets[]::new)));
    List<Facets> facets = new ArrayList<>();
    for (int i = 0; i < groups.length; i++) {
      Map<String, Integer> byValue = ((GroupFacets.Counts) groups[i]).byValue();
      if (byValue.size() > 1) {
        facets.add(counted.get(i).facets(byValue));
      }
    }
    return facets;
  }

  /** What is counted of a field, by label, and where a label leads. */
  private record Counted(
      String name, String field, UnaryOperator<String> label, UnaryOperator<String> link) {
    Facets facets(Map<String, Integer> groups) {
      return new Facets(
          name,
          groups.entrySet().stream()
              .sorted(
                  Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .limit(MOST_VALUES)
              .map(each -> new Value(each.getKey(), each.getValue(), link.apply(each.getKey())))
              .toList());
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

  private static boolean isCountable(FieldInfo field) {
    return field != null && field.getDocValuesType() == DocValuesType.SORTED_SET;
  }

  private static boolean hasFewValues(NeardupIndex index, FieldInfo field, String dateField)
      throws IOException {
    if (!isCountable(field)
        || field.name.equals(Fields.URL)
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
}
