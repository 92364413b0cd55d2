// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.aggregations.Aggregation;
import org.opensearch.search.aggregations.AggregationBuilder;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.aggregations.PipelineAggregationBuilder;
import org.opensearch.search.aggregations.bucket.filter.FilterAggregationBuilder;
import org.opensearch.search.aggregations.bucket.filter.InternalFilter;
import org.opensearch.search.aggregations.bucket.global.GlobalAggregationBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Aggregations of a search with a post filter. They count documents that the post filter removes,
 * so their choice within a group is another than that of the hits: they get a filter of their own.
 */
final class GroupedAggregations {
  private static final String NAME = "_neardup";

  private GroupedAggregations() {}

  /** Puts aggregations into a search, under a filter; global ones as they are. */
  static void put(AggregatorFactories.Builder from, QueryBuilder filter, SearchSourceBuilder to) {
    FilterAggregationBuilder filtered = new FilterAggregationBuilder(NAME, filter);
    for (AggregationBuilder each : from.getAggregatorFactories()) {
      if (each instanceof GlobalAggregationBuilder) {
        to.aggregation(each);
      } else {
        filtered.subAggregation(each);
      }
    }
    for (PipelineAggregationBuilder each : from.getPipelineAggregatorFactories()) {
      filtered.subAggregation(each);
    }
    to.aggregation(filtered);
  }

  /** Puts aggregations into a search as they are. */
  static void put(AggregatorFactories.Builder from, SearchSourceBuilder to) {
    from.getAggregatorFactories().forEach(to::aggregation);
    from.getPipelineAggregatorFactories().forEach(to::aggregation);
  }

  /** The results as if there were no filter. */
  static InternalAggregations unfiltered(InternalAggregations results) {
    if (results == null || results.get(NAME) == null) {
      return results;
    }
    List<InternalAggregation> all = new ArrayList<>();
    for (Aggregation each : results) {
      if (each.getName().equals(NAME)) {
        ((InternalFilter) each)
            .getAggregations()
            .forEach(inner -> all.add((InternalAggregation) inner));
      } else {
        all.add((InternalAggregation) each);
      }
    }
    return InternalAggregations.from(all);
  }
}
