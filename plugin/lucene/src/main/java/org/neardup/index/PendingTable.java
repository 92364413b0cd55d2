// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.codec.SketchParameters;

/**
 * The documents that arrived since the last refresh, by id, and the visible ones of them by band
 * key. Guarded by the lock of {@link GroupTable}.
 */
final class PendingTable {
  private final SketchParameters parameters;
  private final long[] keys;
  private final Map<String, Entry> byId = new LinkedHashMap<>();
  private final Map<Long, List<Entry>> visibleByKey = new HashMap<>();
  private int arrivals;

  PendingTable(SketchParameters parameters) {
    this.parameters = parameters;
    keys = new long[parameters.bands().bands()];
  }

  Entry find(String id) {
    return byId.get(id);
  }

  Collection<Entry> entries() {
    return byId.values();
  }

  /** Documents that arrived since the last refresh, replaced ones included. */
  int arrivals() {
    return arrivals;
  }

  void add(Entry entry) {
    byId.put(entry.id, entry);
    arrivals++;
    index(entry);
  }

  void remove(Entry entry) {
    byId.remove(entry.id, entry);
    unindex(entry);
  }

  /** Makes a visible entry a candidate. */
  void index(Entry entry) {
    if (!entry.hidden && entry.value != null) {
      int count = parameters.bandKeys(entry.value, 0, keys);
      for (int i = 0; i < count; i++) {
        visibleByKey.computeIfAbsent(keys[i], key -> new ArrayList<>(1)).add(entry);
      }
    }
  }

  /** Ends an entry's being a candidate. */
  void unindex(Entry entry) {
    if (entry.value != null) {
      int count = parameters.bandKeys(entry.value, 0, keys);
      for (int i = 0; i < count; i++) {
        List<Entry> sharers = visibleByKey.get(keys[i]);
        if (sharers != null && sharers.remove(entry) && sharers.isEmpty()) {
          visibleByKey.remove(keys[i]);
        }
      }
    }
  }

  /** The visible entries that share a band key with a sketch. */
  Set<Entry> candidates(byte[] value) {
    Set<Entry> candidates = new HashSet<>();
    int count = parameters.bandKeys(value, 0, keys);
    for (int i = 0; i < count; i++) {
      candidates.addAll(visibleByKey.getOrDefault(keys[i], List.of()));
    }
    return candidates;
  }
}
