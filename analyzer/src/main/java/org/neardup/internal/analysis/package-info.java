// SPDX-License-Identifier: Apache-2.0

/**
 * How a document is analysed once, for its sketch and for the index: {@link
 * org.neardup.internal.analysis.ElementExtractor} collects the hashes of its shingles, and {@link
 * org.neardup.internal.analysis.PackedTokens} keep the analyzer's output, so that the document is
 * indexed without analysing it again. For a {@link
 * org.apache.lucene.analysis.standard.StandardAnalyzer}, this package makes the same tokens of most
 * texts itself, which is faster.
 */
package org.neardup.internal.analysis;
