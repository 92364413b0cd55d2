// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

/** How pairs of texts that may be near-duplicates are found. */
public enum CandidateMethod {
  /** Texts that share a band of their sketches' slots. */
  LSH,
  /** Texts that share enough of their sketches, counted by sorting. */
  BRODER,
  /** Texts that are near each other when sorted by the mean of their words' minimal hashes. */
  WINDOW,
  /** All pairs that resemble each other enough; none is missed. */
  EXACT
}
