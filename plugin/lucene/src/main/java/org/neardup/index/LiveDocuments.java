// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neardup.sketch.ElementSet;

/**
 * The live documents, those of the view and those pending since, and the groups that they are in
 * now. Guarded by the lock of {@link GroupTable}.
 */
final class LiveDocuments {
  private final Comparator<Profile> preference;
  private final Verifier verifier;

  /** Of groups that were asked for, those asked for last at the end; none is empty. */
  private final Map<Long, Group> groups = new LinkedHashMap<>(16, .75f, true);

  private long known; // documents in these groups
  private long knownFirst; // those that a refresh left
  private IndexSnapshot view;
  private PendingTable pending;

  /** Without documents; {@link #refreshed} gives it some. */
  LiveDocuments(Comparator<Profile> preference, Verifier verifier) {
    this.preference = preference;
    this.verifier = verifier;
  }

  /**
   * Takes the same documents from a new view.
   *
   * @param mostKnown documents in groups to keep; those of groups asked for last
   */
  void refreshed(IndexSnapshot newView, PendingTable newPending, double mostKnown) {
    view = newView;
    pending = newPending;
    Iterator<Group> oldest = groups.values().iterator();
    while (known > mostKnown) {
      known -= oldest.next().size();
      oldest.remove();
    }
    knownFirst = known;
  }

  /** Documents of groups in memory. */
  long knownCount() {
    return known;
  }

  /** Of these, those that came since the last refresh. */
  long readCount() {
    return known - knownFirst;
  }

  /** The live documents with an id: one at most, unless another writer added some. */
  List<Entry> find(String id) throws IOException {
    Entry entry = pending.find(id); // all before it were removed when it came
    return entry != null ? List.of(entry) : view.find(id);
  }

  /** Adds a document that arrived. */
  void add(Entry entry) {
    pending.add(entry);
    join(entry);
  }

  void remove(Entry entry) {
    leave(entry);
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
    join(entry);
  }

  /** Notes the place that a document has now. */
  void file(Entry entry) throws IOException {
    leave(entry);
    if (entry.isPending()) {
      pending.file(entry);
    } else {
      view.file(entry);
    }
    join(entry);
  }

  private void leave(Entry entry) {
    if (entry.isFiled) {
      remove(entry, entry.filedUnder);
    }
  }

  private void remove(Profile profile, long number) {
    Group group = groups.get(number);
    if (group != null) {
      known -= group.size();
      group.remove(profile);
      known += group.size();
      if (group.size() == 0) {
        groups.remove(number);
      }
    }
  }

  private void join(Entry entry) {
    Group group = entry.isFiled ? groups.get(entry.filedUnder) : null;
    if (group != null) {
      known -= group.size();
      group.add(entry);
      known += group.size();
    }
  }

  /** The documents of a group. */
  List<Entry> of(long group) throws IOException {
    return entries(group(group).all());
  }

  /** The preferred document of a group; null if the group has none. */
  Entry best(long group) throws IOException {
    for (Group known = group(group); ; ) {
      Member best = known.best();
      Entry entry = best == null ? null : entry(best);
      if (best == null || entry != null) {
        return entry;
      }
      remove(best, group);
    }
  }

  /** The visible document of a group; null if another writer deleted it. */
  Entry representative(long group) throws IOException {
    for (Entry entry : pending.members(group)) {
      if (!entry.hidden) {
        return entry;
      }
    }
    return view.representative(group);
  }

  /**
   * The documents of a group that may be no near-duplicates of its new representative; most often
   * none.
   */
  List<Entry> unsure(long group, Entry representative) throws IOException {
    return entries(group(group).unsure(representative, this::elements));
  }

  private Group group(long number) throws IOException {
    Group group = groups.get(number);
    if (group == null) {
      group = new Group(preference, verifier);
      view.forEachMember(number, group::add);
      pending.members(number).forEach(group::add);
      if (group.size() > 0) {
        groups.put(number, group);
        known += group.size();
      }
    }
    return group;
  }

  private List<Entry> entries(List<Member> members) throws IOException {
    List<Entry> entries = new ArrayList<>(members.size());
    for (Member member : members) {
      Entry entry = entry(member);
      if (entry != null) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /** What the member is now; null if another writer gave it an id that it is not found by. */
  private Entry entry(Member member) throws IOException {
    for (Entry entry : find(member.id)) {
      if (entry.order == member.order) {
        return entry;
      }
    }
    return null;
  }

  private Optional<ElementSet> elements(Profile profile) throws IOException {
    Optional<ElementSet> known = verifier.knownElements(profile);
    if (known != null) {
      return known;
    }
    Entry entry = profile instanceof Member member ? entry(member) : (Entry) profile;
    return entry == null ? Optional.empty() : verifier.elements(entry);
  }
}
