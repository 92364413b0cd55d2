// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import org.neardup.tools.console.Counted;
import org.neardup.tools.console.Table;
import org.neardup.tools.page.Numbers;

/**
 * How much an index holds and shows. Component names are the keys of the JSON.
 *
 * @param documents all that are not deleted
 * @param visible of these, the ones that search shows
 * @param hidden of these, near-duplicates behind a visible one
 * @param groups sets of near-duplicates with at least one hidden document
 */
public record IndexCounts(int documents, int visible, int hidden, int groups) {

  /** Adds its rows to a table. */
  public Table addTo(Table table) {
    return table
        .row("in the index", documents)
        .row("visible", visible)
        .row("hidden", hidden)
        .row("groups", groups);
  }

  /** In one sentence. */
  public String summary() {
    return documents == 0
        ? "there are no documents"
        : Numbers.wholePercent(hidden, documents)
            + " of "
            + Counted.of(documents, "document")
            + " are copies, behind "
            + Counted.of(groups, "other");
  }
}
