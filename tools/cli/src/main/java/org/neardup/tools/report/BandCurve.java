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

  /** A curve, and points that were measured. */
  Drawing draw() {
    Drawing drawing =
        new Drawing(
            "curve",
            "Share of pairs found, by resemblance",
            Numbers.decimal(probability(threshold))
                + " at the threshold of "
                + threshold
                + ". The table below has the measured points.",
            List.of("resemblance", "pairs", "found", "by the curve"),
            points.stream().map(this::row).toList());
    for (int i = 0; i <= 4; i++) {
      drawing.horizontal(i / 4.0, String.valueOf(i / 4.0));
    }
    for (int i = 0; i <= 10; i += 2) {
      drawing.below(i / 10.0, String.valueOf(i / 10.0));
    }
    drawing.vertical(threshold);
    drawing.curve(this::probability);
    for (Point point : points) {
      drawing.dot(
          point.resemblance(),
          point.found(),
          Numbers.decimal(point.found())
              + " of "
              + Numbers.count(point.pairs(), "pair")
              + " at "
              + Numbers.decimal(point.resemblance()));
    }
    drawing.names("resemblance", "share found");
    return drawing;
  }

  private List<String> row(Point point) {
    return List.of(
        Numbers.decimal(point.resemblance()),
        Numbers.count(point.pairs()),
        Numbers.decimal(point.found()),
        Numbers.decimal(probability(point.resemblance())));
  }
}
