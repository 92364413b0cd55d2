// SPDX-License-Identifier: Apache-2.0

/**
 * One version of each document over all shards: the search pipeline processors {@code one_version}.
 *
 * <p>The request processor adds a filter, which leaves one version of each group of a shard, and
 * asks for two things: the state of each shard ({@link
 * org.neardup.opensearch.pipeline.ShardStateSuggestion}) and the sketch of each hit ({@link
 * org.neardup.opensearch.pipeline.HitSketch}). The response processor compares the sketches and
 * continues the search ({@link org.neardup.opensearch.pipeline.PageSearch}).
 */
package org.neardup.opensearch.pipeline;
