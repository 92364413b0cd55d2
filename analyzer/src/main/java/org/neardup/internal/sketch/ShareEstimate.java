// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

/**
 * What a sample tells of a share, a resemblance or a containment: the value to show, and its error.
 * The one place where both are made, for all sketches. What is decided by sketches goes by the
 * estimate that this is made of.
 *
 * <p>The promise: whatever the true share, less than 1 % of samples give a value that is more than
 * 3 standard errors off, even if their draws are independent. For that the error is not the one
 * that the share in the sample would have if it were the true one, which is 0 if all of the sample
 * agrees, but that of Agresti and Coull: the one after z² / 2 draws of each kind are added, here
 * with z = 3. The value is the unbiased estimate, but at most that of a sample of which one draw
 * half agrees: a sample that agrees does not show that everything does. So a value is below 1 and
 * its error above 0; only for the same text are they 1 and 0, which a sample cannot know.
 *
 * @param value 0 to 1; grows with the estimate it is made of
 * @param standardError above 0
 * @see <a href="https://doi.org/10.1080/00031305.1998.10480550">Agresti, Coull, Approximate is
 *     better than "exact" for interval estimation of binomial proportions, 1998</a>
 */
public record ShareEstimate(double value, double standardError) {
  /** z² / 2 for z = 3. */
  private static final double ADDED = 4.5;

  /**
   * Of a sample that shows what it is taken for: {@link BottomSketchV1}, {@link ModuloSketchV1}.
   *
   * @param estimate the share of the sample, 0 to 1, or the {@link #value} of such a share
   * @param sample its size, at least 1
   */
  public static ShareEstimate of(double estimate, int sample) {
    return of(estimate, sample, 0);
  }

  /**
   * Of a sample, part of which agrees by chance; for slots of b bits, the correction is that of Li
   * and König.
   *
   * @param chance the probability that what is unlike agrees, at least 0, below 1
   */
  public static ShareEstimate of(double estimate, int sample, double chance) {
    Checks.between("estimate", estimate, 0.0, 1.0);
    Checks.between("sample", sample, 1, Integer.MAX_VALUE);
    double value = Math.min(estimate, 1 - 0.5 / sample / (1 - chance));
    double agreeing = (value + (1 - value) * chance) * sample;
    double share = (agreeing + ADDED) / (sample + 2 * ADDED);
    return new ShareEstimate(value, Math.sqrt(share * (1 - share) / sample) / (1 - chance));
  }
}
