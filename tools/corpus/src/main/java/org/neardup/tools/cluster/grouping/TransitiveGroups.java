// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.util.stream.IntStream;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;

/**
 * What pairs connect, by union-find: roots are linked to smaller ones only, so the outcome does not
 * depend on the order of the pairs.
 */
public final class TransitiveGroups implements Groups {
  private final int[] parents;

  public TransitiveGroups(int texts) {
    parents = IntStream.range(0, texts).toArray();
  }

  @Override
  public void accept(long pair, PairResemblance resemblance) {
    join(Pairs.later(pair), Pairs.earlier(pair));
  }

  /** Makes one group of those of two texts. */
  void join(int a, int b) {
    int rootOfA = representative(a);
    int rootOfB = representative(b);
    parents[Math.max(rootOfA, rootOfB)] = Math.min(rootOfA, rootOfB);
  }

  /** The smallest text of the group; halves the paths that it takes. */
  @Override
  public int representative(int text) {
    int at = text;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }
}
