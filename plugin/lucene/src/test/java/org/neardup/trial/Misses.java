// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts near-duplicates that stayed visible beside each other, as bands and sketches may miss
 * some, and how many these may be.
 */
final class Misses {
  private final Map<List<Integer>, Double> chances = new HashMap<>(); // by serial numbers
  private final Set<List<Integer>> missed = new HashSet<>();
  private double expectedBefore; // in earlier trials
  private int missedBefore;

  /** Notes two near-duplicates, and how likely they are both visible, at most. */
  void add(TrialDocument a, TrialDocument b, double chance, boolean bothVisible) {
    List<Integer> pair = List.of(a.serial(), b.serial());
    chances.put(pair, chance);
    if (bothVisible) {
      missed.add(pair);
    }
  }

  /** Ends a trial: serial numbers begin anew. */
  void next() {
    expectedBefore += chances.values().stream().mapToDouble(Double::doubleValue).sum();
    missedBefore += missed.size();
    chances.clear();
    missed.clear();
  }

  /** Generously, as misses of copies of one text come together. */
  void assertFew() {
    double most = 20 + 2 * expectedBefore + 10 * Math.sqrt(expectedBefore);
    assertTrue(this + ", at most " + most, missedBefore <= most);
  }

  @Override
  public String toString() {
    return missedBefore + " near-duplicates missed, expected at most " + (float) expectedBefore;
  }
}
