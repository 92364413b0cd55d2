// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchParameters;
import org.neardup.search.Verdict.Rule;

/** Says whether two documents are near-duplicates, and why. */
record Decider(SketchParameters parameters, ResemblanceRule collapse) {

  Verdict decide(IndexedDocument a, IndexedDocument b, Estimate estimate, ExactResemblance exact) {
    if (estimate == null) {
      return verdict(false, Rule.EMPTY_TEXT, (a.sketch() == null ? a : b).id() + " has no text");
    } else if (a.scope() != b.scope()) {
      return verdict(false, Rule.OTHER_SCOPE, "they are in different scopes");
    } else if (a.hasSameText(b)) {
      return verdict(true, Rule.SAME_TEXT, "the analyzer makes the same tokens of both texts");
    }
    IndexedDocument shorter = a.elements() <= b.elements() ? a : b;
    if (shorter.elements() < parameters.minElements()) {
      return verdict(
          false,
          Rule.SHORT_TEXT,
          shorter.id()
              + " has "
              + shorter.elements()
              + " elements, and with fewer than "
              + parameters.minElements()
              + " only the same text counts");
    }
    boolean doubt = collapse.isInDoubt(parameters.format().packing(), estimate.resemblance());
    return doubt && exact != null ? byTexts(estimate, exact) : bySketches(estimate, doubt);
  }

  private Verdict byTexts(Estimate estimate, ExactResemblance exact) {
    boolean near = exact.resemblance() >= collapse.threshold();
    String reason =
        compared("resemblance", exact.resemblance(), near)
            + String.format(
                Locale.ROOT,
                ", counted in the texts (the estimate is %.3f)",
                estimate.resemblance());
    return verdict(near, Rule.EXACT, reason);
  }

  private Verdict bySketches(Estimate estimate, boolean doubt) {
    boolean near = estimate.resemblance() >= collapse.threshold();
    String reason = compared("estimated resemblance", estimate.resemblance(), near);
    String caveat = ", which is not sure, but not both texts are stored";
    return verdict(near, Rule.ESTIMATE, doubt ? reason + caveat : reason);
  }

  private String compared(String name, double resemblance, boolean near) {
    String number = beside(resemblance, collapse.threshold());
    return name + " " + number + (near ? " >= " : " < ") + collapse.threshold();
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

  private static Verdict verdict(boolean near, Rule rule, String reason) {
    return new Verdict(near, rule, (near ? "near-duplicates: " : "not near-duplicates: ") + reason);
  }
}
