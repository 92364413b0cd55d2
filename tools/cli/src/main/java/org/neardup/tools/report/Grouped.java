// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A representative and its variants, by the numbers of a {@link GroupSource}.
 *
 * @param number of the group, unique
 * @param kind what the group is, in words; empty if that is not known
 * @param reason why it is that
 * @param copies variants with the text of the representative
 * @param near the other variants, the least similar first
 */
record Grouped(
    long number,
    int representative,
    String kind,
    String reason,
    List<Integer> copies,
    List<Near> near) {

  /**
   * A variant with another text than its representative's.
   *
   * @param resemblance to the representative, 0 to 1
   * @param note what else is known of it; null if nothing is
   */
  record Near(int doc, double resemblance, String note) {
    static final Comparator<Near> LEAST_SIMILAR_FIRST =
        Comparator.comparingDouble(Near::resemblance);
  }

  /** What it is and why; empty if that is not known. */
  String about() {
    return kind.isEmpty() ? "" : kind + ": " + reason;
  }

  /** Its representative and its least similar variants, as many as are shown. */
  List<Integer> some() {
    return Stream.concat(
            Stream.of(representative), near.stream().limit(GroupLooker.MAX_VARIANTS).map(Near::doc))
        .toList();
  }

  /** How many documents it has. */
  int documents() {
    return 1 + copies.size() + near.size();
  }
}
