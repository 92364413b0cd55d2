// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

/**
 * A passage that stands in a text and in a document, the same word by word to the analyzer, and at
 * least a shingle long.
 *
 * <p>Offsets are those of Java's chars: {@code text.substring(from, to)}. Where a document has
 * several texts, they follow each other with a line end between two.
 *
 * @param from offset of its first character in the text
 * @param to offset behind its last character in the text
 * @param sourceFrom the same in the document
 * @param sourceTo the same in the document
 * @param shingles of it, repeats included; at least 1
 */
public record CopiedPassage(int from, int to, int sourceFrom, int sourceTo, int shingles) {}
