// SPDX-License-Identifier: Apache-2.0

/**
 * From text to elements: token filters and tokenizers that turn any analyzer's tokens, or the
 * characters of a text, into 64-bit shingle hashes.
 *
 * <p>{@link org.neardup.analysis.Shingling} says what a shingle is. {@link
 * org.neardup.analysis.ShingleHashFilter} and {@link
 * org.neardup.analysis.CharacterShingleTokenizer} emit shingles as tokens, for analysis chains;
 * {@link org.neardup.internal.analysis.ElementExtractor} collects the same hashes of a whole
 * document, for sketches. {@link org.neardup.internal.analysis.PackedTokens} keep an analyzer's
 * output, so that a document that was sketched is indexed without analysing it again. For a {@link
 * org.apache.lucene.analysis.standard.StandardAnalyzer}, this package makes the same tokens of most
 * texts itself, which is faster.
 */
package org.neardup.analysis;
