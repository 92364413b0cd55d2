// SPDX-License-Identifier: Apache-2.0
/**
 * Which documents of a corpus are near-duplicates of each other? {@link
 * org.neardup.tools.cluster.Clustering} takes documents, finds candidates by one of four methods,
 * verifies them, and writes pairs or clusters, in bounded memory and on all processors.
 */
package org.neardup.tools.cluster;
