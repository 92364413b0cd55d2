// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.groups.IndexSnapshot;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordReader;

/**
 * Reads all live documents of an index, also those of other writers. For checks and repairs; {@link
 * IndexSnapshot} trusts the index instead.
 */
public record StoredDocuments(DirectoryReader reader, CollapseConfig config) {
  /** Documents without a number come from another writer, after all others. */
  private static final long LAST = Long.MAX_VALUE;

  /** Visits live documents in index order. */
  @FunctionalInterface
  interface Visitor {
    /** Visits a document that has Neardup's fields. Its doc id is that of the whole reader. */
    void ours(LiveDocument document) throws IOException;

    /** Visits a document that lacks Neardup's fields, or has another id than they say. */
    default void foreign(int doc) throws IOException {}
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
   * Visits a few documents.
   *
   * @param docs doc ids of the whole reader
   */
  void forEach(int[] docs, Visitor visitor) throws IOException {
    for (int doc : docs) {
      LeafReaderContext leaf = leaf(doc);
      new Leaf(leaf, config).visit(doc - leaf.docBase, visitor);
    }
  }

  /** All documents that are not hidden. */
  public List<LiveDocument> visible() throws IOException {
    List<LiveDocument> visible = new ArrayList<>();
    forEach(
        document -> {
          if (!document.isHidden()) {
            visible.add(document);
          }
        });
    return visible;
  }

  /**
   * Gives the ids that several live documents share, which only another writer can cause, and these
   * documents, the latest at the end. Keeps no id in memory.
   */
  void forEachSharedId(BiConsumer<String, List<Integer>> action) throws IOException {
    Terms ids = MultiTerms.getTerms(reader, config.idField());
    TermsEnum each = ids == null ? TermsEnum.EMPTY : ids.iterator();
    Bits live = MultiBits.getLiveDocs(reader);
    PostingsEnum docs = null;
    while (each.next() != null) {
      if (each.docFreq() > 1) {
        docs = each.postings(docs, PostingsEnum.NONE);
        List<Integer> sharers = live(docs, live);
        if (sharers.size() > 1) {
          sort(sharers);
          action.accept(each.term().utf8ToString(), sharers);
        }
      }
    }
  }

  private static List<Integer> live(PostingsEnum docs, Bits live) throws IOException {
    List<Integer> sharers = new ArrayList<>();
    for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
      if (live == null || live.get(doc)) {
        sharers.add(doc);
      }
    }
    return sharers;
  }

  private void sort(List<Integer> docs) throws IOException {
    Map<Integer, Long> orders = new HashMap<>();
    for (int doc : docs) {
      orders.put(doc, order(doc));
    }
    docs.sort(Comparator.comparing(orders::get)); // of equals the later is there already
  }

  private long order(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    RecordReader records = new RecordReader(leaf.reader());
    return records.isOurs(doc - leaf.docBase) ? records.order() : LAST;
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /** All live documents with the id of a later one. */
  public List<Integer> superseded() throws IOException {
    List<Integer> superseded = new ArrayList<>();
    forEachSharedId((id, docs) -> superseded.addAll(docs.subList(0, docs.size() - 1)));
    return superseded;
  }

  /** Reads one segment, in ascending order of doc ids. */
  private static final class Leaf {
    private final int docBase;
    private final RecordReader records;
    private final TermsEnum idTerms;
    private final Bits live;
    private PostingsEnum postings;

    Leaf(LeafReaderContext context, CollapseConfig config) throws IOException {
      docBase = context.docBase;
      records = new RecordReader(context.reader());
      idTerms = Terms.getTerms(context.reader(), config.idField()).iterator();
      live = context.reader().getLiveDocs();
    }

    void visit(int doc, Visitor visitor) throws IOException {
      if (live != null && !live.get(doc)) {
        return;
      }
      DocumentRecord record = records.read(doc);
      if (record == null || !isFoundBy(new BytesRef(record.id()), doc)) {
        visitor.foreign(docBase + doc);
      } else {
        visitor.ours(LiveDocument.stored(record, docBase + doc));
      }
    }

    private boolean isFoundBy(BytesRef id, int doc) throws IOException {
      if (!idTerms.seekExact(id)) {
        return false;
      }
      postings = idTerms.postings(postings, PostingsEnum.NONE);
      int found = postings.advance(doc);
      return found != NO_MORE_DOCS && found == doc;
    }
  }
}
