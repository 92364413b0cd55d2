// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.search.IndexSearcher;
import org.neardup.opensearch.host.VectorQueries;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.neardup.opensearch.pipeline.ShardQuestions.Summary;
import org.neardup.opensearch.query.OneVersionQueryBuilder;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Randomness;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.index.query.Rewriteable;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.SearchRequestProcessor;

/**
 * Makes a search show one version of each group of a shard, and asks for what the response
 * processor needs to do the same over all shards.
 */
final class OneVersionRequestProcessor extends AbstractProcessor implements SearchRequestProcessor {
  static final String TYPE = "one_version";

  /** Each takes the time of reading a sketch and an id, for every hit of a page. */
  private static final int MOST_VARIANTS = 100;

  private final String field;
  private final int variants; // hidden ones to name with each hit
  private final Summary summary; // null for none
  private final boolean exactTotal; // to examine all hits
  private final boolean hasPhase; // a phase results processor comes after it
  private final OneVersionPipeline node;
  private final VectorQueries vectors;

  /**
   * What the request processor tells the response processor.
   *
   * @param asked of each shard, and which page
   * @param searchSize of the request, which the host changes meanwhile
   * @param totalUpTo most that is to be told of the total, as trackTotalHits of a request; null for
   *     the default
   * @param isCount whether the exact total is all that is asked for
   * @param isWhole whether the search found all hits that may be looked at
   * @param isAfter whether the page begins after a given hit
   * @param aggregations a search for them alone; null if they are part of the search for the page,
   *     or if there are none
   */
  record PreparedSearch(
      Asked asked,
      int searchSize,
      Integer totalUpTo,
      boolean isCount,
      boolean isWhole,
      boolean isAfter,
      SearchSourceBuilder aggregations) {
    /** Whether the search began with the first hit, not with that of the page. */
    boolean isFromFirst() {
      return isWhole || asked.sketches() > 0;
    }
  }

