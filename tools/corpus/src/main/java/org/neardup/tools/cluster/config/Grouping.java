// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

/** How pairs make groups. */
public enum Grouping {
  /**
   * A text joins the group whose representative it resembles most, the earlier one if several do.
   * No chains: whatever is in a group resembles its representative.
   */
  ANCHORED,
  /** Groups are what pairs connect, chains included. */
  TRANSITIVE
}
