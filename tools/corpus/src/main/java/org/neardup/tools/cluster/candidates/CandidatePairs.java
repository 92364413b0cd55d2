// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextStore;

/** Pairs of texts that may be near-duplicates, or of which one may be contained in the other. */
public interface CandidatePairs {

  /** By bands, or by all elements. */
  static CandidatePairs of(ClusterConfig config, TextStore texts, PairRule rule, Workspace work) {
    if (config.candidates() == CandidateMethod.LSH) {
      return new LshCandidates(config, texts, rule, work);
    }
    return config.relation() == Relation.CONTAINMENT
        ? new ContainedCandidates(config, texts, work)
        : new ExactCandidates(config, texts, work);
  }

  /** Finds all of them: {@link Pairs} in ascending order, each once. */
  Buckets.Found find() throws IOException;
}
