// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;

/** Pairs of texts that may be near-duplicates. */
interface Candidates {

  static Candidates of(ClusterConfig config, TextStore texts, Verifier verifier, Workspace work) {
    return switch (config.candidates()) {
      case LSH -> new LshCandidates(config, texts, verifier, work);
      case BRODER -> new BroderCandidates(config, texts, verifier, work);
      case WINDOW -> new WindowCandidates(config, texts, verifier, work);
      case EXACT -> new ExactCandidates(config, texts, work);
    };
  }

  /** Finds all of them: {@link Pairs} in ascending order, each once. To be called once. */
  LongCursor find() throws IOException;

  /** How many buckets were too large to look at all pairs in them. */
  default long hotBuckets() {
    return 0;
  }

  /** How many pairs were not looked at for that. */
  default long passedOver() {
    return 0;
  }
}
