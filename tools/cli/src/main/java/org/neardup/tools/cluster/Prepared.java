// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

/** A document, ready to be added. Immutable; made by {@link Clustering#prepare}. */
public final class Prepared {
  private final String id;
  private final PreparedText text;
  private final PreparedText whole;
  private final Page page;

  /**
   * A document.
   *
   * @param text null if it has no elements
   * @param whole the whole text, if that is compared besides; else the text
   */
  Prepared(String id, PreparedText text, PreparedText whole, Page page) {
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

  PreparedText text() {
    return text;
  }

  PreparedText whole() {
    return whole;
  }

  Page page() {
    return page;
  }
}
