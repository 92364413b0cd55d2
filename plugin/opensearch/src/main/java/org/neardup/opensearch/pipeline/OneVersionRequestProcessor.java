// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Optional;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.query.OneVersionQueryBuilder;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Randomness;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.suggest.SuggestBuilder;

/**
 * Makes a search show one version of each group of a shard, and asks for what the response
 * processor needs to do the same over all shards.
 */
final class OneVersionRequestProcessor extends AbstractProcessor
    implements SearchRequestProcessor {
  static final String TYPE = "one_version";

  private final OneVersionOptions options;
  private final AliasFilters aliases;
  private final GroupsService groups;

  private OneVersionRequestProcessor(
      String tag,
      String description,
      boolean ignoreFailure,
      OneVersionOptions options,
      AliasFilters aliases,
      GroupsService groups) {
    super(tag, description, ignoreFailure);
    this.options = options;
    this.aliases = aliases;
    this.groups = groups;
  }

  static Processor.Factory<SearchRequestProcessor> factory(
      AliasFilters aliases, GroupsService groups) {
    return (processors, tag, description, ignoreFailure, config, context) ->
        new OneVersionRequestProcessor(
            tag, description, ignoreFailure, OneVersionOptions.of(tag, config), aliases, groups);
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
  public SearchRequest processRequest(SearchRequest request, PipelineProcessingContext context)
      throws IOException {
    SearchSourceBuilder asked = request.source();
    if (asked == null) {
      asked = new SearchSourceBuilder();
      request.source(asked);
    }
    SearchRefusals.check(request);
    SearchSourceBuilder source = SearchSources.hits(asked);
    filter(request, source);
    HitSketchPhase.askFor(source, options.field(), options.variants());
    source.suggest(suggest(asked.suggest()));
    source.from(asked.from()).size(asked.size()).profile(asked.profile()).stats(asked.stats());
    source.pipeline(asked.pipeline()).verbosePipeline(asked.verbosePipeline());
    if (asked.searchAfter() != null) {
      source.searchAfter(asked.searchAfter());
    }
    request.source(source);
    if (request.preference() == null && asked.pointInTimeBuilder() == null) {
      // The copies of a shard may order equal hits differently, and a search may be continued.
      request.preference(Long.toHexString(Randomness.get().nextLong()));
    }
    context.setAttribute(TYPE, options);
    return request;
  }

  private void filter(SearchRequest request, SearchSourceBuilder source) throws IOException {
    SearchSourceBuilder asked = request.source();
    QueryBuilder query = asked.query() == null ? QueryBuilders.matchAllQuery() : asked.query();
    Optional<QueryBuilder> alias = aliases.of(request);
    boolean allMatch = query instanceof MatchAllQueryBuilder && alias.isEmpty();
    BoolQueryBuilder matching = QueryBuilders.boolQuery().must(query);
    alias.ifPresent(matching::filter);
    QueryBuilder oneVersion = oneVersion(allMatch ? null : matching);
    if (asked.postFilter() == null) {
      source.query(QueryBuilders.boolQuery().must(query).filter(oneVersion));
    } else {
      QueryBuilder passing = QueryBuilders.boolQuery().must(matching).filter(asked.postFilter());
      source.query(query);
      source.postFilter(
          QueryBuilders.boolQuery().filter(asked.postFilter()).filter(oneVersion(passing)));
    }
    if (asked.aggregations() != null && asked.postFilter() != null) {
      GroupedAggregations.put(asked.aggregations(), oneVersion, source);
    } else if (asked.aggregations() != null) {
      GroupedAggregations.put(asked.aggregations(), source);
    }
  }

  private QueryBuilder oneVersion(QueryBuilder of) {
    return new OneVersionQueryBuilder(options.field(), of);
  }

  private SuggestBuilder suggest(SuggestBuilder asked) {
    SuggestBuilder suggest = new SuggestBuilder();
    if (asked != null) {
      suggest.setGlobalText(asked.getGlobalText());
      asked.getSuggestions().forEach(suggest::addSuggestion);
    }
    return suggest.addSuggestion(
        ShardStateSuggestion.NAME, new ShardStateSuggestionBuilder(options.field(), groups));
  }
}
