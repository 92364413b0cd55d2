// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Entries by group, chained through the entries themselves. Each is filed under the group that it
 * had when it was filed last, in one index at most.
 */
final class GroupIndex {
  private final Comparator<Entry> preference;
  private final Map<Long, Entry> last = new HashMap<>(); // the member filed last, by group

  /** The members of groups whose best one was asked for. */
  private final Map<Long, NavigableSet<Entry>> ranked = new HashMap<>();

  GroupIndex(Comparator<Entry> preference) {
    this.preference = preference.thenComparingInt(entry -> entry.doc);
  }

  /** Files an entry under its group, and no longer under another one. */
  void file(Entry entry) {
    if (entry.isFiled && entry.filedUnder == entry.group) {
      return;
    }
    remove(entry);
    entry.isFiled = true;
    entry.filedUnder = entry.group;
    entry.earlierMember = last.put(entry.group, entry);
    if (entry.earlierMember != null) {
      entry.earlierMember.laterMember = entry;
    }
    NavigableSet<Entry> members = ranked(entry.group);
    if (members != null) {
      members.add(entry);
    }
  }

  /** Files an entry nowhere. */
  void remove(Entry entry) {
    if (!entry.isFiled) {
      return;
    }
    Entry earlier = entry.earlierMember;
    Entry later = entry.laterMember;
    if (earlier != null) {
      earlier.laterMember = later;
    }
    if (later != null) {
      later.earlierMember = earlier;
    } else if (earlier != null) {
      last.put(entry.filedUnder, earlier);
    } else {
      last.remove(entry.filedUnder);
    }
    NavigableSet<Entry> members = ranked(entry.filedUnder);
    if (members != null) {
      members.remove(entry);
    }
    entry.isFiled = false;
    entry.earlierMember = null;
    entry.laterMember = null;
  }

  private NavigableSet<Entry> ranked(long group) {
    return ranked.isEmpty() ? null : ranked.get(group);
  }

  /** The entries filed under a group, the last first. */
  List<Entry> members(long group) {
    List<Entry> members = new ArrayList<>();
    for (Entry entry = last.get(group); entry != null; entry = entry.earlierMember) {
      members.add(entry);
    }
    return members;
  }

  /** The preferred one of the entries filed under a group, or null. */
  Entry best(long group) {
    NavigableSet<Entry> members = ranked.get(group);
    if (members == null) {
      members = new TreeSet<>(preference);
      members.addAll(members(group));
      ranked.put(group, members);
    }
    return members.isEmpty() ? null : members.last();
  }
}
