// SPDX-License-Identifier: Apache-2.0
/**
 * Which documents of a corpus are near-duplicates of each other? {@link
 * org.neardup.tools.cluster.Clustering} takes documents, finds candidates by one of four methods,
 * verifies them, and writes pairs or clusters, in bounded memory and on all processors.
 *
 * <p>The methods share one shape: entries of a key and a text are sorted, texts with the same key
 * are paired, and pairs are sorted.
 */
package org.neardup.tools.cluster;
