// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.query.NeardupSearchExt;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.suggest.SuggestionSearchContext;
import org.opensearch.search.suggest.SuggestionSearchContext.SuggestionContext;

/**
 * What a search asks of each shard beside the hits. It travels as a search extension, which changes
 * nothing of the request: a suggestion would have all shards searched that cannot match, and a
 * doc-value field would count against the limit of the index. A shard makes those of it.
 */
final class ShardQuestions {
  static final String NAME = "neardup_questions";
  private static final String ASKED = "asked";

  /**
   * What is asked: the state of each shard, and the sketch of each hit that is fetched.
   *
   * @param field of type {@code neardup}; null for the one that each index names
   * @param variants how many of the hidden documents to name with each hit
   * @param summary of the group of each hit; null for none
   * @param sketches of how many of the best hits of a shard to tell the sketches before any hit is
   *     fetched; if these are more than the search asks for, a shard finds so many, beyond its
   *     result window even
   * @param from where the page begins among the hits of which none resembles an earlier one
   * @param size of the page
   * @param isCounted whether the groups of all these hits are to be counted
   */
  record Asked(
      String field,
      int variants,
      Summary summary,
      int sketches,
      int from,
      int size,
      boolean isCounted) {
    /** What an extension asks; null if it is another one, or none. */
    static Asked in(SearchExtBuilder ext) {
      if (!NAME.equals(ext == null ? null : ext.getWriteableName())) {
        return null;
      }
      List<?> parts = (List<?>) ((NeardupSearchExt) ext).statements().get(ASKED);
      return new Asked(
          (String) parts.get(0),
          (int) parts.get(1),
          Summary.of((String) parts.get(2), (String) parts.get(3)),
          (int) parts.get(4),
          (int) parts.get(5),
          (int) parts.get(6),
          (boolean) parts.get(7));
    }

    NeardupSearchExt ext() {
      String origins = summary == null ? null : summary.origins();
      String date = summary == null ? null : summary.date();
      List<?> parts =
          Arrays.asList(field, variants, origins, date, sketches, from, size, isCounted);
      return new NeardupSearchExt(NAME, Map.of(ASKED, parts));
    }

    /** The same with another summary, and no sketches before hits are fetched: none is compared. */
    Asked unsketched(Summary other) {
      return new Asked(field, variants, other, 0, from, size, false);
    }
  }

  /**
   * What to summarise a group by.
   *
   * @param origins a field with doc values, such as a keyword; null for none
   * @param date a date or whole number; null for none
   */
  record Summary(String origins, String date) {
    private static Summary of(String origins, String date) {
      return origins == null && date == null ? null : new Summary(origins, date);
    }
  }

  private ShardQuestions() {}

  /** What a request asks; null if it asks nothing. */
  static Asked in(SearchRequest request) {
    return request.source() == null
        ? null
        : request.source().ext().stream()
            .map(Asked::in)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /** Answers on the shards of a node: called when a search is parsed, before its phases. */
  static SearchOperationListener answers(GroupsService groups) {
    return new SearchOperationListener() {
      @Override
      public void onPreQueryPhase(SearchContext context) {
        Asked asked = Asked.in(context.getSearchExt(NAME));
        if (asked != null) {
          SuggestionSearchContext all =
              Objects.requireNonNullElseGet(context.suggest(), SuggestionSearchContext::new);
          QueryShardContext shard = context.getQueryShardContext();
          try {
            ShardState state = ShardState.of(shard, asked.field(), groups);
            SuggestionContext answer =
                ShardStateSuggestion.answer(context, asked, state, groups.memory());
            if (asked.sketches() > 0) { // which are given away once
              shard.setIsCacheable(false);
            }
            all.addSuggestion(ShardStateSuggestion.NAME, answer);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          context.suggest(all);
          context.size(Math.max(context.size(), asked.sketches()));
        }
      }

      @Override
      public void onPreFetchPhase(SearchContext context) {
        if (context.getSearchExt(NAME) != null) {
          FetchDocValuesContext given = context.docValuesContext();
          List<FieldAndFormat> fields = new ArrayList<>(given == null ? List.of() : given.fields());
          fields.add(HitSketchPhase.MARK);
          context.docValuesContext(new FetchDocValuesContext(fields));
        }
      }
    };
  }
}
