// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Map;

/**
 * What was found. Component names are the keys of the JSON, those of {@code neardup cluster} where
 * they mean the same.
 *
 * @param documents rows that were accepted
 * @param withoutText of these, documents without text, which are near-duplicates of none
 * @param rejected rows that could not be used
 * @param texts different texts among the documents
 * @param candidates pairs of texts that were compared
 * @param inDoubt of these, pairs whose texts had to be read again
 * @param nearDuplicates pairs of texts that are near-duplicates
 * @param clusters groups; 0 until they are asked for
 * @param clustered documents in them
 * @param kinds groups of each kind that there is, by its name in lower case
 * @param hotBuckets buckets too large to look at all their pairs
 * @param skippedPairs pairs that were skipped for that
 * @param rounds in which the groups were decided on, beside the last task
 * @param shuffledBytes written for other tasks to read
 * @param stageSeconds time of each stage
 */
public record Counts(
    long documents,
    long withoutText,
    long rejected,
    long texts,
    long candidates,
    long inDoubt,
    long nearDuplicates,
    long clusters,
    long clustered,
    Map<String, Long> kinds,
    long hotBuckets,
    long skippedPairs,
    int rounds,
    long shuffledBytes,
    Map<String, Double> stageSeconds) {}
