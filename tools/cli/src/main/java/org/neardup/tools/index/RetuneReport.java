// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import org.neardup.tools.console.Table;

/**
 * What a run of {@code retune} did. Component names are the keys of the JSON.
 *
 * @param changed documents that became visible or hidden, changed to another group, or were deleted
 * @param index counts over the whole index
 */
public record RetuneReport(int changed, IndexCounts index) {
  /** For people. */
  public String text() {
    return index.addTo(new Table().row("changed", changed)).toString();
  }
}
