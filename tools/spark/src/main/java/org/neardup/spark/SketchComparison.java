// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.Bands;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.SlotSketches;
import org.neardup.tools.cluster.text.TextFeatures;

/** What texts are compared by, made by each task from a {@link ClusterConfig}. For one thread. */
record SketchComparison(ClusterConfig config, SlotSketches sketches, PairRule rule, Bands bands) {
  SketchComparison(ClusterConfig config) {
    this(config, SlotSketches.of(config));
  }

  private SketchComparison(ClusterConfig config, SlotSketches sketches) {
    this(config, sketches, new PairRule(config, sketches), config.bands());
  }

  ClusterDocumentFactory documents() {
    return ClusterDocumentFactory.of(config, sketches, Analyzers.named(config.analyzer()));
  }

  /** How long a text is where the longest are preferred; a text stands in none that is shorter. */
  int size(TextFeatures text) {
    return config.ordersBySize() ? text.elements().length : text.count();
  }

  SlotPacking packing() {
    return sketches.packing();
  }

  /** The band keys of a sketch. */
  long[] keys(byte[] all, int offset) {
    long[] keys = new long[bands.bands()];
    bands.keys(packing(), all, offset, keys);
    return keys;
  }

  /** The number of equal slots from which two texts may resemble each other enough. */
  int leastAgreeing() {
    int least = 0;
    while (least < packing().slots() && !rule.mayPass(packing().resemblance(least), packing())) {
      least++;
    }
    return least;
  }

  /** Notes how much two texts resemble each other by so many equal slots, or that it is open. */
  void decide(TextPair pair, int agreeing) {
    pair.resemblance = packing().resemblance(agreeing);
    boolean isOpen = rule.needsElements(pair.resemblance, packing());
    pair.basis = isOpen ? TextPair.OPEN : TextPair.ESTIMATE;
  }

  boolean passes(TextPair pair) {
    return rule.passes(pair.resemblance);
  }
}
