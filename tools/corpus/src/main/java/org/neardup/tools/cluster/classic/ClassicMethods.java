// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.classic;

import org.neardup.sketch.Sketches;
import org.neardup.tools.cluster.candidates.CandidatePairs;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.SlotSketches;
import org.neardup.tools.cluster.text.TextSketches;
import org.neardup.tools.cluster.text.TextStore;

/** Whatever method a config names: one of the literature, or else those of the package beside. */
public final class ClassicMethods {
  private ClassicMethods() {}

  /** The sketches that a config names. */
  public static TextSketches sketches(ClusterConfig config) {
    int size = config.sketch().size();
    return switch (config.sketch().algorithm()) {
      case FAST, MINHASH -> SlotSketches.of(config);
      case BOTTOM -> new RankSketches(true, size, Sketches.DEFAULT_SEED);
      case MODULO -> new RankSketches(false, size, Sketches.DEFAULT_SEED);
    };
  }

  /** The candidates that a config names. */
  public static CandidatePairs candidates(
      ClusterConfig config, TextStore texts, PairRule rule, Workspace work) {
    return switch (config.candidates()) {
      case LSH, EXACT -> CandidatePairs.of(config, texts, rule, work);
      case BRODER -> new BroderCandidates(config, texts, rule, work);
      case WINDOW -> new WindowCandidates(config, texts, rule, work);
    };
  }
}
