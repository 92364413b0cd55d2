// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SlotPacking;

/**
 * How likely the bands of some settings find a pair, by its resemblance: as computed, and as tried.
 *
 * @param threshold from which resemblance on pairs are to be found
 * @param texts how many were tried with each other
 * @param points what came of it, by resemblance
 */
record BandCurve(
    Bands bands, SlotPacking packing, double threshold, int texts, List<Point> points) {

  /**
   * Pairs of nearly one resemblance.
   *
   * @param resemblance mean of theirs
   * @param pairs how many there are
   * @param found share of trials, of all of them, in which a pair shared a band
   */
  record Point(double resemblance, long pairs, double found) {}

  /** The probability that a pair shares a band. */
  double probability(double resemblance) {
    return bands.matchProbability(packing.agreementProbability(resemblance));
  }
}
