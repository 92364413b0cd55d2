// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;

/**
 * Which documents of a reader are versions of each other, and which of them is shown. Documents are
 * live ones, by their numbers in the reader; nothing is defined for others.
 *
 * <p>Groups are recorded in an index that a {@code CollapsingIndexWriter} wrote ({@link
 * RecordedGroups}), or derived from the sketches of any other ({@code
 * org.neardup.search.derived.DerivedGroups}).
 */
public interface VersionGroups {
  /** Whether a document is hidden behind the representative of its group. */
  boolean isHidden(int doc) throws IOException;

  /** The visible document of the group of a document, which may be itself. */
  int representative(int doc) throws IOException;

  /** All documents of the group of a document, the representative first. */
  int[] members(int doc) throws IOException;

  /** Gives all hidden documents in ascending order. */
  void forEachHidden(HiddenVisitor visitor) throws IOException;

  /** Told of hidden documents. */
  @FunctionalInterface
  interface HiddenVisitor {
    /** A document is hidden behind another. */
    void visit(int hidden, int representative);
  }

  /** Gives the groups of readers. */
  @FunctionalInterface
  interface Source {
    /** The groups of a reader over all documents. */
    VersionGroups groups(IndexReader reader) throws IOException;
  }
}
