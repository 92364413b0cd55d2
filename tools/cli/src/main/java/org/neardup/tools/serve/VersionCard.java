// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import org.neardup.record.Place;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.search.VariantsReport;

/**
 * A version of a document beside it.
 *
 * @param shown id of that document
 * @param place of the version
 * @param comparison of that document, a, and the version, b
 */
record VersionCard(String shown, DocumentCard card, Place place, Comparison comparison) {

  /** As in {@code 0.974 counted in the texts}. */
  String resemblance() {
    if (comparison.exact() != null) {
      return VariantsReport.decimal(comparison.exact().resemblance()) + ", counted in the texts";
    } else if (comparison.estimate() != null) {
      return VariantsReport.plusMinus(comparison.estimate()) + ", estimated from the sketches";
    }
    return "not known, as there is no text";
  }

  String placeName() {
    return switch (place) {
      case VISIBLE -> "visible";
      case HIDDEN -> "hidden";
      case CONTAINED -> "hidden, contained";
      case WOULD_BE_HIDDEN -> "would be hidden";
    };
  }

  /** Null if not both texts are stored. */
  TextDifference difference() {
    return comparison.difference();
  }

  String link() {
    return Link.toComparison(shown, card.id());
  }
}
