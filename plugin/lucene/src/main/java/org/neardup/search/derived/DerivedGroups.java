// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import org.apache.lucene.index.IndexReader;

/** The groups of one reader, which {@link GroupDeriver} derived. Immutable; safe for threads. */
public final class DerivedGroups {
  DerivedGroups() {}

  /** Whether a live document is hidden behind another. */
  public boolean isHidden(int doc) {
    return representative(doc) != doc;
  }

  /** The visible document of the group of a live document, which may be itself. */
  public int representative(int doc) {
    return doc;
  }

  /** How many live documents the group of a live document has, itself included. */
  public int size(int doc) {
    return 1;
  }

  /**
   * The live documents of the group of a live document: the representative, then in index order.
   */
  public int[] members(int doc) {
    return new int[] {doc};
  }

  /** How many live documents have a sketch. */
  public long sketched() {
    return 0;
  }

  /** How many of them are hidden. */
  public long hidden() {
    return 0;
  }

  /** How many groups have more than one document. */
  public long groups() {
    return 0;
  }

  /** Whether these are the groups of a reader. */
  public boolean isOf(IndexReader reader) {
    return reader != null;
  }
}
