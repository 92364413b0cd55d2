// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.util.IOSupplier;

/**
 * Says which documents are near-duplicates, or are not, by every {@link ResemblanceRule} with one
 * threshold, whether or not texts are available. What is neither may have been decided either way.
 */
public final class CertainRule {
  /** Standard errors of an estimate that no rule doubts. */
  private static final double ERRORS = 4;

  private final SketchComparer comparer;
  private final double doubt;

  /** Compares sketches with these parameters. */
  public CertainRule(SketchParameters parameters, double threshold) {
    comparer = new SketchComparer(parameters, ResemblanceRule.exact(threshold));
    doubt = ERRORS * comparer.standardError();
  }

  /**
   * Whether two texts are near-duplicates by every rule.
   *
   * @param counted as for {@link SketchComparer#verdict}
   */
  public boolean isNear(byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    return comparer.haveSameText(a, b) || isSure(true, a, b, counted);
  }

  /** The same for whether they are no near-duplicates by any rule. */
  public boolean isUnlike(byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    return !comparer.haveSameText(a, b) && isSure(false, a, b, counted);
  }

  private boolean isSure(
      boolean areNear, byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    if (comparer.isShort(a) || comparer.isShort(b) || !comparer.areAgreed(a, b)) {
      return !areNear;
    }
    if (comparer.isNear(comparer.estimate(a, b)) != areNear) {
      return false;
    }
    Resemblance resemblance = comparer.resemblance(a, b, counted);
    double margin = resemblance.isCounted() ? 0 : doubt;
    return areNear
        ? resemblance.decisive() >= comparer.threshold() + margin
        : resemblance.decisive() < comparer.threshold() - margin;
  }
}
