// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides on every document of an index anew, from the stored sketches: the preferred first, so
 * that each is hidden behind a visible one, or becomes visible, once and for all.
 *
 * <p>Keeps about 200 bytes a document in memory. For one thread, while nothing else writes.
 */
final class Reconciliation {
  private final View view;
  private final Judge judge;
  private final Ranker ranker;
  private final IndexWrites writes;
  private final boolean drops;
  private final LongSupplier numbers;
  private final Set<Long> takenGroups = new HashSet<>();
  private int visible;
  private int hidden;
  private int changed;

  /**
   * Over the documents of a view, which is of no use for anything else afterwards.
   *
   * @param judge over that view
   * @param drops whether to delete what would be hidden
   * @param numbers new numbers for groups and documents
   */
  Reconciliation(
      View view,
      Judge judge,
      Ranker ranker,
      IndexWrites writes,
      boolean drops,
      LongSupplier numbers) {
    this.view = view;
    this.judge = judge;
    this.ranker = ranker;
    this.writes = writes;
    this.drops = drops;
    this.numbers = numbers;
  }

  Reconciled run() throws IOException {
    List<Entry> all = readAll();
    all.sort(ranker.comparator().reversed());
    view.hideAll();
    for (Entry entry : all) {
      settle(entry.withSketch(view.read(entry.doc).value));
    }
    return new Reconciled(visible, hidden, changed);
  }

  /** All that sorting needs; sketches are read again when their turn comes. */
  private List<Entry> readAll() throws IOException {
    List<Integer> docs = new ArrayList<>();
    view.forEachLive(docs::add);
    List<Entry> all = new ArrayList<>(docs.size());
    Set<Long> takenOrders = new HashSet<>();
    for (int doc : docs) {
      Entry entry = view.read(doc);
      byte[] rank = ranker.rank(view.storedFields(entry, ranker.fields()), entry.elementCount());
      // Documents of indexes that were put together may have the same number.
      long order = takenOrders.add(entry.order) ? entry.order : numbers.getAsLong();
      Entry light = entry.withSketch(null).with(order, rank);
      if (light.order != entry.order || !Arrays.equals(rank, entry.rank)) {
        writes.updateRank(light);
      }
      all.add(light);
    }
    return all;
  }

  private void settle(Entry entry) throws IOException {
    Optional<Match> behind = judge.best(entry);
    if (behind.isPresent()) {
      entry.place(behind.get().representative().group, true);
      hidden++;
    } else {
      entry.place(takenGroups.add(entry.group) ? entry.group : newGroup(), false);
      view.adopt(entry);
      visible++;
    }
    if (!entry.isIndexedAsPlaced()) {
      changed++;
    }
    if (drops && entry.hidden) {
      writes.delete(entry);
    } else if (!entry.isIndexedAsPlaced()) {
      writes.updateFlags(entry);
    }
  }

  private long newGroup() {
    long group = numbers.getAsLong();
    takenGroups.add(group);
    return group;
  }
}
