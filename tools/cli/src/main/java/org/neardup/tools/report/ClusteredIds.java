// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.HashMap;
import java.util.List;
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
    private int copies;
    private int documents;
  }

  /** Takes a cluster; all of them before any document. */
  void add(ClusterLine cluster) {
    places(cluster.representative()).representatives++;
    for (ClusterLine.Member member : cluster.members()) {
      places(member.id()).variants++;
      places(member.id()).copies += member.hasSameText() ? 1 : 0;
    }
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

  /** Whether a document that is a variant has the text of its representative. */
  boolean isCopy(String id) {
    return byId.get(id).copies > 0;
  }

  /** The ids in clusters of which the corpus has several documents, as far as it was taken. */
  List<String> repeated() {
    return byId.entrySet().stream()
        .filter(entry -> entry.getValue().documents > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether there is such an id. */
  boolean hasRepeated() {
    return !repeated().isEmpty();
  }
}
