// SPDX-License-Identifier: Apache-2.0

/**
 * One version of each document over all shards: the search pipeline processors {@code one_version}.
 *
 * <p>The request processor adds a filter, which leaves one version of each group of a shard, and
 * asks for the state of each shard and the sketches of its hits ({@link
 * org.neardup.opensearch.pipeline.ShardStateSuggestion}). The phase results processor compares them
 * and leaves the page to be fetched. Where it cannot, sketches come with the hits that are fetched
 * ({@link org.neardup.opensearch.pipeline.HitSketch}), and the response processor compares them and
 * continues the search ({@link org.neardup.opensearch.pipeline.PageSearch}).
 */
package org.neardup.opensearch.pipeline;
