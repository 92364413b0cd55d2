// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.record.RecordReader;

/**
 * Finds ids that several live documents share, which only another writer can cause. Iterates over
 * all ids, and keeps none in memory.
 */
public final class DuplicateIds {
  /** Documents without a number come from another writer, after all others. */
  private static final long LAST = Long.MAX_VALUE;

  /** Receives duplicate ids. */
  @FunctionalInterface
  interface Action {
    /**
     * Receives one id.
     *
     * @param id valid during the call
     * @param docs the live documents that share it, the latest at the end
     */
    void accept(BytesRef id, List<Integer> docs) throws IOException;
  }

  private DuplicateIds() {}

  static void forEach(DirectoryReader reader, String idField, Action action) throws IOException {
    Terms ids = MultiTerms.getTerms(reader, idField);
    if (ids == null) {
      return;
    }
    Bits live = MultiBits.getLiveDocs(reader);
    TermsEnum each = ids.iterator();
    PostingsEnum docs = null;
    while (each.next() != null) {
      if (each.docFreq() > 1) {
        docs = each.postings(docs, PostingsEnum.NONE);
        List<Integer> sharers = live(docs, live);
        if (sharers.size() > 1) {
          sort(reader, sharers);
          action.accept(each.term(), sharers);
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

  private static void sort(IndexReader reader, List<Integer> docs) throws IOException {
    Map<Integer, Long> orders = new HashMap<>();
    for (int doc : docs) {
      orders.put(doc, order(reader, doc));
    }
    docs.sort(Comparator.comparing(orders::get)); // of equals the later is there already
  }

  private static long order(IndexReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    RecordReader records = new RecordReader(leaf.reader());
    return records.isOurs(doc - leaf.docBase) ? records.order() : LAST;
  }

  /** All live documents with the id of a later one. */
  public static List<Integer> superseded(DirectoryReader reader, String idField)
      throws IOException {
    List<Integer> superseded = new ArrayList<>();
    forEach(reader, idField, (id, docs) -> superseded.addAll(docs.subList(0, docs.size() - 1)));
    return superseded;
  }
}
