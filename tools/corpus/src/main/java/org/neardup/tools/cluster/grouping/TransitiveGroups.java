// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;

/**
 * What pairs connect, by union-find without locks: roots are linked to smaller ones only, by
 * compare-and-set, so the outcome does not depend on the order of the pairs. For any number of
 * threads.
 *
 * @see <a href="https://doi.org/10.1145/103418.103458">Anderson, Woll, Wait-free parallel
 *     algorithms for the union-find problem, 1991</a>
 */
public final class TransitiveGroups implements Groups {
  private final AtomicIntegerArray parents;

  public TransitiveGroups(int texts) {
    parents = new AtomicIntegerArray(texts);
    for (int text = 0; text < texts; text++) {
      parents.setPlain(text, text);
    }
  }

  @Override
  public boolean takesAnyOrder() {
    return true;
  }

  @Override
  public void accept(long pair, PairResemblance resemblance) {
    unite(Pairs.later(pair), Pairs.earlier(pair));
  }

  void unite(int a, int b) {
    int rootOfA = representative(a);
    int rootOfB = representative(b);
    while (rootOfA != rootOfB) {
      int larger = Math.max(rootOfA, rootOfB);
      if (parents.compareAndSet(larger, larger, Math.min(rootOfA, rootOfB))) {
        return;
      }
      rootOfA = representative(rootOfA);
      rootOfB = representative(rootOfB);
    }
  }

  /** The smallest text of the group; halves the paths that it takes. */
  @Override
  public int representative(int text) {
    int at = text;
    for (int parent = parents.get(at); parent != at; parent = parents.get(at)) {
      int above = parents.get(parent);
      parents.compareAndSet(at, parent, above);
      at = above;
    }
    return at;
  }
}
