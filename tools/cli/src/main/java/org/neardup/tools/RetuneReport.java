// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/**
 * What a run of {@code retune} did. Component names are the keys of the JSON.
 *
 * @param changed documents that became visible or hidden, changed to another group, or were deleted
 * @param index counts over the whole index
 */
record RetuneReport(int changed, IndexCounts index) {
  /** For people. */
  String text() {
    return index.addTo(new Table().row("changed", changed)).toString();
  }
}
