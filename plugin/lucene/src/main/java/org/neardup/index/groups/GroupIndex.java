// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Entries by group, chained through the entries themselves. Each is filed under the group that it
 * had when it was filed last, in one index at most.
 */
final class GroupIndex {
  private final Map<Long, LiveDocument> last = new HashMap<>(); // the member filed last, by group

  /** Files an entry under its group, and no longer under another one. */
  void file(LiveDocument entry) {
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
  }

  /** Files an entry nowhere. */
  void remove(LiveDocument entry) {
    if (!entry.isFiled) {
      return;
    }
    LiveDocument earlier = entry.earlierMember;
    LiveDocument later = entry.laterMember;
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
    entry.isFiled = false;
    entry.earlierMember = null;
    entry.laterMember = null;
  }

  /** The entries filed under a group, the last first. */
  List<LiveDocument> members(long group) {
    List<LiveDocument> members = new ArrayList<>();
    for (LiveDocument entry = last.get(group); entry != null; entry = entry.earlierMember) {
      members.add(entry);
    }
    return members;
  }
}
