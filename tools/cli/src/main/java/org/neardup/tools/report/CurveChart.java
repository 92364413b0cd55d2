// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.StringJoiner;

/** How likely bands find a pair by its resemblance: a curve, and points that were measured. */
record CurveChart(BandCurve curve) {
  private static final int STEPS = 200;
  private static final String TITLE = "Share of pairs found, by resemblance";

  void draw(HtmlWriter html) {
    Frame frame = new Frame(html, "curve");
    html.open("figure");
    frame.open(
        TITLE,
        Numbers.decimal(curve.probability(curve.threshold()))
            + " at the threshold of "
            + curve.threshold()
            + ". The table below has the measured points.");
    for (int i = 0; i <= 4; i++) {
      frame.horizontal(i / 4.0, String.valueOf(i / 4.0));
    }
    for (int i = 0; i <= 10; i++) {
      frame.below(i / 10.0, String.valueOf(i / 10.0));
    }
    frame.line("threshold", curve.threshold(), 0, curve.threshold(), 1);
    html.empty("polyline", "class", "curve", "points", points(frame));
    curve.points().forEach(point -> draw(html, frame, point));
    frame.names("resemblance", "share found");
    html.close();
    table(html);
    html.close();
  }

  private String points(Frame frame) {
    StringJoiner points = new StringJoiner(" ");
    for (int i = 0; i <= STEPS; i++) {
      double resemblance = (double) i / STEPS;
      points.add(
          Numbers.place(frame.x(resemblance))
              + ","
              + Numbers.place(frame.y(curve.probability(resemblance))));
    }
    return points.toString();
  }

  private static void draw(HtmlWriter html, Frame frame, BandCurve.Point point) {
    html.open(
        "circle",
        "class",
        "point",
        "r",
        "4",
        "cx",
        Numbers.place(frame.x(point.resemblance())),
        "cy",
        Numbers.place(frame.y(point.found())));
    html.element(
            "title",
            Numbers.decimal(point.found())
                + " of "
                + Numbers.count(point.pairs(), "pair")
                + " at "
                + Numbers.decimal(point.resemblance()))
        .close();
  }

  private void table(HtmlWriter html) {
    if (curve.points().isEmpty()) {
      return;
    }
    html.open("details").element("summary", "The numbers");
    Tables.begin(html, TITLE, "resemblance", "pairs", "found", "by the curve");
    for (BandCurve.Point point : curve.points()) {
      Tables.row(
          html,
          Numbers.decimal(point.resemblance()),
          Numbers.count(point.pairs()),
          Numbers.decimal(point.found()),
          Numbers.decimal(curve.probability(point.resemblance())));
    }
    Tables.end(html);
    html.close();
  }
}
