// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.StringHelper;
import org.neardup.tools.console.Counted;
import org.neardup.tools.rebuild.FieldPlan.Inversion;

/**
 * The index to be read: one commit of it, without what is deleted. It is only read.
 *
 * @param identity of the commit
 */
record SourceIndex(DirectoryReader reader, FieldInfos fields, String identity)
    implements Closeable {

  /** Opens the latest commit, whose files must have the right checksums. */
  static SourceIndex open(Directory directory) throws IOException {
    DirectoryReader all = openReader(directory);
    try {
      if (all.numDocs() == 0) {
        throw new RebuildException("there is no document in it");
      }
      for (LeafReaderContext leaf : all.leaves()) {
        ((CodecReader) leaf.reader()).checkIntegrity();
      }
      FieldInfos fields = FieldInfos.getMergedFieldInfos(all);
      String softDeletes = fields.getSoftDeletesField();
      DirectoryReader live =
          softDeletes == null ? all : new SoftDeletesDirectoryReaderWrapper(all, softDeletes);
      return new SourceIndex(live, fields, identity(directory));
    } catch (IOException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private static DirectoryReader openReader(Directory directory) throws IOException {
    try {
      return DirectoryReader.open(directory);
    } catch (IndexNotFoundException e) {
      throw new RebuildException("there is no Lucene index in it");
    } catch (IllegalArgumentException e) { // thrown by Lucene for an unknown codec
      throw new RebuildException("the index cannot be read: " + e.getMessage());
    }
  }

  /** Names a commit, unlike any other. */
  static String identity(Directory directory) throws IOException {
    SegmentInfos commit = SegmentInfos.readLatestCommit(directory);
    return commit.getSegmentsFileName() + " " + StringHelper.idToString(commit.getId());
  }

  /** The user data of the commit. */
  Map<String, String> userData() throws IOException {
    return reader.getIndexCommit().getUserData();
  }

  List<LeafReaderContext> leaves() {
    return reader.leaves();
  }

  /** The order of the documents within segments, if all have the same. */
  Optional<Sort> sort() {
    List<Sort> sorts = leaves().stream().map(leaf -> leaf.reader().getMetaData().sort()).toList();
    boolean same = sorts.stream().allMatch(sort -> Objects.equals(sort, sorts.getFirst()));
    return same && !sorts.isEmpty() ? Optional.ofNullable(sorts.getFirst()) : Optional.empty();
  }

  boolean isSorted() {
    return leaves().stream().anyMatch(leaf -> leaf.reader().getMetaData().sort() != null);
  }

  /** Whether there are documents that belong together, such as parents and children. */
  boolean hasBlocks() {
    return leaves().stream().anyMatch(leaf -> leaf.reader().getMetaData().hasBlocks());
  }

  /** Whether there are documents that are not deleted, and not seen. */
  boolean hasSoftlyDeleted() {
    return FilterDirectoryReader.unwrap(reader).numDocs() > reader.numDocs();
  }

  /**
   * Checks that a field identifies the documents: each has one value, and no two have the same. If
   * not, some would replace others when they are written.
   *
   * @throws RebuildException if it does not; the message says why
   */
  void requireIds(FieldPlan plan) throws IOException {
    if (plan.inversion() != Inversion.TERM) {
      throw new RebuildException(
          "id field " + plan.name() + " must be stored, and indexed as one term");
    }
    String field = plan.name();
    Terms terms = MultiTerms.getTerms(reader, field);
    Bits live = MultiBits.getLiveDocs(reader);
    FixedBitSet identified = new FixedBitSet(reader.maxDoc());
    TermsEnum ids = terms == null ? TermsEnum.EMPTY : terms.iterator();
    PostingsEnum docs = null;
    while (ids.next() != null) {
      docs = ids.postings(docs, PostingsEnum.NONE);
      int count = 0;
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (live == null || live.get(doc)) {
          count++;
          refuse(identified.getAndSet(doc), field, "document " + doc + " has several values");
        }
      }
      refuse(
          count > 1, field, Counted.of(count, "document") + " have " + ids.term().utf8ToString());
    }
    int missing = reader.numDocs() - identified.cardinality();
    refuse(
        missing > 0,
        field,
        Counted.of(missing, "document") + (missing == 1 ? " has" : " have") + " no value");
  }

  private static void refuse(boolean condition, String field, String why) throws IOException {
    if (condition) {
      throw new RebuildException("id field " + field + " does not identify documents: " + why);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
