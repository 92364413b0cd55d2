// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import org.apache.lucene.analysis.Analyzer;
import org.opensearch.cluster.metadata.MetadataIndexUpgradeService;

/**
 * Tells mappings that a node reads once after an upgrade, to see whether it still can. It does so
 * with an analyzer of no use, by whose class alone that is known.
 */
public final class UpgradeCheck {
  private UpgradeCheck() {}

  /** Whether an analyzer is the one of the check, which makes no tokens. */
  public static boolean isItsAnalyzer(Analyzer analyzer) {
    return analyzer.getClass().getEnclosingClass() == MetadataIndexUpgradeService.class;
  }
}
