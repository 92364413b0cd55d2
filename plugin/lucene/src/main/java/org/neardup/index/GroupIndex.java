// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Entries by group. Each is filed under the group that it had when it was filed last. */
final class GroupIndex {
  private final Map<Long, Set<Entry>> members = new HashMap<>();
  private final Map<Entry, Long> filed = new HashMap<>();

  /** Files an entry under its group, and no longer under another one. */
  void file(Entry entry) {
    Long before = filed.put(entry, entry.group);
    if (before == null || before != entry.group) {
      removeFrom(before, entry);
      members.computeIfAbsent(entry.group, group -> new HashSet<>(4)).add(entry);
    }
  }

  void remove(Entry entry) {
    removeFrom(filed.remove(entry), entry);
  }

  private void removeFrom(Long group, Entry entry) {
    Set<Entry> rest = group == null ? null : members.get(group);
    if (rest != null && rest.remove(entry) && rest.isEmpty()) {
      members.remove(group);
    }
  }

  /** The entries filed under a group, in no particular order. */
  Set<Entry> members(long group) {
    return members.getOrDefault(group, Set.of());
  }
}
