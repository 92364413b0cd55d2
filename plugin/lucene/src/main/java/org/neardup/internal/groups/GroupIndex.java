// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Documents by group, chained through the documents themselves. Each is filed under the group that
 * it had when it was filed last, in one index at most.
 */
final class GroupIndex {
  private final Map<Long, LiveDocument> last = new HashMap<>(); // the member filed last, by group

  /** Files a document under its group, and no longer under another one. */
  void file(LiveDocument document) {
    if (document.isFiled && document.filedUnder == document.group()) {
      return;
    }
    remove(document);
    document.isFiled = true;
    document.filedUnder = document.group();
    document.earlierMember = last.put(document.group(), document);
    if (document.earlierMember != null) {
      document.earlierMember.laterMember = document;
    }
  }

  /** Files a document nowhere. */
  void remove(LiveDocument document) {
    if (!document.isFiled) {
      return;
    }
    LiveDocument earlier = document.earlierMember;
    LiveDocument later = document.laterMember;
    if (earlier != null) {
      earlier.laterMember = later;
    }
    if (later != null) {
      later.earlierMember = earlier;
    } else if (earlier != null) {
      last.put(document.filedUnder, earlier);
    } else {
      last.remove(document.filedUnder);
    }
    document.isFiled = false;
    document.earlierMember = null;
    document.laterMember = null;
  }

  /** The documents filed under a group, the last first. */
  List<LiveDocument> members(long group) {
    List<LiveDocument> members = new ArrayList<>();
    for (LiveDocument document = last.get(group);
        document != null;
        document = document.earlierMember) {
      members.add(document);
    }
    return members;
  }
}
