// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which documents are near-copies of each other. */
final class Copies {
  private final Map<String, Object> classes;
  private final Map<Object, List<String>> members = new HashMap<>();

  /**
   * Of all documents.
   *
   * @param classes by document id: equal for near-copies
   */
  Copies(Map<String, Object> classes) {
    this.classes = classes;
    classes.forEach((id, ofId) -> members.computeIfAbsent(ofId, key -> new ArrayList<>()).add(id));
  }

  /** Stands for a document and all its near-copies; a document that is nowhere has none. */
  Object classOf(String id) {
    return classes.getOrDefault(id, id);
  }

  /** The documents of a class; none of that of a document that is nowhere. */
  List<String> members(Object ofClass) {
    return members.getOrDefault(ofClass, List.of());
  }

  boolean contains(String id) {
    return classes.containsKey(id);
  }
}
