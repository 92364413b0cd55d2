// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.util.List;
import org.neardup.compare.Overlap;

/**
 * What an index holds of a text, counted in stored texts.
 *
 * @param elements different shingles of the text; 0 if it has no words
 * @param total documents that hold at least the minimum of it, as far as they were looked at
 * @param skipped documents that may hold as much and were not looked at, as there were too many
 *     candidates; then others may hold more than some of the hits
 * @param hits the documents that hold the most of the text, best first, of equals the one of the
 *     smaller number
 * @param sources where the text comes from, if from several documents: in turn, the one that holds
 *     the most of what those before it do not
 * @param unexplained share of the text's shingles that is in none of the sources, 0 to 1; 0 if it
 *     has none
 */
public record CopiedText(
    int elements,
    int total,
    int skipped,
    List<Hit> hits,
    List<Source> sources,
    double unexplained) {

  /**
   * A passage that stands in a text and in a document, the same word by word to the analyzer, and
   * at least a shingle long.
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
  public record Passage(int from, int to, int sourceFrom, int sourceTo, int shingles) {}

  /**
   * A document that holds much of the text.
   *
   * @param doc Lucene's number of the document in the reader
   * @param representative of the visible document that it is hidden behind; its own if it is
   *     visible
   * @param overlap of the text (a) and the document (b): containment both ways
   * @param passages all that the text has from the document, in the order of the text; each shingle
   *     of the text that is in the document is in one of them
   */
  public record Hit(int doc, int representative, Overlap overlap, List<Passage> passages) {}

  /**
   * A document as one of several sources.
   *
   * @param doc Lucene's number of the document in the reader
   * @param representative as of a hit
   * @param share of the text's shingles that it holds and no source before it does
   * @param passages of these shingles, in the order of the text: no two sources explain the same
   *     shingle
   */
  public record Source(int doc, int representative, double share, List<Passage> passages) {}
}
