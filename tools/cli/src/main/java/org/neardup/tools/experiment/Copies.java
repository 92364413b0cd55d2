// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.Map;

/**
 * Which documents are near-copies of each other.
 *
 * @param classes by document id: equal for near-copies
 */
record Copies(Map<String, Object> classes) {

  /** Stands for a document and all its near-copies; a document that is nowhere has none. */
  Object classOf(String id) {
    return classes.getOrDefault(id, id);
  }

  boolean contains(String id) {
    return classes.containsKey(id);
  }
}
