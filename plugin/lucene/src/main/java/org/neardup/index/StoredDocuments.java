// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.record.GroupNumbers;
import org.neardup.record.NearDupFields;

/**
 * Reads all live documents of an index, whoever wrote them, as far as they have the fields that we
 * write. For checks and repairs; a {@link IndexSnapshot} trusts the index instead.
 */
record StoredDocuments(DirectoryReader reader, CollapseConfig config) {
  /** Takes each live document, in index order. */
  interface Visitor {
    /** Takes one that has our fields. Its doc is that of the whole reader. */
    void ours(Entry entry) throws IOException;

    /** Takes one that lacks some of our fields, or has another id than they say. */
    void foreign(int doc) throws IOException;
  }

  void forEach(Visitor visitor) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      Leaf leaf = new Leaf(context, config);
      for (int doc = 0; doc < context.reader().maxDoc(); doc++) {
        leaf.visit(doc, visitor);
      }
    }
  }

  /**
   * As {@link #forEach(Visitor)}, of some documents.
   *
   * @param docs their numbers in the whole reader, in ascending order
   */
  void forEach(int[] docs, Visitor visitor) throws IOException {
    int next = 0;
    for (LeafReaderContext context : reader.leaves()) {
      Leaf leaf = new Leaf(context, config);
      int end = context.docBase + context.reader().maxDoc();
      for (; next < docs.length && docs[next] < end; next++) {
        leaf.visit(docs[next] - context.docBase, visitor);
      }
    }
  }

  /** Those that are not hidden. */
  List<Entry> visible() throws IOException {
    List<Entry> visible = new ArrayList<>();
    forEach(
        new Visitor() {
          @Override
          public void ours(Entry entry) {
            if (!entry.hidden) {
              visible.add(entry);
            }
          }

          @Override
          public void foreign(int doc) {}
        });
    return visible;
  }

  /** The fields of one segment, read in the order of its documents. */
  private static final class Leaf {
    private final int docBase;
    private final BinaryDocValues ids;
    private final BinaryDocValues sketches;
    private final BinaryDocValues ranks;
    private final NumericDocValues orders;
    private final GroupNumbers groups;
    private final NumericDocValues scopes;
    private final NumericDocValues marks;
    private final TermsEnum idTerms;
    private final Bits live;
    private PostingsEnum postings;

    Leaf(LeafReaderContext context, CollapseConfig config) throws IOException {
      LeafReader leaf = context.reader();
      docBase = context.docBase;
      ids = DocValues.getBinary(leaf, NearDupFields.ID);
      sketches = DocValues.getBinary(leaf, NearDupFields.SKETCH);
      ranks = DocValues.getBinary(leaf, NearDupFields.RANK);
      orders = DocValues.getNumeric(leaf, NearDupFields.ORDER);
      groups = new GroupNumbers(leaf);
      scopes = DocValues.getNumeric(leaf, NearDupFields.SCOPE);
      marks = DocValues.getNumeric(leaf, config.variants().markerField());
      Terms terms = leaf.terms(config.idField());
      idTerms = terms == null ? TermsEnum.EMPTY : terms.iterator();
      live = leaf.getLiveDocs();
    }

    void visit(int doc, Visitor visitor) throws IOException {
      if (live != null && !live.get(doc)) {
        return;
      }
      Entry entry = read(doc);
      if (entry == null) {
        visitor.foreign(docBase + doc);
      } else {
        visitor.ours(entry);
      }
    }

    /** Null if the document is not ours. */
    Entry read(int doc) throws IOException {
      if (!groups.advance(doc) || !ids.advanceExact(doc) || !orders.advanceExact(doc)) {
        return null;
      }
      BytesRef id = ids.binaryValue();
      if (!isFoundBy(id, doc)) {
        return null;
      }
      Entry entry =
          new Entry(
              id.utf8ToString(),
              orders.longValue(),
              sketches.advanceExact(doc) ? bytes(sketches) : null,
              ranks.advanceExact(doc) ? bytes(ranks) : new byte[0],
              scopes.advanceExact(doc) ? scopes.longValue() : 0,
              docBase + doc);
      entry.place(groups.number(), marks.advanceExact(doc));
      entry.setIndexedAsPlaced();
      return entry;
    }

    private boolean isFoundBy(BytesRef id, int doc) throws IOException {
      if (!idTerms.seekExact(id)) {
        return false;
      }
      postings = idTerms.postings(postings, PostingsEnum.NONE);
      int found = postings.advance(doc);
      return found != NO_MORE_DOCS && found == doc;
    }

    private static byte[] bytes(BinaryDocValues values) throws IOException {
      return BytesRef.deepCopyOf(values.binaryValue()).bytes;
    }
  }
}
