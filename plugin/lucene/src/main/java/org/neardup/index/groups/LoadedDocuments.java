// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The documents of a snapshot that are in memory, each as one object. */
final class LoadedDocuments {
  private final Map<Integer, LiveDocument> unchanged = new HashMap<>(); // by number
  private final Map<Integer, LiveDocument> changed = new HashMap<>(); // removed or given a place
  private final Set<Long> former = new HashSet<>(); // groups that these were in before
  private final GroupIndex byGroup = new GroupIndex();
  private int first; // those that every snapshot of the same documents keeps
  private int lately; // entries added since some were forgotten

  /** The entry of a document, or null. */
  LiveDocument get(int doc) {
    LiveDocument entry = unchanged.get(doc);
    return entry != null ? entry : changed.get(doc);
  }

  /** The entries of a group, as they are placed now. */
  List<LiveDocument> members(long group) {
    return byGroup.members(group);
  }

  /** Adds an entry as it was read. */
  void add(LiveDocument entry) {
    unchanged.put(entry.doc, entry);
    byGroup.file(entry);
    lately++;
  }

  /** Notes the place that an entry has now. */
  void file(LiveDocument entry) {
    noteChange(entry);
    byGroup.file(entry);
  }

  /** Notes that an entry is in no group now. */
  void remove(LiveDocument entry) {
    noteChange(entry);
    byGroup.remove(entry);
  }

  private void noteChange(LiveDocument entry) {
    unchanged.remove(entry.doc);
    if (changed.put(entry.doc, entry) == null) {
      former.add(entry.filedUnder);
    }
  }

  /** Takes the entries that are there now as those that every snapshot of the documents keeps. */
  void noteFirst() {
    first = count();
  }

  int count() {
    return unchanged.size() + changed.size();
  }

  /** Entries that the next snapshot does not keep. */
  int readCount() {
    return count() - first;
  }

  /** Entries that were removed or given a place. */
  Collection<LiveDocument> changed() {
    return changed.values();
  }

  /** The groups that these were in before. */
  Set<Long> formerGroups() {
    return former;
  }

  /** Forgets entries that can be read again as they are, if more than so many were added. */
  void forgetUnchanged(int most, Predicate<LiveDocument> isKept) {
    if (lately >= most) {
      lately = 0;
      unchanged.values().removeIf(entry -> !isKept.test(entry) && forget(entry));
    }
  }

  private boolean forget(LiveDocument entry) {
    byGroup.remove(entry);
    return true;
  }
}