  /**
   * As a pipeline defines it.
   *
   * @param field of type {@code neardup}; null for the one that each index names
   * @param config further parameters, which are taken out
   * @param hasPhase whether the phase results processor is there, too
   */
  OneVersionRequestProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      String field,
      Map<String, Object> config,
      boolean hasPhase,
      OneVersionPipeline node) {
    super(tag, description, ignoreFailure);
    this.field = field;
    variants = ConfigurationUtils.readIntProperty(TYPE, tag, config, "variants", 0);
    summary = summary(tag, ConfigurationUtils.readOptionalMap(TYPE, tag, config, "summary"));
    exactTotal = ConfigurationUtils.readBooleanProperty(TYPE, tag, config, "exact_total", false);
    if (variants < 0 || variants > MOST_VARIANTS) {
      throw new IllegalArgumentException(
          "variants must be between 0 and " + MOST_VARIANTS + ", got " + variants);
    }
    this.hasPhase = hasPhase;
    this.node = node;
    vectors =
        new VectorQueries(
            node.contents(), of -> new OneVersionQueryBuilder(node.groups(), field, of));
  }

  private static Summary summary(String tag, Map<String, Object> given) {
    if (given == null) {
      return null;
    }
    Map<String, Object> left = new HashMap<>(given);
    Summary read =
        new Summary(
            ConfigurationUtils.readOptionalStringProperty(TYPE, tag, left, "origins"),
            ConfigurationUtils.readOptionalStringProperty(TYPE, tag, left, "date"));
    if (!left.isEmpty() || given.isEmpty()) {
      throw new IllegalArgumentException("summary must have origins, date or both, got " + given);
    }
    return read;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  @Override
  public SearchRequest processRequest(SearchRequest request) {
    throw new UnsupportedOperationException("a request is rewritten without waiting");
  }

  @Override
  public void processRequestAsync(
      SearchRequest request,
      PipelineProcessingContext context,
      ActionListener<SearchRequest> listener) {
    if (context.getAttribute(TYPE) != null) {
      listener.onFailure(
          new IllegalArgumentException(
              "a search pipeline must have one request processor [" + TYPE + "], got several"));
      return;
    }
    context.setAttribute(TYPE, Optional.empty()); // this processor is there
    if (SearchRefusals.passes(request)) {
      listener.onResponse(request);
      return;
    }
    if (request.source() == null) {
      request.source(new SearchSourceBuilder());
    }
    VectorQueries.Filtered filtered;
    try {
      SearchRefusals.check(request);
      filtered = vectors.filtered(request.source().query(), request.source().postFilter());
    } catch (IOException | IllegalArgumentException e) {
      listener.onFailure(e);
      return;
    }
    if (request.source().isSuggestOnly()) { // which shows no hits
      listener.onResponse(request);
      return;
    }
    // The query is needed twice, but what it looks up, in another index maybe, only once.
    Rewriteable.rewriteAndFetch(
        request.source().shallowCopy().query(filtered.query()),
        node.rewriteContext(request),
        ActionListener.wrap(
            asked -> listener.onResponse(prepare(request, asked, filtered.filter(), context)),
            listener::onFailure));
  }

  private SearchRequest prepare(
      SearchRequest request,
      SearchSourceBuilder asked,
      QueryBuilder filter,
      PipelineProcessingContext context) {
    int from = Math.max(0, asked.from());
    int size = asked.size() < 0 ? SearchService.DEFAULT_SIZE : asked.size();
    boolean isWhole = SearchRefusals.isHybrid(asked);
    SpareHits spare = SpareHits.of(request, node.cluster(), node.resolver());
    boolean isCompared =
        hasPhase
            && (size > 0 || asked.aggregations() == null) // those may be cached without hits
            && !isWhole
            && asked.searchAfter() == null
            && spare.isInWindow(from, size)
            && spare.isMerged(request);
    SearchSourceBuilder source = SearchSources.fetching(asked, SearchSources.ranking(asked));
    QueryBuilder versions = filter == null ? versions(asked, asked.postFilter()) : filter;
    source.query(oneVersion(asked, versions));
    if (exactTotal && asked.trackTotalHitsUpTo() == null) {
      source.trackTotalHits(true);
    }
    Integer totalUpTo = source.trackTotalHitsUpTo();
    SearchSourceBuilder aggregations = null;
    if (asked.aggregations() != null && asked.postFilter() == null) {
      putAggregations(asked, source);
    } else if (asked.aggregations() != null) {
      // They count what a post filter removes, so they may need another version of a group.
      aggregations =
          SearchSources.ranking(asked).query(oneVersion(asked, versions(asked, null))).size(0);
      putAggregations(asked, aggregations);
    }
    Asked questions = new Asked(field, variants, summary, 0, from, size, false);
    if (isWhole && spare.isInWindow(from, size)) {
      source.from(0).size(size == 0 ? 0 : spare.whole(from + size));
    } else if (isCompared) {
      int hits = spare.ofEachShard(from + size + (variants == 0 ? 0 : spare.beyond(0, size)));
      int counted = SpareHits.counted(totalUpTo, size);
      int most = SpareHits.compared(Math.max(hits, counted), spare.shards());
      questions = new Asked(field, variants, summary, most, from, size, counted > hits);
      source.from(0).size(hits);
    } else {
      source.from(from).size(size + spare.beyond(from, size));
    }
    List<SearchExtBuilder> ext = new ArrayList<>(asked.ext());
    ext.add(questions.ext());
    source.ext(ext).suggest(asked.suggest());
    source.profile(asked.profile()).stats(asked.stats());
    source.verbosePipeline(asked.verbosePipeline());
    if (asked.searchAfter() != null) {
      source.searchAfter(asked.searchAfter());
    }
    boolean isCount =
        size == 0
            && asked.aggregations() == null
            && Objects.equals(totalUpTo, SearchContext.TRACK_TOTAL_HITS_ACCURATE);
    SearchSources.counted(source, totalUpTo);
    request.source(source);
    if (request.preference() == null && asked.pointInTimeBuilder() == null) {
      // The copies of a shard may order equal hits differently, and a search may be continued.
      request.preference(Long.toHexString(Randomness.get().nextLong()));
    }
    context.setAttribute(
        TYPE,
        Optional.of(
            new PreparedSearch(
                questions,
                source.size(),
                totalUpTo,
                isCount,
                isWhole,
                asked.searchAfter() != null,
                aggregations)));
    return request;
  }

  private static void putAggregations(SearchSourceBuilder from, SearchSourceBuilder to) {
    from.aggregations().getAggregatorFactories().forEach(to::aggregation);
    from.aggregations().getPipelineAggregatorFactories().forEach(to::aggregation);
  }

  /** Lucene puts a filter among the clauses of the query, which may have no room for it. */
  private static QueryBuilder oneVersion(SearchSourceBuilder asked, QueryBuilder versions) {
    BoolQueryBuilder both = QueryBuilders.boolQuery().must(query(asked));
    boolean isFull =
        asked.query() instanceof BoolQueryBuilder any
            && any.should().size() >= IndexSearcher.getMaxClauseCount();
    return isFull
        ? both.must(QueryBuilders.constantScoreQuery(versions).boost(0))
        : both.filter(versions);
  }

  /** Of each group the version that is preferred of what matches the query and passes too. */
  private QueryBuilder versions(SearchSourceBuilder asked, QueryBuilder postFilter) {
    QueryBuilder passing = query(asked);
    if (asked.minScore() != null) {
      passing = QueryBuilders.functionScoreQuery(passing).setMinScore(asked.minScore());
    }
    QueryBuilder candidates = passing instanceof MatchAllQueryBuilder ? null : passing;
    if (postFilter != null) {
      candidates = QueryBuilders.boolQuery().must(passing).filter(postFilter);
    }
    return new OneVersionQueryBuilder(node.groups(), field, candidates);
  }

  /** What was asked, all if nothing was. */
  static QueryBuilder query(SearchSourceBuilder asked) {
    return asked.query() == null ? QueryBuilders.matchAllQuery() : asked.query();
  }
}
