// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

/** What is written. */
public enum OutputFormat {
  /** A line of JSON for each group. */
  CLUSTERS,
  /** A line for each pair: two ids and the resemblance. */
  PAIRS
}
