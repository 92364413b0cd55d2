// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.util.Map;
import org.neardup.tools.cluster.grouping.Kind;

/**
 * What was found.
 *
 * @param documents documents with text
 * @param texts different texts among them
 * @param candidates pairs of texts that were compared
 * @param nearDuplicates of these, pairs that are near-duplicates
 * @param pairs pairs of documents written, copies of a text included; 0 for clusters
 * @param clusters groups written; 0 for pairs
 * @param clustered documents in them
 * @param kinds groups of each kind that there is
 * @param hotBuckets buckets too large to look at all their pairs
 * @param skippedPairs pairs that were skipped for that
 * @param stageSeconds time of each stage after reading
 */
public record ClusterCounts(
    long documents,
    long texts,
    long candidates,
    long nearDuplicates,
    long pairs,
    long clusters,
    long clustered,
    Map<Kind, Long> kinds,
    long hotBuckets,
    long skippedPairs,
    Map<String, Double> stageSeconds) {}
