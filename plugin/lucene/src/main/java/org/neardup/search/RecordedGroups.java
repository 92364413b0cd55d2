// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.lucene.index.CompositeReaderContext;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.HiddenGroups;

/**
 * The groups that a {@code CollapsingIndexWriter} recorded in an index: which group a document is
 * in, whether it is hidden, and which versions a group has.
 *
 * <p>Documents are Lucene's document numbers in the reader. Keeps no state; safe for threads.
 *
 * @param reader over all documents, hidden ones included: not one of {@link OneVersion}. It may be
 *     over several indexes; each has groups of its own
 */
public record RecordedGroups(IndexReader reader) implements VersionGroups {

  /**
   * The group of a document, a number unique in the index.
   *
   * @throws IllegalArgumentException if the document was not written through the hook
   */
  public long group(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return GroupReader.asShown(leaf.reader()).group(doc - leaf.docBase);
  }

  /** Whether a document was written through the hook. */
  public boolean hasGroup(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return GroupReader.asShown(leaf.reader()).advance(doc - leaf.docBase);
  }

  @Override
  public boolean isHidden(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return HiddenGroups.hides(leaf.reader(), doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    Objects.checkIndex(doc, reader.maxDoc());
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  @Override
  public Object readerKey() {
    return VersionGroups.key(reader);
  }

  /**
   * The live documents of a group, the representative among them, in index order.
   *
   * @throws IllegalArgumentException if the reader is over several indexes
   */
  public int[] ofGroup(long group) throws IOException {
    List<CompositeReaderContext> indexes =
        reader.leaves().stream().map(leaf -> leaf.parent).distinct().toList();
    if (indexes.size() > 1) {
      throw new IllegalArgumentException(
          "reader must be over one index, as group numbers are of one, got " + reader);
    }
    return indexes.isEmpty() ? new int[0] : ofGroup(group, indexes.getFirst());
  }

  private int[] ofGroup(long group, CompositeReaderContext index) throws IOException {
    IntStream.Builder members = IntStream.builder();
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.parent == index) {
        GroupReader.asShown(leaf.reader())
            .forEachMember(group, doc -> members.add(leaf.docBase + doc));
      }
    }
    return members.build().sorted().toArray();
  }

  @Override
  public int representative(int doc) throws IOException {
    return members(doc)[0];
  }

  /** {@inheritDoc} A document that was not written through the hook is alone. */
  @Override
  public int[] members(int doc) throws IOException {
    if (!hasGroup(doc)) {
      return new int[] {doc};
    }
    long group = group(doc);
    int[] members = ofGroup(group, leaf(doc).parent);
    if (members.length == 0) {
      throw new CorruptIndexException(
          "group " + group + " has no document that is not deleted", reader.toString());
    }
    for (int i = 0; i < members.length; i++) {
      if (!isHidden(members[i])) {
        int representative = members[i];
        System.arraycopy(members, 0, members, 1, i);
        members[0] = representative;
        break;
      }
    }
    return members;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the reader is no {@link DirectoryReader}
   */
  @Override
  public void forEachHidden(HiddenVisitor visitor) throws IOException {
    if (!(reader instanceof DirectoryReader directoryReader)) {
      throw new IllegalArgumentException("reader must be a DirectoryReader, got " + reader);
    }
    VersionMap versions = VersionMap.of(directoryReader);
    int maxDoc = reader.maxDoc();
    int doc = VersionMap.next(versions.hidden, 0, maxDoc);
    for (; doc != NO_MORE_DOCS; doc = VersionMap.next(versions.hidden, doc + 1, maxDoc)) {
      visitor.visit(doc, versions.representativeOfHidden(doc));
    }
  }
}
