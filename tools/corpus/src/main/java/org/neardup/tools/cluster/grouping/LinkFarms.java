// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.tools.cluster.grouping.Kinds.Classification;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PageTraits;

/**
 * Recognizes documents of different hosts that point to the same places: at least 3 documents, on
 * at least 3 hosts, with at least 3 targets that more than half of them share. A document of
 * unknown address counts as one on a host of its own. For one thread.
 */
public record LinkFarms(Documents.Reader reader) {
  private static final int LEAST = 3;
  private static final int SHOWN = 5;

  /** The kind of a group if it is a farm, else null. */
  public Classification of(int[] group, PageTraits[] pages) throws IOException {
    long hosts = hosts(pages);
    if (group.length < LEAST || hosts < LEAST) {
      return null;
    }
    Map<String, Integer> counts = new TreeMap<>();
    for (int document : group) {
      reader.targets(document).forEach(target -> counts.merge(target, 1, Integer::sum));
    }
    List<Map.Entry<String, Integer>> common =
        counts.entrySet().stream()
            .filter(target -> 2 * target.getValue() > group.length)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .toList();
    return common.size() < LEAST
        ? null
        : new Classification(Kind.LINK_FARM, reason(group.length, hosts, common));
  }

  private static long hosts(PageTraits[] pages) {
    List<String> known =
        Stream.of(pages).map(PageTraits::host).filter(host -> !host.isEmpty()).toList();
    return pages.length - known.size() + known.stream().distinct().count();
  }

  private static String reason(int documents, long hosts, List<Map.Entry<String, Integer>> common) {
    int more = common.size() - SHOWN;
    return documents
        + " pages on "
        + hosts
        + " hosts point to "
        + common.stream()
            .limit(SHOWN)
            .map(target -> target.getKey() + " (" + target.getValue() + ")")
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
