// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.neardup.record.DocumentRecord;
import org.neardup.tools.index.Fields;
import org.neardup.tools.search.Search;

/**
 * What is at the top of every page: the search box, as the reader filled it.
 *
 * @param site name of the index
 * @param fields that hits can be sorted by
 */
record Heading(String site, SearchRequest request, List<String> fields) {
  private static final int MOST_FIELDS = 30;

  /** On a page that is not one of hits. */
  static Heading of(Site site) {
    return new Heading(site.name(), SearchRequest.none(), List.of());
  }

  /** On a page of hits. */
  static Heading of(Site site, SearchRequest request, IndexReader reader) {
    List<String> fields =
        StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
            .filter(Heading::isSorted)
            .map(info -> info.name)
            .filter(name -> !name.startsWith(DocumentRecord.FIELD_PREFIX))
            .sorted()
            .limit(MOST_FIELDS)
            .toList();
    return new Heading(site.name(), request, fields);
  }

  private static boolean isSorted(FieldInfo info) {
    DocValuesType type = info.getDocValuesType();
    return type != DocValuesType.NONE && type != DocValuesType.BINARY;
  }

  /** The value of the mode in a form. */
  String mode() {
    return request.mode().name().toLowerCase(Locale.ROOT);
  }

  /** Which documents to show, one of three. */
  List<Choice> modes() {
    return List.of(
        choice(Search.Mode.BEST, "One version", "one version of each document that matches"),
        choice(Search.Mode.HIDE, "Representatives", "only documents that are not hidden"),
        choice(Search.Mode.ALL, "All versions", "all documents, as without collapse"));
  }

  private Choice choice(Search.Mode mode, String name, String meaning) {
    return new Choice(name, meaning, request.withMode(mode).link(), request.mode() == mode);
  }

  /**
   * One of several links.
   *
   * @param isHere whether the reader is there
   */
  record Choice(String name, String meaning, String link, boolean isHere) {}

  /** What hits can be sorted by, but for the best match. */
  List<Order> orders() {
    return fields.stream()
        .flatMap(
            field -> Stream.of(order(field, "", "ascending"), order(field, ":desc", "descending")))
        .toList();
  }

  private Order order(String field, String ending, String direction) {
    String value = field + ending;
    return new Order(value, name(field) + ", " + direction, value.equals(request.sort()));
  }

  private static String name(String field) {
    return field.equals(Fields.INDEXED) ? "time of indexing" : field;
  }

  /**
   * An order of hits.
   *
   * @param value in a form
   */
  record Order(String value, String name, boolean isChosen) {}

  /** Whether hits are filtered or sorted. */
  boolean isRefined() {
    return !request.filter().isEmpty() || !request.sort().isEmpty();
  }
}
