// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;

/**
 * What pairs connect, without bringing together texts that are called different: pairs are taken
 * from the one that resembles most down, equals in the order of {@link Pairs}, and each joins the
 * groups of its texts unless two texts in them are called different. So a pair of one group is
 * never called different, a near pair of two groups has something called different in these, and
 * neither depends on the order in which pairs come.
 *
 * <p>Keeps all pairs until the end: 40 bytes each.
 */
final class PartedGroups implements Groups {
  private record Near(long pair, double resemblance) {}

  private final int texts;
  private final Set<Long> different;
  private final List<Near> near = new ArrayList<>();
  private final Map<Integer, Set<Integer>> apart = new HashMap<>(); // groups, by their first texts
  private TransitiveGroups groups;

  /**
   * Without pairs.
   *
   * @param different pairs of texts
   */
  PartedGroups(int texts, Set<Long> different) {
    this.texts = texts;
    this.different = different;
  }

  @Override
  public void accept(long pair, PairResemblance resemblance) {
    near.add(new Near(pair, resemblance.decisive()));
  }

  @Override
  public void finish() {
    groups = new TransitiveGroups(texts);
    for (long pair : different) {
      keepApart(Pairs.later(pair), Pairs.earlier(pair));
    }
    near.sort(
        Comparator.comparingDouble(Near::resemblance).reversed().thenComparingLong(Near::pair));
    for (Near each : near) {
      join(representative(Pairs.later(each.pair)), representative(Pairs.earlier(each.pair)));
    }
    near.clear();
  }

  private void keepApart(int a, int b) {
    apart.computeIfAbsent(a, group -> new HashSet<>()).add(b);
    apart.computeIfAbsent(b, group -> new HashSet<>()).add(a);
  }

  private void join(int a, int b) {
    if (a == b || apart.getOrDefault(a, Set.of()).contains(b)) {
      return;
    }
    groups.join(a, b);
    int joined = representative(a);
    int former = joined == a ? b : a;
    for (int other : apart.getOrDefault(former, Set.of())) {
      apart.get(other).remove(former);
      keepApart(joined, other);
    }
    apart.remove(former);
  }

  @Override
  public int representative(int text) {
    return groups.representative(text);
  }
}
