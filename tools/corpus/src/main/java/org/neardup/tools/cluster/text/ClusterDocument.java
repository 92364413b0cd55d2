// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.List;

/** A document, ready to be added. Immutable. */
public final class ClusterDocument {
  private final String id;
  private final TextFeatures text;
  private final TextFeatures whole;
  private final PageTraits page;
  private final List<String> targets;

  /**
   * A document.
   *
   * @param text null if it has no elements
   * @param whole the whole text, if that is compared, too; else the text
   */
  ClusterDocument(String id, TextFeatures text, TextFeatures whole, PageTraits page) {
    this(id, text, whole, page, List.of());
  }

  /**
   * A set.
   *
   * @param values null if it has none
   * @param targets where the page points to, if the values are that
   */
  static ClusterDocument ofSet(
      String id, TextFeatures values, PageTraits page, List<String> targets) {
    return new ClusterDocument(id, values, values, page, targets);
  }

  private ClusterDocument(
      String id, TextFeatures text, TextFeatures whole, PageTraits page, List<String> targets) {
    this.id = id;
    this.text = text;
    this.whole = whole;
    this.page = page;
    this.targets = targets;
  }

  /** Whether there is something to compare. */
  public boolean hasText() {
    return text != null;
  }

  String id() {
    return id;
  }

  public TextFeatures text() {
    return text;
  }

  TextFeatures whole() {
    return whole;
  }

  List<String> targets() {
    return targets;
  }

  public PageTraits page() {
    return page;
  }
}
