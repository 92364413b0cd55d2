// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

/** A document, ready to be added. Immutable. */
public final class ClusterDocument {
  private final String id;
  private final TextFeatures text;
  private final TextFeatures whole;
  private final PageTraits page;

  /**
   * A document.
   *
   * @param text null if it has no elements
   * @param whole the whole text, if that is compared, too; else the text
   */
  ClusterDocument(String id, TextFeatures text, TextFeatures whole, PageTraits page) {
    this.id = id;
    this.text = text;
    this.whole = whole;
    this.page = page;
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

  public PageTraits page() {
    return page;
  }
}
