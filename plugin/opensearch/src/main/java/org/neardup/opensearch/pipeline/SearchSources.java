// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.builder.SearchSourceBuilder.ScriptField;
import org.opensearch.search.fetch.StoredFieldsContext;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.search.sort.SortMode;

/** Copies of search requests without some of their parts, which those of a request cannot lose. */
final class SearchSources {
  private static final List<SortMode> ONE_BY_ONE =
      Arrays.asList(SortMode.AVG, SortMode.SUM, SortMode.MEDIAN); // may be asked for null

  private SearchSources() {}

  /** What decides which documents match; nothing is fetched but what is asked for later. */
  static SearchSourceBuilder matching(SearchSourceBuilder from) {
    SearchSourceBuilder to =
        new SearchSourceBuilder()
            .query(from.query())
            .postFilter(from.postFilter())
            .timeout(from.timeout())
            .terminateAfter(from.terminateAfter())
            .pointInTimeBuilder(from.pointInTimeBuilder())
            .fetchSource(false);
    if (from.minScore() != null) {
      to.minScore(from.minScore());
    }
    if (from.trackTotalHitsUpTo() != null) {
      to.trackTotalHitsUpTo(from.trackTotalHitsUpTo());
    }
    return to;
  }

  /** The same, and what decides in what order. */
  static SearchSourceBuilder ranking(SearchSourceBuilder from) {
    SearchSourceBuilder to = matching(from).trackScores(from.trackScores());
    orEmpty(from.sorts()).forEach(to::sort);
    orEmpty(from.rescores()).forEach(to::addRescorer);
    orEmpty(from.indexBoosts()).forEach(each -> to.indexBoost(each.getIndex(), each.getBoost()));
    return to;
  }

  /** Has no ids fetched, unless variants are to be named. */
  static SearchSourceBuilder bare(SearchSourceBuilder to, int variants) {
    return variants > 0 ? to : to.storedFields(List.of(StoredFieldsContext._NONE_));
  }

  /** Has all fetched that a request wants with each hit, for which shards may have extensions. */
  static SearchSourceBuilder fetching(SearchSourceBuilder from, SearchSourceBuilder to) {
    to.fetchSource(from.fetchSource())
        .storedFields(from.storedFields())
        .highlighter(from.highlighter())
        .explain(from.explain())
        .version(from.version())
        .seqNoAndPrimaryTerm(from.seqNoAndPrimaryTerm())
        .includeNamedQueriesScores(from.includeNamedQueriesScore())
        .ext(from.ext());
    orEmpty(from.docValueFields()).forEach(each -> to.docValueField(each.field, each.format));
    orEmpty(from.fetchFields()).forEach(each -> to.fetchField(each.field, each.format));
    for (ScriptField field : orEmpty(from.scriptFields())) {
      to.scriptField(field.fieldName(), field.script(), field.ignoreFailure());
    }
    return to;
  }

  /**
   * Has hits counted up to a number, null for the default; or all if OpenSearch would fail. It does
   * by sorts that read a document's values one by one, once it may skip hits by their values.
   */
  static SearchSourceBuilder counted(SearchSourceBuilder source, Integer upTo) {
    boolean isByOne =
        orEmpty(source.sorts()).stream()
            .anyMatch(
                each ->
                    each instanceof FieldSortBuilder sort
                        && (sort.getNestedSort() != null || ONE_BY_ONE.contains(sort.sortMode())));
    if (isByOne) {
      return source.trackTotalHits(true);
    }
    return upTo == null ? source : source.trackTotalHitsUpTo(upTo);
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return Objects.requireNonNullElse(list, List.of());
  }
}
