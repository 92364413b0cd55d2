// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

/** What is measured of a ranking; all but average precision look at its first k documents. */
enum Measure {
  /** Share of k that is relevant. */
  PRECISION("P@%d"),
  /** Mean over all relevant documents of the precision at the rank of each; 0 for one not found. */
  AVERAGE_PRECISION("AP"),
  /**
   * Sum of grade / log2(rank + 1), as a share of the most that k documents could have.
   *
   * @see <a href="https://doi.org/10.1145/582415.582418">Järvelin and Kekäläinen, Cumulated
   *     gain-based evaluation of IR techniques, 2002</a>
   */
  NDCG("nDCG@%d"),
  /** 1 / rank of the first relevant document, wherever it is ranked. */
  RECIPROCAL_RANK("RR"),
  /** Share of k that was judged. */
  JUDGED("judged@%d"),
  /** Share of the documents shown that are near-copies of one shown above them. */
  REDUNDANT("redundant@%d");

  private final String pattern;

  Measure(String pattern) {
    this.pattern = pattern;
  }

  /** The name that researchers know. */
  String label(int k) {
    return pattern.replace("%d", Integer.toString(k));
  }
}
