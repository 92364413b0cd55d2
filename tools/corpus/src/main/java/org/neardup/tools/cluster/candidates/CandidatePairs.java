// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextStore;

/** Pairs of texts that may be near-duplicates, or of which one may be contained in the other. */
public interface CandidatePairs {

  static CandidatePairs of(ClusterConfig config, TextStore texts, PairRule rule, Workspace work) {
    return switch (config.candidates()) {
      case LSH -> new LshCandidates(config, texts, rule, work);
      case BRODER -> new BroderCandidates(config, texts, rule, work);
      case WINDOW -> new WindowCandidates(config, texts, rule, work);
      case EXACT ->
          config.relation() == Relation.CONTAINMENT
              ? new ContainedCandidates(config, texts, work)
              : new ExactCandidates(config, texts, work);
    };
  }

  /** Finds all of them: {@link Pairs} in ascending order, each once. */
  Buckets.Found find() throws IOException;
}
