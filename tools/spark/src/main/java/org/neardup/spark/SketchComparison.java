// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.neardup.sketch.Bands;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.SlotSketches;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;

/** What texts are compared by, made by each task from a {@link ClusterConfig}. For one thread. */
final class SketchComparison {
  private final ClusterConfig config;
  private final TextSketches sketches;
  private final SlotPacking packing;
  private final Bands bands;
  private final PairRule rule;
  private final long[] keys;

  SketchComparison(ClusterConfig config) {
    this.config = config;
    sketches = TextSketches.of(config);
    packing = ((SlotSketches) sketches).packing();
    bands = config.bands();
    keys = new long[bands.bands()];
    rule = new PairRule(config, sketches);
  }

  ClusterDocumentFactory documents() {
    return ClusterDocumentFactory.of(config, sketches, Analyzers.named(config.analyzer()));
  }

  /** How long a text is where the longest are preferred; a text stands in none that is shorter. */
  int size(TextFeatures text) {
    return config.ordersBySize() ? text.elements().length : text.count();
  }

  SlotPacking packing() {
    return packing;
  }

  Bands bands() {
    return bands;
  }

  PairRule rule() {
    return rule;
  }

  /** The band keys of a sketch, in an array that is valid until the next call. */
  long[] keys(byte[] sketches, int offset) {
    bands.keys(packing, sketches, offset, keys);
    return keys;
  }

  /** The number of equal slots from which two texts may resemble each other enough. */
  int leastAgreeing() {
    int least = 0;
    while (least < packing.slots() && !rule.mayPass(packing.resemblance(least), packing)) {
      least++;
    }
    return least;
  }

  /** Notes how much two texts resemble each other by so many equal slots, or that it is open. */
  void decide(TextPair pair, int agreeing) {
    pair.resemblance = packing.resemblance(agreeing);
    pair.basis = rule.needsElements(pair.resemblance, packing) ? TextPair.OPEN : TextPair.ESTIMATE;
  }

  boolean passes(TextPair pair) {
    return rule.passes(pair.resemblance);
  }
}
