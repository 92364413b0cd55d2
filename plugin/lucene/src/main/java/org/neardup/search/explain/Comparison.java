// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import org.neardup.compare.Overlap;
import org.neardup.compare.Verdict.Basis;
import org.neardup.record.Place;

/**
 * Everything an index knows of the resemblance of two of its documents, a and b.
 *
 * @param a one document
 * @param b the other
 * @param estimate what the sketches say, which have nothing in common in different scopes; null if
 *     either has none
 * @param sharedBands bands that are the same: with none, neither is a candidate for the other
 * @param bands bands of a sketch
 * @param exact what the texts say, whatever their scopes; null if not both are stored
 * @param verdict whether they are near-duplicates, and why
 * @param places where they stand, in words
 * @param difference where the texts differ; null if not both are stored, or sets are compared
 * @param values which values of sets they share and do not share; null if not both are stored, or
 *     texts are compared
 */
public record Comparison(
    Compared a,
    Compared b,
    Estimate estimate,
    int sharedBands,
    int bands,
    Overlap exact,
    Decision verdict,
    String places,
    TextDifference difference,
    ValueDifference values) {

  /**
   * What two sketches say of the resemblance of their texts.
   *
   * @param agreeing slots that are the same
   * @param slots slots of a sketch
   * @param resemblance 0 to 1
   * @param standardError of the resemblance; 0 only of the same text, whose resemblance is 1
   */
  public record Estimate(int agreeing, int slots, double resemblance, double standardError) {}

  /**
   * One of the two.
   *
   * @param id the document's id
   * @param elements elements of its text, repeats included; 0 if it is empty
   * @param place whether it is shown
   * @param representative id of the document that stands for it: its own if it is visible, or
   *     stands in for a visible one that another writer deleted
   */
  public record Compared(String id, int elements, Place place, String representative) {}

  /**
   * Whether they are near-duplicates, as a collapse decides when it compares them.
   *
   * @param nearDuplicates whether they are
   * @param rule what decided
   * @param reason the same in words
   */
  public record Decision(boolean nearDuplicates, Basis rule, String reason) {}
}
