// SPDX-License-Identifier: Apache-2.0

/**
 * From text to elements: token filters and tokenizers that turn any analyzer's tokens, or the
 * characters of a text, into 64-bit shingle hashes.
 *
 * <p>{@link org.neardup.analysis.Shingling} says what a shingle is. {@link
 * org.neardup.analysis.ShingleHashFilter} and {@link
 * org.neardup.analysis.CharacterShingleTokenizer} emit shingles as tokens, for analysis chains;
 * {@link org.neardup.analysis.ElementExtractor} collects the same hashes of a whole document, for
 * sketches. {@link org.neardup.analysis.PackedTokens} keep what an analyzer did, so that a document
 * which was sketched is indexed without analysing it again. Of a {@link
 * org.apache.lucene.analysis.standard.StandardAnalyzer} the tokens of most texts are made here,
 * sooner than it makes the same.
 */
package org.neardup.analysis;
