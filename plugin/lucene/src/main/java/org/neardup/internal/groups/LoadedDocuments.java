// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

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
  private boolean forgetsHidden;
  private int lately; // documents added since some were forgotten

  /** The document of a number, or null. */
  LiveDocument get(int doc) {
    LiveDocument document = unchanged.get(doc);
    return document != null ? document : changed.get(doc);
  }

  /** The documents of a group, as they are placed now. */
  List<LiveDocument> members(long group) {
    return byGroup.members(group);
  }

  /** Adds a document as it was read. */
  void add(LiveDocument document) {
    unchanged.put(document.doc, document);
    byGroup.file(document);
    lately++;
  }

  /** Notes the place that a document has now. */
  void file(LiveDocument document) {
    if (forgetsHidden && document.isHidden()) {
      return;
    }
    noteChange(document);
    byGroup.file(document);
  }

  /** Notes that a document is in no group now. */
  void remove(LiveDocument document) {
    if (forgetsHidden && document.isHidden()) {
      return;
    }
    noteChange(document);
    byGroup.remove(document);
  }

  /** Takes in no hidden documents from now on. */
  void forgetHidden() {
    forgetsHidden = true;
  }

  private void noteChange(LiveDocument document) {
    unchanged.remove(document.doc);
    if (changed.put(document.doc, document) == null) {
      former.add(document.filedUnder);
    }
  }

  /** Takes the documents that are there now as those that every snapshot of the documents keeps. */
  void noteFirst() {
    first = count();
  }

  int count() {
    return unchanged.size() + changed.size();
  }

  /** Those that the next snapshot does not keep. */
  int readCount() {
    return count() - first;
  }

  /** Those that were removed or given a place. */
  Collection<LiveDocument> changed() {
    return changed.values();
  }

  /** The groups that these were in before. */
  Set<Long> formerGroups() {
    return former;
  }

  /** Forgets documents that can be read again as they are, if more than so many were added. */
  void forgetUnchanged(int most, Predicate<LiveDocument> isKept) {
    if (lately >= most) {
      lately = 0;
      unchanged.values().removeIf(document -> !isKept.test(document) && forget(document));
    }
  }

  private boolean forget(LiveDocument document) {
    byGroup.remove(document);
    return true;
  }
}
