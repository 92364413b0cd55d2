// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;

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

  /** The {@link #key} of the reader that these are the groups of; null if it is not known. */
  default Object readerKey() {
    return null;
  }

  /** What tells a reader from others, and from other states of it; null if nothing does. */
  static Object key(IndexReader reader) {
    CacheHelper helper = reader.getReaderCacheHelper();
    return helper == null ? null : helper.getKey();
  }

  /**
   * Refuses a reader that these are not the groups of, as far as that is known: they would be those
   * of other documents, in silence.
   *
   * @param reader may be around that of the groups
   * @throws IllegalArgumentException if it is another one, or another state of it
   */
  default void requireOf(IndexReader reader) {
    Object own = readerKey();
    IndexReader in = reader;
    while (in instanceof FilterDirectoryReader filter && !Objects.equals(own, key(in))) {
      in = filter.getDelegate();
    }
    Object key = key(in);
    if (own != null && key != null && !own.equals(key)) {
      throw new IllegalArgumentException(
          "groups must be of the reader "
              + reader
              + ", got those of another, or of another state of it");
    }
  }

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
