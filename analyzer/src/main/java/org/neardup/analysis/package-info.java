// SPDX-License-Identifier: Apache-2.0

/**
 * From text to elements: token filters and tokenizers that turn any analyzer's tokens, or the
 * characters of a text, into 64-bit shingle hashes.
 *
 * <p>{@link org.neardup.analysis.Shingling} says what a shingle is. {@link
 * org.neardup.analysis.ShingleHashFilter} and {@link
 * org.neardup.analysis.CharacterShingleTokenizer} emit shingles as tokens, for analysis chains.
 * {@link org.neardup.analysis.NormalizedAnalyzer} reads texts normalised.
 */
package org.neardup.analysis;
