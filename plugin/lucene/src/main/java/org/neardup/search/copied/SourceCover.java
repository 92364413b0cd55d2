// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.FixedBitSet;

/**
 * Explains a set by as few others as a greedy choice finds: in turn the one that has the most of
 * what is still to be explained, of equals the earlier.
 *
 * @see <a href="https://doi.org/10.1287/moor.4.3.233">Chvátal, A greedy heuristic for the
 *     set-covering problem, 1979</a>
 */
final class SourceCover {
  private final List<Choice> choices = new ArrayList<>();
  private final FixedBitSet unexplained;

  /**
   * A set that was chosen.
   *
   * @param index of the set
   * @param gained what it explains and no choice before does
   */
  record Choice(int index, FixedBitSet gained) {}

  /**
   * Chooses.
   *
   * @param size of what is to be explained
   * @param sets of its elements
   * @param most sets to choose
   * @param leastGain elements that each must explain at least, at least 1
   */
  SourceCover(int size, List<FixedBitSet> sets, int most, int leastGain) {
    unexplained = new FixedBitSet(size);
    unexplained.set(0, size);
    while (choices.size() < most) {
      int best = best(sets, leastGain);
      if (best < 0) {
        break;
      }
      FixedBitSet gained = sets.get(best).clone();
      gained.and(unexplained);
      unexplained.andNot(gained);
      choices.add(new Choice(best, gained));
    }
  }

  /** Negative if none gains enough. */
  private int best(List<FixedBitSet> sets, int leastGain) {
    int best = -1;
    long most = leastGain - 1L;
    for (int i = 0; i < sets.size(); i++) {
      long gain = FixedBitSet.intersectionCount(sets.get(i), unexplained);
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    return best;
  }

  List<Choice> choices() {
    return choices;
  }

  /** How many elements no choice explains. */
  int unexplained() {
    return unexplained.cardinality();
  }
}
