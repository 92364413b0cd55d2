// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.HashMap;
import java.util.Map;

/**
 * The ids in clusters, and which documents of a corpus they are: an id may be that of several, such
 * as one address crawled twice, and clusters do not say which one they mean. For one thread.
 */
final class ClusteredIds {
  private final Map<String, Places> byId = new HashMap<>();

  /** Where an id stands in clusters, and how many documents of the corpus have it so far. */
  private static final class Places {
    private int representatives;
    private int variants;
    private int documents;
  }

  /** Takes a cluster; all of them before any document. */
  void add(ClusterLine cluster) {
    places(cluster.representative()).representatives++;
    cluster.members().forEach(member -> places(member.id()).variants++);
  }

  private Places places(String id) {
    return byId.computeIfAbsent(id, unknown -> new Places());
  }

  /**
   * Takes the next document of the corpus, by its id, and says whether it is a variant. No more
   * documents of an id are than clusters have as members; they are taken to come after those that
   * are representatives, as in a cluster.
   */
  boolean isVariant(String id) {
    Places places = byId.get(id);
    if (places == null) {
      return false;
    }
    int before = places.documents++;
    return before >= places.representatives && before < places.representatives + places.variants;
  }

  /** Whether the corpus has several documents of an id in clusters, as far as it was taken. */
  boolean isRepeated(String id) {
    Places places = byId.get(id);
    return places != null && places.documents > 1;
  }

  /** Whether there is such an id. */
  boolean hasRepeated() {
    return byId.values().stream().anyMatch(places -> places.documents > 1);
  }
}
