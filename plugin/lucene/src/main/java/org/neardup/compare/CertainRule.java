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
    if (comparer.haveSameText(a, b)) {
      return true;
    }
    if (comparer.isShort(a)
        || comparer.isShort(b)
        || !comparer.areAgreed(a, b)
        || !comparer.isNear(comparer.estimate(a, b))) {
      return false;
    }
    Resemblance resemblance = comparer.resemblance(a, b, counted);
    return resemblance.decisive() >= comparer.threshold() + (resemblance.isCounted() ? 0 : doubt);
  }

  /**
   * Whether two texts are no near-duplicates by any rule.
   *
   * @param counted as for {@link SketchComparer#verdict}
   */
  public boolean isUnlike(byte[] a, byte[] b, IOSupplier<Optional<Resemblance>> counted)
      throws IOException {
    if (comparer.haveSameText(a, b)) {
      return false;
    }
    if (comparer.isShort(a) || comparer.isShort(b) || !comparer.areAgreed(a, b)) {
      return true;
    }
    if (comparer.isNear(comparer.estimate(a, b))) {
      return false;
    }
    Resemblance resemblance = comparer.resemblance(a, b, counted);
    return resemblance.decisive() < comparer.threshold() - (resemblance.isCounted() ? 0 : doubt);
  }
}
