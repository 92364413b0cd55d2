// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The documents of a snapshot that are in memory, each as one object. */
final class LoadedDocuments {
  private final Map<Integer, LiveDocument> byDoc = new HashMap<>();
  private final GroupIndex byGroup = new GroupIndex();
  private int first; // those that every snapshot of the same documents keeps
  private final List<LiveDocument> changed =
      new ArrayList<>(); // that were removed or given a place
  private final Set<Long> former = new HashSet<>(); // groups that these were in before
  private int lately; // entries added since some were forgotten

  /** The entry of a document, or null. */
  LiveDocument get(int doc) {
    return byDoc.get(doc);
  }

  /** The entries of a group, as they are placed now. */
  List<LiveDocument> members(long group) {
    return byGroup.members(group);
  }

  /** Adds an entry as it was read. */
  void add(LiveDocument entry) {
    byDoc.put(entry.doc, entry);
    byGroup.file(entry);
    lately++;
  }

  /** Notes the place that an entry has now. */
  void file(LiveDocument entry) {
    byDoc.put(entry.doc, entry);
    noteChange(entry);
    byGroup.file(entry);
  }

  /** Notes that an entry is in no group now. */
  void remove(LiveDocument entry) {
    noteChange(entry);
    byGroup.remove(entry);
  }

  private void noteChange(LiveDocument entry) {
    if (!entry.changed) {
      entry.changed = true;
      changed.add(entry);
      former.add(entry.filedUnder);
    }
  }

  /** Takes the entries that are there now as those that every snapshot of the documents keeps. */
  void noteFirst() {
    first = byDoc.size();
  }

  int count() {
    return byDoc.size();
  }

  /** Entries that the next snapshot does not keep. */
  int readCount() {
    return byDoc.size() - first;
  }

  /** Entries that were removed or given a place. */
  List<LiveDocument> changed() {
    return changed;
  }

  /** The groups that these were in before. */
  Set<Long> formerGroups() {
    return former;
  }

  /** Forgets entries that can be read again as they are, if more than so many were added. */
  void forgetUnchanged(int most) {
    if (lately >= most) {
      lately = 0;
      byDoc.values().removeIf(this::forget);
    }
  }

  private boolean forget(LiveDocument entry) {
    boolean goes = !entry.changed && entry.candidate == LiveDocument.NO_CANDIDATE;
    if (goes) {
      byGroup.remove(entry);
    }
    return goes;
  }
}
