// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.List;
import java.util.Objects;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.builder.SearchSourceBuilder.IndexBoost;
import org.opensearch.search.builder.SearchSourceBuilder.ScriptField;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.rescore.RescorerBuilder;
import org.opensearch.search.sort.SortBuilder;

/** Copies of search requests without some of their parts, which those of a request cannot lose. */
final class SearchSources {
  private SearchSources() {}

  /**
   * What decides which documents match and in what order; nothing is fetched but what is asked for
   * later.
   */
  static SearchSourceBuilder ranking(SearchSourceBuilder from) {
    SearchSourceBuilder to =
        new SearchSourceBuilder()
            .query(from.query())
            .trackScores(from.trackScores())
            .terminateAfter(from.terminateAfter())
            .pointInTimeBuilder(from.pointInTimeBuilder())
            .fetchSource(false);
    if (from.postFilter() != null) {
      to.postFilter(from.postFilter());
    }
    if (from.minScore() != null) {
      to.minScore(from.minScore());
    }
    if (from.timeout() != null) {
      to.timeout(from.timeout());
    }
    if (from.trackTotalHitsUpTo() != null) {
      to.trackTotalHitsUpTo(from.trackTotalHitsUpTo());
    }
    for (SortBuilder<?> sort : orEmpty(from.sorts())) {
      to.sort(sort);
    }
    for (RescorerBuilder<?> rescorer : orEmpty(from.rescores())) {
      to.addRescorer(rescorer);
    }
    for (IndexBoost boost : orEmpty(from.indexBoosts())) {
      to.indexBoost(boost.getIndex(), boost.getBoost());
    }
    return to;
  }

  /** The same, and all that is fetched with each hit. */
  static SearchSourceBuilder hits(SearchSourceBuilder from) {
    SearchSourceBuilder to =
        ranking(from)
            .fetchSource(from.fetchSource())
            .storedFields(from.storedFields())
            .highlighter(from.highlighter())
            .explain(from.explain())
            .version(from.version())
            .seqNoAndPrimaryTerm(from.seqNoAndPrimaryTerm())
            .includeNamedQueriesScores(from.includeNamedQueriesScore());
    for (FieldAndFormat field : orEmpty(from.docValueFields())) {
      to.docValueField(field.field, field.format);
    }
    for (FieldAndFormat field : orEmpty(from.fetchFields())) {
      to.fetchField(field.field, field.format);
    }
    for (ScriptField field : orEmpty(from.scriptFields())) {
      to.scriptField(field.fieldName(), field.script(), field.ignoreFailure());
    }
    if (from.ext() != null) {
      to.ext(ShardQuestions.continued(from.ext()));
    }
    return to;
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return Objects.requireNonNullElse(list, List.of());
  }
}
