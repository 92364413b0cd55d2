// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.neardup.sketch.Bands;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.sketch.SlotSketcher;
import org.neardup.tools.page.Numbers;

/**
 * Finds out by trial how often bands find a pair of texts. Each text is sketched again with seeds
 * other than that of the index: with that one every known near-duplicate was found, or it would not
 * be known. All pairs are tried, and their resemblance is counted, not estimated.
 *
 * <p>Takes about 5 KB of memory for each seed and 10 texts, plus their elements.
 */
final class BandTrials {
  /** All pairs of so many take less than a second. */
  static final int MAX_TEXTS = 500;

  static final int SEEDS = 32;

  private static final int STEPS = 50;

  private final Bands bands;
  private final SlotPacking packing;
  private final List<SlotSketcher> sketchers = new ArrayList<>();
  private final List<ElementSet> texts = new ArrayList<>();
  private final List<long[][]> keys = new ArrayList<>(); // by text and seed

  /** Trials of some bands with sketches that are packed in this way. */
  BandTrials(Bands bands, SlotPacking packing) {
    this.bands = bands;
    this.packing = packing;
    for (int i = 1; i <= SEEDS; i++) {
      sketchers.add(Sketches.fast(packing.slots(), Hashing.combine(Sketches.DEFAULT_SEED, i)));
    }
  }

  boolean isFull() {
    return texts.size() == MAX_TEXTS;
  }

  /** Takes a text, by its elements; none are skipped. */
  void add(ElementSet text) {
    if (text.size() == 0 || isFull()) {
      return;
    }
    texts.add(text);
    long[] elements = text.toArray();
    long[] slots = new long[packing.slots()];
    long[][] bySeed = new long[SEEDS][bands.bands()];
    for (int seed = 0; seed < SEEDS; seed++) {
      sketchers.get(seed).sketch(elements, elements.length, slots);
      bands.keys(packing, packing.pack(slots), 0, bySeed[seed]);
    }
    keys.add(bySeed);
  }

  /** Tries all pairs; those without a common element or with all in common go without saying. */
  BandCurve run(double threshold) {
    Map<Integer, BandCurve.Point> sums = new TreeMap<>(); // by step, not yet divided
    for (int a = 0; a < texts.size(); a++) {
      for (int b = 0; b < a; b++) {
        double resemblance = texts.get(a).resemblance(texts.get(b));
        if (resemblance > 0 && resemblance < 1) {
          double found = (double) found(keys.get(a), keys.get(b)) / SEEDS;
          BandCurve.Point pair = new BandCurve.Point(resemblance, 1, found);
          sums.merge((int) (resemblance * STEPS), pair, BandCurve.Point::plus);
        }
      }
    }
    List<BandCurve.Point> points = sums.values().stream().map(BandCurve.Point::mean).toList();
    return new BandCurve(bands, packing, threshold, texts.size(), points);
  }

  /** With how many seeds two texts share a band. */
  private static long found(long[][] a, long[][] b) {
    return IntStream.range(0, SEEDS).filter(seed -> share(a[seed], b[seed])).count();
  }

  private static boolean share(long[] a, long[] b) {
    return IntStream.range(0, a.length).anyMatch(band -> a[band] == b[band]);
  }

  /**
   * How likely the bands of some settings find a pair, by its resemblance: as computed, and as
   * tried.
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
    record Point(double resemblance, long pairs, double found) {
      private Point plus(Point other) {
        return new Point(resemblance + other.resemblance, pairs + other.pairs, found + other.found);
      }

      private Point mean() {
        return new Point(resemblance / pairs, pairs, found / pairs);
      }
    }

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
}
