// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.record.GroupReader;
import org.neardup.record.Marker;

/**
 * The groups of a collapsed index: which group a document is in, whether it is hidden, and which
 * versions a group has.
 *
 * <p>Documents are Lucene's document numbers in the reader. Keeps no state; safe for threads.
 *
 * @param reader over all documents, hidden ones included: not one of {@link OneVersion}
 */
public record VersionGroups(IndexReader reader) {

  /**
   * The group of a document, a number unique in the index.
   *
   * @throws IllegalArgumentException if the document was not written through the hook
   */
  public long group(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return new GroupReader(leaf.reader()).group(doc - leaf.docBase);
  }

  /** Whether a document was written through the hook. */
  public boolean hasGroup(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return new GroupReader(leaf.reader()).advance(doc - leaf.docBase);
  }

  /** Whether a document is hidden behind the representative of its group. */
  public boolean isHidden(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return Marker.HIDDEN.marks(leaf.reader(), doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** The live documents of a group, the representative among them, in index order. */
  public int[] members(long group) throws IOException {
    IntStream.Builder members = IntStream.builder();
    for (LeafReaderContext leaf : reader.leaves()) {
      new GroupReader(leaf.reader()).forEachMember(group, doc -> members.add(leaf.docBase + doc));
    }
    return members.build().sorted().toArray();
  }
}
