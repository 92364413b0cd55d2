// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.query.OneVersionQueryBuilder;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Randomness;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;

/**
 * Makes a search show one version of each group of a shard, and asks for what the response
 * processor needs to do the same over all shards.
 */
final class OneVersionRequestProcessor extends AbstractProcessor implements SearchRequestProcessor {
  static final String TYPE = "one_version";

  private final OneVersionOptions options;
  private final SpareHits spare;
  private final GroupsService groups;

  private OneVersionRequestProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      OneVersionOptions options,
      SpareHits spare,
      GroupsService groups) {
    super(tag, description, ignoreFailure);
    this.options = options;
    this.spare = spare;
    this.groups = groups;
  }

  static Processor.Factory<SearchRequestProcessor> factory(SpareHits spare, GroupsService groups) {
    return (processors, tag, description, ignoreFailure, config, context) ->
        new OneVersionRequestProcessor(
            tag, description, ignoreFailure, OneVersionOptions.of(tag, config), spare, groups);
  }

  @Override
  public String getType() {
    return TYPE;
  }

  @Override
  public SearchRequest processRequest(SearchRequest request) {
    throw new UnsupportedOperationException("the response processor needs the context");
  }

  @Override
  public SearchRequest processRequest(SearchRequest request, PipelineProcessingContext context) {
    SearchSourceBuilder asked = request.source();
    if (asked == null) {
      asked = new SearchSourceBuilder();
      request.source(asked);
    }
    SearchRefusals.check(request);
    if (asked.isSuggestOnly()) {
      return request; // which shows no hits
    }
    SearchSourceBuilder source = SearchSources.hits(asked);
    source.query(oneVersion(asked.query(), asked.postFilter()));
    SearchSourceBuilder aggregations = null;
    if (asked.aggregations() != null && asked.postFilter() == null) {
      putAggregations(asked, source);
    } else if (asked.aggregations() != null) {
      // They count what a post filter removes, so they may need another version of a group.
      aggregations = SearchSources.ranking(asked).query(oneVersion(asked.query(), null)).size(0);
      putAggregations(asked, aggregations);
    }
    List<SearchExtBuilder> ext = new ArrayList<>(asked.ext());
    ext.add(new ShardQuestions(options.field(), options.variants(), true));
    source.ext(ext).suggest(asked.suggest());
    int from = Math.max(0, asked.from());
    int size = asked.size() < 0 ? SearchService.DEFAULT_SIZE : asked.size();
    source.from(from).size(size + spare.of(request, from, size));
    source.profile(asked.profile()).stats(asked.stats());
    source.verbosePipeline(asked.verbosePipeline());
    if (asked.searchAfter() != null) {
      source.searchAfter(asked.searchAfter());
    }
    request.source(source);
    if (request.preference() == null && asked.pointInTimeBuilder() == null) {
      // The copies of a shard may order equal hits differently, and a search may be continued.
      request.preference(Long.toHexString(Randomness.get().nextLong()));
    }
    context.setAttribute(TYPE, new PreparedSearch(options, size, aggregations));
    return request;
  }

  private static void putAggregations(SearchSourceBuilder from, SearchSourceBuilder to) {
    from.aggregations().getAggregatorFactories().forEach(to::aggregation);
    from.aggregations().getPipelineAggregatorFactories().forEach(to::aggregation);
  }

  /** What matches a query, and of each group the version that is preferred of what passes too. */
  private QueryBuilder oneVersion(QueryBuilder asked, QueryBuilder postFilter) {
    QueryBuilder query = asked == null ? QueryBuilders.matchAllQuery() : asked;
    QueryBuilder candidates = query instanceof MatchAllQueryBuilder ? null : query;
    if (postFilter != null) {
      candidates = QueryBuilders.boolQuery().must(query).filter(postFilter);
    }
    return QueryBuilders.boolQuery()
        .must(query)
        .filter(new OneVersionQueryBuilder(groups, options.field(), candidates));
  }
}
