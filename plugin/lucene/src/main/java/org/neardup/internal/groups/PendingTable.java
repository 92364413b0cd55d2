// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.internal.compare.SketchParameters;

/**
 * The documents that arrived since the last refresh, by id and by group, and the visible ones of
 * them by band key.
 */
final class PendingTable {
  private final Map<String, LiveDocument> byId = new HashMap<>();
  private final GroupIndex byGroup = new GroupIndex();
  private final CandidateTable visible;
  private int arrivals;
  private long bytes;

  /**
   * Without documents.
   *
   * @param expectedKeys of bands that there is room for from the start
   */
  PendingTable(SketchParameters parameters, long expectedKeys) {
    visible = new CandidateTable(parameters, expectedKeys);
  }

  LiveDocument find(String id) {
    return byId.get(id);
  }

  /** Documents that arrived since the last refresh, replaced and deleted ones included. */
  int arrivals() {
    return arrivals;
  }

  /** About what they take of the heap. */
  long bytes() {
    return bytes;
  }

  /** The visible ones; not to be changed. */
  CandidateTable visible() {
    return visible;
  }

  /** All live ones. */
  Collection<LiveDocument> all() {
    return byId.values();
  }

  List<LiveDocument> members(long group) {
    return byGroup.members(group);
  }

  /** Notes the place that a document has now; takes it in if it is new here. */
  void file(LiveDocument document) {
    if (byId.put(document.id, document) == null) {
      arrivals++;
      bytes += document.pendingBytes();
    }
    byGroup.file(document);
    if (document.isHidden()) {
      visible.remove(document);
    } else if (document.value != null) {
      visible.add(document);
    }
  }

  void remove(LiveDocument document) {
    if (byId.remove(document.id, document)) {
      byGroup.remove(document);
      visible.remove(document);
    }
  }
}
