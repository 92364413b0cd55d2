// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.internal.groups.DuplicateFinder;
import org.neardup.internal.groups.LiveDocument;

/** Near-duplicates that share no band, by their order numbers. */
public final class MissedPairs {
  private final Map<Long, Set<Long>> partners = new HashMap<>();
  private int size;
  private long skipped;

  /**
   * Adds the near-duplicates among visible documents.
   *
   * @return whether there were new ones
   */
  public boolean addAll(List<LiveDocument> visible, DuplicateFinder finder) throws IOException {
    int before = size;
    skipped =
        NearPairs.all(finder.parameters(), finder.comparer().sketches())
            .forEach(
                visible,
                (a, b) -> {
                  boolean isNew = !contains(a, b);
                  boolean isNear = !isNew || finder.decision(a, b).isNear();
                  if (isNew && isNear) {
                    add(a, b);
                  }
                  return isNear;
                });
    return size > before;
  }

  void add(LiveDocument a, LiveDocument b) {
    partners.computeIfAbsent(a.order, order -> new HashSet<>()).add(b.order);
    partners.computeIfAbsent(b.order, order -> new HashSet<>()).add(a.order);
    size++;
  }

  boolean contains(LiveDocument a, LiveDocument b) {
    return partners(a).contains(b.order);
  }

  /** The order numbers of the documents paired with one. */
  Set<Long> partners(LiveDocument document) {
    return partners.getOrDefault(document.order, Set.of());
  }

  /** The number of pairs that the latest {@link #addAll} did not compare. */
  public long skipped() {
    return skipped;
  }
}
