// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

/** A document, ready to be added. Immutable; made by {@link Clustering#prepare}. */
public final class Prepared {
  private final String id;
  private final PreparedText text;
  private final Page page;

  /**
   * A document.
   *
   * @param text null if it has no elements
   */
  Prepared(String id, PreparedText text, Page page) {
    this.id = id;
    this.text = text;
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

  Page page() {
    return page;
  }
}
