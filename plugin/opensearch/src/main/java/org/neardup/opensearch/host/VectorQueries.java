// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.opensearch.common.xcontent.LoggingDeprecationHandler;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;

/**
 * Has the vector queries of a request find as many versions as they are asked for neighbours, by a
 * filter of their own: beside them it would come too late. Their classes are another plugin's, so
 * the request is changed in its JSON form.
 */
public final class VectorQueries {
  private static final Set<String> NAMES = Set.of("knn", "neural");

  /** A query that gives none of them may be for sparse vectors, which take no filter. */
  private static final Set<String> LIMITS = Set.of("k", "max_distance", "min_score");

  private static final List<String> PARTS = List.of("query", "queries", "filter", "positive");
  private static final String FILTER = "filter";

  /** Stands for our filter in the JSON form, with its candidates; no request can name it. */
  private static final String MARK = "neardup_inside";

  private final NamedXContentRegistry queries;

  /**
   * Reads the queries of a node.
   *
   * @param oneVersion gives the filter that leaves one version of what a query matches, null for
   *     all
   */
  public VectorQueries(NamedXContentRegistry contents, UnaryOperator<QueryBuilder> oneVersion) {
    queries =
        new NamedXContentRegistry(List.of()) {
          @Override
          public <T, C> T parseNamedObject(
              Class<T> category, String name, XContentParser parser, C context) throws IOException {
            return name.equals(MARK)
                ? category.cast(oneVersion.apply(candidates(parser)))
                : contents.parseNamedObject(category, name, parser, context);
          }
        };
  }

  private static QueryBuilder candidates(XContentParser parser) throws IOException {
    QueryBuilder given = AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    return given instanceof MatchAllQueryBuilder ? null : given;
  }

  /** Whether a query, which may be null, has one in it. */
  public static boolean areIn(QueryBuilder query) {
    return !Collections.disjoint(QueryNames.in(query), NAMES);
  }

  /**
   * A query whose vector queries have the filter.
   *
   * @param filter that of a query that is a vector query, to choose once among all that may be
   *     found; else null
   */
  public record Filtered(QueryBuilder query, QueryBuilder filter) {}

  /**
   * Adds the filter, if a query, which may be null, has vector queries in it: of each group it
   * leaves the version that is preferred of those that pass the vector query's own filter and match
   * what must match beside it.
   *
   * @param postFilter null if there is none
   */
  public Filtered filtered(QueryBuilder query, QueryBuilder postFilter) throws IOException {
    if (!areIn(query)) {
      return new Filtered(query, null);
    }
    Map<String, Object> json = json(query);
    addFilters(json, postFilter == null ? List.of() : List.of(json(postFilter)));
    QueryBuilder filter = null;
    for (Object vector : object(isVector(json) ? json.get(query.getName()) : null).values()) {
      Map<String, Object> own = object(object(vector).get(FILTER));
      filter = own.containsKey(MARK) ? parse(own) : null;
    }
    return new Filtered(parse(json), filter);
  }

  private QueryBuilder parse(Map<String, Object> query) throws IOException {
    try (XContentBuilder builder = JsonXContent.contentBuilder().map(query);
        XContentParser parser =
            JsonXContent.jsonXContent.createParser(
                queries, LoggingDeprecationHandler.INSTANCE, builder.toString())) {
      return AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    }
  }

  private static Map<String, Object> json(QueryBuilder query) throws IOException {
    try (XContentBuilder builder = JsonXContent.contentBuilder().value(query)) {
      return XContentHelper.convertToMap(JsonXContent.jsonXContent, builder.toString(), true);
    }
  }

  private static void addFilters(Map<String, Object> query, List<Object> beside) {
    query.forEach(
        (name, value) -> {
          Map<String, Object> body = object(value);
          if (NAMES.contains(name)) {
            body.values().forEach(each -> addFilter(object(each), beside));
          } else if (name.equals("bool")) {
            addFiltersInBool(body, beside);
          } else if (!name.equals("nested") || isVector(body.get("query"))) {
            // Filters of nested vectors are for whole documents; what is beside them is not.
            PARTS.forEach(part -> list(body.get(part)).forEach(q -> addFilters(object(q), beside)));
          }
        });
  }

  private static void addFilter(Map<String, Object> vector, List<Object> beside) {
    if (Collections.disjoint(vector.keySet(), LIMITS)) {
      return;
    }
    List<Object> all = new ArrayList<>(beside);
    all.addAll(list(vector.get(FILTER)));
    Object candidates = all.isEmpty() ? Map.of("match_all", Map.of()) : bool(FILTER, all);
    vector.put(FILTER, Map.of(MARK, candidates));
  }

  private static void addFiltersInBool(Map<String, Object> bool, List<Object> beside) {
    List<Object> all = new ArrayList<>(beside);
    for (String occur : List.of(FILTER, "must")) {
      list(bool.get(occur)).stream().filter(each -> !hasVectors(each)).forEach(all::add);
    }
    List<?> excluded = list(bool.get("must_not"));
    if (!excluded.isEmpty()) {
      all.add(bool("must_not", excluded));
    }
    for (String occur : List.of(FILTER, "must", "should")) {
      list(bool.get(occur)).forEach(each -> addFilters(object(each), all));
    }
  }

  private static boolean isVector(Object json) {
    return !Collections.disjoint(object(json).keySet(), NAMES);
  }

  private static boolean hasVectors(Object json) {
    return json instanceof Map<?, ?> map
        ? isVector(map) || map.values().stream().anyMatch(VectorQueries::hasVectors)
        : json instanceof List<?> list && list.stream().anyMatch(VectorQueries::hasVectors);
  }

  private static Map<String, Object> bool(String occur, List<?> queries) {
    return Map.of("bool", Map.of(occur, queries));
  }

  @SuppressWarnings("unchecked") // objects of JSON
  private static Map<String, Object> object(Object json) {
    return json instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /** What a part has that may be left out, given once, or in an array. */
  private static List<?> list(Object json) {
    return json instanceof List<?> list ? list : json == null ? List.of() : List.of(json);
  }
}
