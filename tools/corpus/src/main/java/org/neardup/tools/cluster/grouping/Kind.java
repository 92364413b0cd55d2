// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

/** What a group is; the first that applies. */
public enum Kind {
  /** Pages of several hosts that point to the same places, where links are compared. */
  LINK_FARM,
  /** Many addresses of one host with one short text that has words of an error page. */
  SOFT_ERRORS,
  /** Pages of hosts that have nearly all their pages in common. */
  MIRRORS,
  /** The same text. */
  EXACT,
  /** The same path on different dates. */
  VERSIONS,
  /** The same main text in different frames. */
  FRAMES,
  /** Main texts of different hosts, of which one contains the others, not all the same. */
  PLAGIARISM,
  /** Texts of which one contains the others. */
  CONTAINED,
  /** Texts that resemble each other. */
  NEAR
}
