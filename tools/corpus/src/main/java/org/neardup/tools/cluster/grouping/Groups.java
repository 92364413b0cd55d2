// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.util.Set;
import java.util.stream.IntStream;
import org.neardup.internal.group.MostResembling;
import org.neardup.tools.cluster.candidates.PairVerification;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;

/**
 * Near-duplicates as groups of texts. The representative of a group is its first text: with
 * containment its largest.
 */
public interface Groups extends PairVerification.Consumer {

  /**
   * Groups of texts.
   *
   * @param different pairs that no group may have, which do not come as near-duplicates
   */
  static Groups of(Grouping grouping, int texts, Set<Long> different) {
    return switch (grouping) {
      case ANCHORED -> new AnchoredGroups(texts);
      case TRANSITIVE ->
          different.isEmpty() ? new TransitiveGroups(texts) : new PartedGroups(texts, different);
    };
  }

  /** Decides, after all pairs. */
  default void finish() {}

  /** The representative of a text's group, itself if it is alone; after {@link #finish}. */
  int representative(int text);

  /**
   * A text joins the group whose representative it resembles most, the earlier one if several do,
   * and begins a group of its own if it resembles none: as the hook does for documents that arrive
   * one by one. With containment, texts are in the order of their sizes, so each joins the group of
   * the larger one that holds most of it.
   */
  final class AnchoredGroups implements Groups {
    private final int[] representatives;
    private final MostResembling most = new MostResembling();
    private int current = -1;

    AnchoredGroups(int texts) {
      representatives = IntStream.range(0, texts).toArray();
    }

    /** All pairs of a text with earlier ones follow each other, so those have been decided on. */
    @Override
    public void accept(long pair, PairResemblance resemblance) {
      int text = Pairs.later(pair);
      int earlier = Pairs.earlier(pair);
      if (text != current) {
        current = text;
        most.clear();
      }
      if (representatives[earlier] == earlier) {
        most.offer(earlier, resemblance.decisive());
        representatives[text] = most.number();
      }
    }

    @Override
    public int representative(int text) {
      return representatives[text];
    }
  }
}
