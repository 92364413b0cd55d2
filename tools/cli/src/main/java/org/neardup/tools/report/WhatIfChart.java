// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;

/**
 * The share of documents that would be hidden, by threshold.
 *
 * @param points at least one
 */
record WhatIfChart(List<ThresholdSweep.Point> points) {
  private static final double MARGIN = 0.05;

  Drawing draw() {
    Frame frame = new Frame();
    for (int i = 0; i <= 4; i++) {
      frame.horizontal(i / 4.0, i * 25 + " %");
    }
    for (ThresholdSweep.Point point : points) {
      double place = place(point.threshold());
      frame.dot(place, point.share(), title(point));
      if (point.isInUse()) {
        frame.vertical(place);
      }
      if (ThresholdSweep.THRESHOLDS.contains(point.threshold())) {
        frame.below(place, Numbers.threshold(point.threshold()));
      }
    }
    frame.path(
        points.stream().map(point -> place(point.threshold())).toList(),
        points.stream().map(ThresholdSweep.Point::share).toList());
    frame.names("threshold", "documents hidden");
    return frame.finish(
        "what-if-curve",
        "Documents hidden, by threshold",
        title(points.getFirst()) + "; " + title(points.getLast()) + ".",
        List.of(),
        List.of());
  }

  private double place(double threshold) {
    double least = Math.max(0, points.getFirst().threshold() - MARGIN);
    return (threshold - least) / (1 - least);
  }

  private static String title(ThresholdSweep.Point point) {
    return Numbers.count(point.hidden()) + " at " + Numbers.threshold(point.threshold());
  }
}
