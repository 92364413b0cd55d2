// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import java.util.Locale;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.StatsReport;

/**
 * The first page.
 *
 * @param counts of the index
 * @param largest groups, largest first
 */
record Welcome(Heading heading, IndexCounts counts, List<StatsReport.Group> largest) {
  String documents() {
    return count(counts.documents());
  }

  String visible() {
    return count(counts.visible());
  }

  String hidden() {
    return count(counts.hidden());
  }

  String groups() {
    return count(counts.groups());
  }

  private static String count(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
