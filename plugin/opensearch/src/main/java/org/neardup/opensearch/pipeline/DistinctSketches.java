// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchParameters;
import org.neardup.sketch.Bands;

/**
 * Sketches of which no two are near-duplicates. Finds the one that another resembles most, without
 * comparing all and without missing any: sketches with an estimate of at least the threshold differ
 * in at most d slots; cut into more than d runs of slots, they agree in at least one run.
 *
 * <p>All begin at byte 0. For one thread.
 */
final class DistinctSketches {
  private final SketchComparer comparer;
  private final SketchParameters runs;
  private final List<BytesRef> sketches = new ArrayList<>();
  private final KeyChains numbersByRun = new KeyChains();
  private final long[] keys;
  private int most;
  private double mostResemblance;

  DistinctSketches(SketchParameters parameters, double threshold) {
    comparer = new SketchComparer(parameters, ResemblanceRule.sketch(threshold));
    int slots = parameters.format().slots();
    int slotsOfRun = slots / (comparer.mostDifferingSlots(threshold) + 1);
    runs =
        new SketchParameters(
            parameters.format(),
            new Bands(slots / slotsOfRun, slotsOfRun),
            parameters.minElements());
    keys = new long[runs.keyCount()];
  }

  /** The number of the sketch that this one resembles most, counted from 0; -1 if it is new. */
  int find(BytesRef sketch) {
    most = -1;
    mostResemblance = 0;
    int count = runs.bandKeys(sketch.bytes, 0, keys);
    for (int i = 0; i < count; i++) {
      numbersByRun.forEach(keys[i], number -> compare(number, sketch));
    }
    return most;
  }

  private void compare(int number, BytesRef sketch) {
    double resemblance = comparer.score(sketches.get(number).bytes, sketch);
    boolean isBetter =
        resemblance > mostResemblance || (resemblance == mostResemblance && number < most);
    if (isBetter && comparer.isNear(resemblance)) {
      most = number;
      mostResemblance = resemblance;
    }
  }

  /** Adds a sketch that resembles none. */
  void add(BytesRef sketch) {
    int count = runs.bandKeys(sketch.bytes, 0, keys);
    for (int i = 0; i < count; i++) {
      numbersByRun.add(keys[i], sketches.size());
    }
    sketches.add(sketch);
  }

  /** Whether two sketches are near-duplicates. */
  boolean areNear(BytesRef a, BytesRef b) {
    return comparer.isNear(comparer.score(a.bytes, b));
  }

  /** The estimated resemblance of two sketches. */
  double resemblance(BytesRef a, BytesRef b) {
    return comparer.haveSameText(a.bytes, b.bytes) ? 1 : comparer.estimate(a.bytes, b.bytes);
  }
}
