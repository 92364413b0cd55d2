// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;

/** How likely bands find a pair by its resemblance: a curve, and points that were measured. */
record CurveChart(BandCurve curve) {

  Drawing draw() {
    Frame frame = new Frame();
    for (int i = 0; i <= 4; i++) {
      frame.horizontal(i / 4.0, String.valueOf(i / 4.0));
    }
    for (int i = 0; i <= 10; i += 2) {
      frame.below(i / 10.0, String.valueOf(i / 10.0));
    }
    frame.vertical(curve.threshold());
    frame.curve(curve::probability);
    for (BandCurve.Point point : curve.points()) {
      frame.dot(
          point.resemblance(),
          point.found(),
          Numbers.decimal(point.found())
              + " of "
              + Numbers.count(point.pairs(), "pair")
              + " at "
              + Numbers.decimal(point.resemblance()));
    }
    frame.names("resemblance", "share found");
    return frame.finish(
        "curve",
        "Share of pairs found, by resemblance",
        Numbers.decimal(curve.probability(curve.threshold()))
            + " at the threshold of "
            + curve.threshold()
            + ". The table below has the measured points.",
        List.of("resemblance", "pairs", "found", "by the curve"),
        curve.points().stream().map(this::row).toList());
  }

  private List<String> row(BandCurve.Point point) {
    return List.of(
        Numbers.decimal(point.resemblance()),
        Numbers.count(point.pairs()),
        Numbers.decimal(point.found()),
        Numbers.decimal(curve.probability(point.resemblance())));
  }
}
