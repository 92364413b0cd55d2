// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.groups.SketchMemory.Taken;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.neardup.opensearch.pipeline.ShardState.Format;
import org.neardup.opensearch.pipeline.ShardStateSuggestion.Compared;
import org.opensearch.action.search.SearchPhaseContext;
import org.opensearch.action.search.SearchPhaseName;
import org.opensearch.action.search.SearchPhaseResults;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.SearchPhaseResultsProcessor;
import org.opensearch.search.query.QuerySearchResult;

/**
 * Compares the hits of several shards by the sketches that come with them, and leaves those of the
 * page to be fetched.
 *
 * <p>The hits of a shard are of different groups. So a page that ends with the tenth group takes
 * ten hits of each shard, or a few more where a hit of one shard resembles two of another.
 */
final class OneVersionPhaseProcessor extends AbstractProcessor
    implements SearchPhaseResultsProcessor {
  private final OneVersionPipeline node;

  OneVersionPhaseProcessor(
      String tag, String description, boolean ignoreFailure, OneVersionPipeline node) {
    super(tag, description, ignoreFailure);
    this.node = node;
  }

  /** A pipeline of it alone, for one search: before 3.8, OpenSearch empties what it reads. */
  static Map<String, Object> pipeline() {
    Map<String, Object> processor = new HashMap<>();
    processor.put(OneVersionRequestProcessor.TYPE, new HashMap<>());
    return new HashMap<>(Map.of("phase_results_processors", new ArrayList<>(List.of(processor))));
  }

  @Override
  public String getType() {
    return OneVersionRequestProcessor.TYPE;
  }

  @Override
  public SearchPhaseName getBeforePhase() {
    return SearchPhaseName.QUERY;
  }

  @Override
  public SearchPhaseName getAfterPhase() {
    return SearchPhaseName.FETCH;
  }

  @Override
  public <R extends SearchPhaseResult> void process(
      SearchPhaseResults<R> results, SearchPhaseContext context) {
    Asked asked = ShardQuestions.in(context.getRequest());
    List<QuerySearchResult> shards =
        results.getAtomicArray().asList().stream()
            .map(SearchPhaseResult::queryResult)
            .filter(shard -> !shard.isNull())
            .toList();
    List<ShardStateSuggestion> told =
        shards.stream()
            .map(shard -> ShardStateSuggestion.in(shard.suggest()))
            .filter(Objects::nonNull)
            .toList();
    boolean isAsked = asked != null && asked.sketches() > 0 && context.getNumShards() > 1;
    boolean isComplete = !shards.isEmpty() && told.size() == shards.size();
    try {
      if (isAsked && isComplete && isMergeable(shards)) {
        told.getFirst().compared(compared(shards, told, asked, context.getRequest().source()));
      }
    } finally {
      told.forEach(shard -> shard.sketches().close());
    }
  }

  private Compared compared(
      List<QuerySearchResult> shards,
      List<ShardStateSuggestion> told,
      Asked asked,
      SearchSourceBuilder source) {
    SketchMemory memory = node.groups().memory();
    long count = told.stream().mapToLong(shard -> shard.sketches().size()).sum();
    long paged = asked.isCounted() ? (long) source.size() * shards.size() : count;
    Taken taken = memory.take(PageSearch.BYTES_EACH * Math.min(count, paged));
    try {
      return leavePage(shards, told, asked, source, memory);
    } finally {
      taken.close();
    }
  }

  /** Whether all results are there, with sort values of the same types. */
  private static boolean isMergeable(List<QuerySearchResult> shards) {
    Set<List<?>> sortTypes = new HashSet<>();
    for (QuerySearchResult shard : shards) {
      if (shard.hasConsumedTopDocs()) {
        return false;
      } else if (hits(shard).length > 0 && hits(shard)[0] instanceof FieldDoc first) {
        sortTypes.add(Arrays.stream(first.fields).map(OneVersionPhaseProcessor::type).toList());
      }
    }
    return sortTypes.size() <= 1;
  }

  private static Class<?> type(Object value) {
    return value == null ? null : value.getClass();
  }

  private static ScoreDoc[] hits(QuerySearchResult shard) {
    return shard.topDocs().topDocs.scoreDocs;
  }

  private static Compared leavePage(
      List<QuerySearchResult> shards,
      List<ShardStateSuggestion> told,
      Asked asked,
      SearchSourceBuilder source,
      SketchMemory memory) {
    Map<String, ShardState> states = ShardStateSuggestion.states(told);
    List<PackedSketches> sketches = told.stream().map(ShardStateSuggestion::sketches).toList();
    List<String> indices =
        shards.stream()
            .map(shard -> shard.getSearchShardTarget().getFullyQualifiedIndexName())
            .toList();
    ScoreDoc[] ranking = ranking(shards);
    DistinctHits<ScoreDoc> distinct = new DistinctHits<>(states);
    Set<ScoreDoc> page = new HashSet<>();
    List<ScoreDoc> left = new ArrayList<>(); // the page, and other versions of its hits
    int[] examined = new int[shards.size()];
    int most = Math.max(source.size(), asked.sketches());
    long paged = (long) source.size() * shards.size(); // hits that a page alone would need
    boolean canStop = asked.from() > 0 && source.trackTotalHitsUpTo() == null;
    boolean isAtEnd = true;
    boolean isShort = false;
    int end = 0;
    while (end < ranking.length && isAtEnd) {
      ScoreDoc hit = ranking[end];
      int shard = hit.shardIndex;
      int place = examined[shard];
      if (place == sketches.get(shard).size()) {
        isAtEnd = false;
        isShort = place < asked.sketches();
        break;
      }
      if (!asked.isCounted() || page.size() < asked.size() || end < paged) {
        ScoreDoc earlier = distinct.find(indices.get(shard), sketches.get(shard).copy(place), hit);
        if (earlier == null && distinct.count() > asked.from() && page.size() < asked.size()) {
          page.add(hit);
          left.add(hit);
        } else if (asked.variants() > 0 && page.contains(earlier)) {
          left.add(hit);
        }
      }
      end++;
      isAtEnd = ++examined[shard] < most || hasAll(shards.get(shard));
      isAtEnd &= !canStop || page.size() < asked.size();
    }
    int count = distinct.count();
    if (asked.isCounted()) {
      List<Format> formats = indices.stream().map(index -> states.get(index).format()).toList();
      try {
        count = GroupCount.count(ranking, end, sketches, formats, memory);
      } catch (CircuitBreakingException e) { // those that were found are some of them
        isAtEnd = false;
        isShort = true;
      }
    }
    leave(shards, ranking, left, page, source.size() - page.size());
    return new Compared(count, isAtEnd, isShort);
  }

  /** Leaves some hits of each shard, as they were, of which so many may not be on the page. */
  private static void leave(
      List<QuerySearchResult> shards,
      ScoreDoc[] ranking,
      List<ScoreDoc> left,
      Set<ScoreDoc> page,
      int places) {
    List<List<ScoreDoc>> byShard = new ArrayList<>();
    shards.forEach(shard -> byShard.add(new ArrayList<>()));
    int others = 0;
    for (ScoreDoc hit : left) {
      if (page.contains(hit) || others++ < places) {
        byShard.get(hit.shardIndex).add(hit);
      }
    }
    for (ScoreDoc hit : ranking) {
      hit.shardIndex = -1;
    }
    for (int i = 0; i < shards.size(); i++) { // in place: so contexts without hits are released
      shards.get(i).topDocs().topDocs.scoreDocs = byShard.get(i).toArray(ScoreDoc[]::new);
    }
  }

  /** Hits of all shards in order, as they will be merged, with the numbers of their shards. */
  private static ScoreDoc[] ranking(List<QuerySearchResult> shards) {
    TopDocs[] found = shards.stream().map(shard -> shard.topDocs().topDocs).toArray(TopDocs[]::new);
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      for (ScoreDoc hit : found[i].scoreDocs) {
        hit.shardIndex = i;
        count++;
      }
    }
    TopDocs merged =
        found[0] instanceof TopFieldDocs sorted
            ? TopDocs.merge(
                new Sort(sorted.fields),
                count,
                Arrays.copyOf(found, found.length, TopFieldDocs[].class))
            : TopDocs.merge(count, found);
    return merged.scoreDocs;
  }

  private static boolean hasAll(QuerySearchResult shard) {
    TotalHits total = shard.topDocs().topDocs.totalHits;
    return total.relation() == TotalHits.Relation.EQUAL_TO && total.value() == hits(shard).length;
  }
}
