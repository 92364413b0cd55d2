// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.neardup.index.CheckReport.Violation;

/** Counts violations, and names the first of each kind. */
final class Findings {
  private static final int NAMED_OF_A_KIND = 20;

  private final Map<Violation.Kind, Long> counts = new EnumMap<>(Violation.Kind.class);
  private final List<Violation> named = new ArrayList<>();

  void add(Violation.Kind kind, String id, String detail) {
    if (counts.merge(kind, 1L, Long::sum) <= NAMED_OF_A_KIND) {
      named.add(new Violation(kind, id, detail));
    }
  }

  Map<Violation.Kind, Long> counts() {
    return counts;
  }

  List<Violation> named() {
    return named;
  }
}
