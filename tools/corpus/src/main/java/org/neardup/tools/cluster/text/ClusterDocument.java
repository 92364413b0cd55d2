// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.List;

/**
 * A document, ready to be added.
 *
 * @param text what is compared of it; null if it has no elements
 * @param whole the whole text, if that is compared, too; else the text
 * @param targets where the page points to, if that is compared
 */
public record ClusterDocument(
    String id, TextFeatures text, TextFeatures whole, PageTraits page, List<String> targets) {
  /** Whether there is something to compare. */
  public boolean hasText() {
    return text != null;
  }
}
