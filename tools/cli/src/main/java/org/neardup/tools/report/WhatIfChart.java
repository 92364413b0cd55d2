// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;

/** The share of documents that would be hidden, by threshold. */
record WhatIfChart(List<WhatIf.Point> points) {
  private static final double LEAST = 0.65;

  Drawing draw() {
    Frame frame = new Frame();
    for (int i = 0; i <= 4; i++) {
      frame.horizontal(i / 4.0, i * 25 + " %");
    }
    for (double threshold : WhatIf.THRESHOLDS) {
      frame.below(place(threshold), Numbers.threshold(threshold));
    }
    for (WhatIf.Point point : points) {
      if (point.isInUse() && point.threshold() >= LEAST) {
        frame.vertical(place(point.threshold()));
      }
    }
    List<WhatIf.Point> shown = points.stream().filter(p -> p.threshold() >= LEAST).toList();
    frame.path(
        shown.stream().map(point -> place(point.threshold())).toList(),
        shown.stream().map(WhatIf.Point::share).toList());
    for (WhatIf.Point point : shown) {
      frame.dot(place(point.threshold()), point.share(), title(point));
    }
    frame.names("threshold", "documents hidden");
    return frame.finish(
        "what-if-curve",
        "Documents hidden, by threshold",
        title(shown.getFirst()) + "; " + title(shown.getLast()) + ".",
        List.of(),
        List.of());
  }

  private static double place(double threshold) {
    return (threshold - LEAST) / (1 - LEAST);
  }

  private static String title(WhatIf.Point point) {
    return Numbers.count(point.hidden()) + " at " + Numbers.threshold(point.threshold());
  }
}
