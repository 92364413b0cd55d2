// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import org.neardup.tools.cluster.candidates.PairVerification;
import org.neardup.tools.cluster.config.Grouping;

/**
 * Near-duplicates as groups of texts. The representative of a group is its first text: with
 * containment its largest.
 */
public interface Groups extends PairVerification.Consumer {

  static Groups of(Grouping grouping, int texts) {
    return switch (grouping) {
      case ANCHORED -> new AnchoredGroups(texts);
      case TRANSITIVE -> new TransitiveGroups(texts);
    };
  }

  /** The representative of a text's group, itself if it is alone; after all pairs. */
  int representative(int text);
}
