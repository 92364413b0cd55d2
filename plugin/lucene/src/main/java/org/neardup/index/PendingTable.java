// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.codec.BandKeys;
import org.neardup.codec.SketchParameters;

/**
 * The documents that arrived since the last refresh, by id and by group, and the visible ones of
 * them by band key. Guarded by the lock of {@link GroupTable}.
 */
final class PendingTable {
  private final SketchParameters parameters;
  private final Map<String, Entry> byId = new HashMap<>();
  private final GroupIndex byGroup = new GroupIndex();
  private final Map<Long, List<Entry>> visibleByKey = new HashMap<>();
  private final Set<Entry> visible = new HashSet<>();
  private int arrivals;

  PendingTable(SketchParameters parameters) {
    this.parameters = parameters;
  }

  Entry find(String id) {
    return byId.get(id);
  }

  /** Documents that arrived since the last refresh, replaced and deleted ones included. */
  int arrivals() {
    return arrivals;
  }

  Collection<Entry> members(long group) {
    return byGroup.members(group);
  }

  void add(Entry entry) {
    byId.put(entry.id, entry);
    arrivals++;
    file(entry);
  }

  /** Notes the place that an entry has now. */
  void file(Entry entry) {
    byGroup.file(entry);
    if (entry.hidden) {
      removeCandidate(entry);
    } else {
      addCandidate(entry);
    }
  }

  void remove(Entry entry) {
    if (byId.remove(entry.id, entry)) {
      byGroup.remove(entry);
      removeCandidate(entry);
    }
  }

  private void addCandidate(Entry entry) {
    if (entry.value != null && visible.add(entry)) {
      BandKeys keys = entry.bandKeys(parameters);
      for (int i = 0; i < keys.count(); i++) {
        visibleByKey.computeIfAbsent(keys.key(i), key -> new ArrayList<>(1)).add(entry);
      }
    }
  }

  private void removeCandidate(Entry entry) {
    if (visible.remove(entry)) {
      BandKeys keys = entry.bandKeys(parameters);
      for (int i = 0; i < keys.count(); i++) {
        List<Entry> sharers = visibleByKey.get(keys.key(i));
        sharers.remove(entry);
        if (sharers.isEmpty()) {
          visibleByKey.remove(keys.key(i));
        }
      }
    }
  }

  /** The visible entries that share a band key with a sketch. */
  Set<Entry> candidates(BandKeys keys) {
    Set<Entry> candidates = new HashSet<>();
    for (int i = 0; i < keys.count(); i++) {
      candidates.addAll(visibleByKey.getOrDefault(keys.key(i), List.of()));
    }
    return candidates;
  }
}
