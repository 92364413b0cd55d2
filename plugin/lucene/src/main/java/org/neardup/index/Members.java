// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The live documents, those of the view and those pending since, and the groups that they are in
 * now. Guarded by the lock of {@link GroupTable}.
 */
final class Members {
  private static final int SMALL = 8;

  private final Comparator<Entry> preference;
  private final Verifier verifier;

  /** Of groups that got another representative since the last refresh. */
  private final Map<Long, Spread> spreads = new HashMap<>();

  private View view;
  private PendingTable pending;

  /** Without documents; {@link #refreshed} gives it some. */
  Members(Comparator<Entry> preference, Verifier verifier) {
    this.preference = preference;
    this.verifier = verifier;
  }

  void refreshed(View newView, PendingTable newPending) {
    view = newView;
    pending = newPending;
    spreads.clear();
  }

  /** The live documents with an id: one at most, unless another writer added some. */
  List<Entry> find(String id) throws IOException {
    Entry entry = pending.find(id); // all before it were removed when it came
    return entry != null ? List.of(entry) : view.find(id);
  }

  /** Adds a document that arrived. */
  void add(Entry entry) {
    pending.add(entry);
    widen(entry);
  }

  void remove(Entry entry) {
    if (entry.isPending()) {
      pending.remove(entry);
    } else {
      view.remove(entry);
    }
  }

  /** Takes back a removal. */
  void restore(Entry entry) throws IOException {
    if (entry.isPending()) {
      pending.add(entry);
    } else {
      view.restore(entry);
    }
    widen(entry);
  }

  /** Notes the place that a document has now. */
  void file(Entry entry) throws IOException {
    if (entry.isPending()) {
      pending.file(entry);
    } else {
      view.file(entry);
    }
    widen(entry);
  }

  private void widen(Entry entry) {
    Spread spread = spreads.get(entry.group);
    if (spread != null) {
      spread.add(entry);
    }
  }

  /** The documents of a group. */
  List<Entry> of(long group) throws IOException {
    List<Entry> members = view.members(group);
    members.addAll(pending.members(group));
    return members;
  }

  /** The preferred document of a group; null if the group has none. */
  Entry best(long group) throws IOException {
    Entry ofView = view.best(group);
    Entry ofPending = pending.best(group);
    return ofPending == null || (ofView != null && preference.compare(ofView, ofPending) > 0)
        ? ofView
        : ofPending;
  }

  /** The visible document of a group; null if another writer deleted it. */
  Entry representative(long group) throws IOException {
    Entry ofPending = pending.best(group); // it is preferred to all of its group
    return ofPending != null && !ofPending.hidden ? ofPending : view.representative(group);
  }

  /**
   * The documents of a group that may be no near-duplicates of its new representative; most often
   * none.
   */
  List<Entry> unsure(long group, Entry representative) throws IOException {
    Spread spread = spreads.get(group);
    if (spread == null || spread.isUselessFor(representative)) {
      List<Entry> members = of(group);
      if (members.size() <= SMALL) {
        return members;
      }
      Spread other = new Spread(group, representative, members, verifier);
      if (spread == null || other.isTighterThan(spread)) {
        spread = other;
        spreads.put(group, spread);
      }
    }
    return spread.unsure(representative);
  }
}
