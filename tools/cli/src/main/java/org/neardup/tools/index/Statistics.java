// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Measures an index. */
public final class Statistics {
  private static final Comparator<Map.Entry<Long, Integer>> LARGEST_FIRST =
      Map.Entry.<Long, Integer>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey());

  private Statistics() {}

  /**
   * Counts documents, groups and bytes.
   *
   * @param top how many of the largest groups to name
   */
  public static StatsReport of(NeardupIndex index, IndexFolder folder, int top) throws IOException {
    return new StatsReport(
        index.counts(),
        largestGroups(index, top),
        index.settings(),
        index.all().leaves().size(),
        folder.bytes());
  }

  /** The largest groups, at most so many, largest first. */
  public static List<StatsReport.Group> largestGroups(NeardupIndex index, int top)
      throws IOException {
    List<StatsReport.Group> largest = new ArrayList<>();
    for (var group :
        index.hiddenByGroup().entrySet().stream().sorted(LARGEST_FIRST).limit(top).toList()) {
      // The hidden ones and one more, unless another program deleted the visible one.
      int documents = index.groups().ofGroup(group.getKey()).length;
      NeardupIndex.Name name = index.name(index.representative(group.getKey()));
      largest.add(new StatsReport.Group(name.id(), name.title(), documents));
    }
    return largest;
  }
}
