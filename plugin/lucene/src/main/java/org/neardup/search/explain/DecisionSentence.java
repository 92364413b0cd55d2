// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.search.explain.Comparison.Parting;
import org.neardup.search.explain.Explainer.IndexedDocument;

/**
 * Says why two documents are near-duplicates or not.
 *
 * @param ofValues whether sets of values are compared, and not texts
 */
record DecisionSentence(SketchComparer comparer, int minElements, boolean ofValues) {

  /**
   * Says it.
   *
   * @param guards that part the two
   * @param names what to call the document of an id
   */
  String of(
      RuleDecision decision,
      IndexedDocument a,
      IndexedDocument b,
      List<Parting> guards,
      UnaryOperator<String> names) {
    String reason =
        switch (decision.basis()) {
          case EMPTY_TEXT ->
              names.apply((a.sketch() == null ? a : b).id())
                  + (ofValues ? " has no values" : " has no text");
          case VERDICT ->
              "a verdict says that they are " + (decision.isNear() ? "" : "not ") + "the same";
          case OTHER_SCOPE -> "they are in different scopes";
          case SAME_TEXT ->
              ofValues
                  ? "both have the same values"
                  : "the analyzer makes the same tokens of both texts";
          case GUARD ->
              "a guard parts them, "
                  + guards.stream().map(Parting::toString).collect(Collectors.joining("; "));
          case SHORT_TEXT -> tooShort(a.elements() <= b.elements() ? a : b, names);
          case EXACT -> counted(decision, comparer.estimated(a.sketch(), b.sketch()).value());
          case ESTIMATE -> estimated(decision);
        };
    return (decision.isNear() ? "near-duplicates: " : "not near-duplicates: ") + reason;
  }

  private String tooShort(IndexedDocument shorter, UnaryOperator<String> names) {
    return names.apply(shorter.id())
        + " has "
        + shorter.elements()
        + (ofValues ? " values, and with fewer than " : " elements, and with fewer than ")
        + minElements
        + (ofValues ? " only the same values count" : " only the same text counts");
  }

  private String counted(RuleDecision decision, double estimate) {
    return "resemblance "
        + compared(decision)
        + String.format(
            Locale.ROOT,
            ", counted in the %s (the estimate is %.3f)",
            ofValues ? "values" : "texts",
            estimate);
  }

  private String estimated(RuleDecision decision) {
    return "estimated resemblance "
        + compared(decision)
        + (comparer.isInDoubt(decision.resemblance().decisive())
            ? ", which is not sure, but not both " + (ofValues ? "sets" : "texts") + " are stored"
            : "");
  }

  private String compared(RuleDecision decision) {
    double threshold = comparer.threshold();
    double value = decision.resemblance().value();
    if (decision.isNear() && value < threshold) {
      return String.format(Locale.ROOT, "%.3f, as all slots agree", value);
    }
    return beside(value, threshold) + (decision.isNear() ? " >= " : " < ") + threshold;
  }

  /** With three digits, or with as many as show on which side of the threshold a number is. */
  static String beside(double number, double threshold) {
    // From the shortest decimals, as people write them, which are in the order of the doubles.
    BigDecimal whole = BigDecimal.valueOf(number);
    BigDecimal limit = BigDecimal.valueOf(threshold);
    BigDecimal rounded;
    int digits = 3;
    do {
      rounded = whole.setScale(digits++, RoundingMode.HALF_UP);
    } while ((rounded.compareTo(limit) >= 0) != (number >= threshold));
    return rounded.toPlainString();
  }
}
