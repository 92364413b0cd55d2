// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

/** Faults that a simulation must find. */
enum SimulatedFault {
  NONE,
  /** What enters the window of a key is not told if several of its documents are deleted. */
  FORGOTTEN_WINDOW,
  /** A segment counts as unchanged if as many of its documents live as before. */
  COUNTED_DELETIONS,
  /** A document of a merged segment is recognised by its place alone, not by its text. */
  NO_FINGERPRINT,
  /** Now and then a copy goes on with its old reader. */
  LOST_REFRESH,
  /** An update that a replica applies keeps the place that the document had before. */
  STALE_ORDER,
  /** The filter lets its answer for a segment be cached, though others change it. */
  CACHED_FILTER
}
