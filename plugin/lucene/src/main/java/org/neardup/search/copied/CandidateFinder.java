// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;

/**
 * Finds the documents that have enough of some phrases, and counts how many each has.
 *
 * <p>In each segment the rarest phrases come first. Who has none of all but the last {@code least -
 * 1} cannot have enough, so the most common phrases are looked for only in documents that still
 * may; the count of a document ends when it no longer may.
 *
 * <p>Needs four bytes for each document of the largest segment. For one search, on one thread.
 */
final class CandidateFinder {
  private final List<Weight> phrases;
  private final int least;
  private final Weight filter; // null: all documents
  private final List<Candidate> candidates = new ArrayList<>();
  private int[] counts = {}; // by document of the segment
  private int[] possible = {}; // documents that may have enough, ascending
  private int size; // of these

  /**
   * A document that may hold enough.
   *
   * @param doc its number in the reader
   * @param phrases that it has
   */
  record Candidate(int doc, int phrases) {
    /** Likeliest first. */
    static final Comparator<Candidate> ORDER =
        Comparator.comparingInt((Candidate candidate) -> -candidate.phrases())
            .thenComparingInt(Candidate::doc);
  }

  CandidateFinder(List<Weight> phrases, int least, Weight filter) {
    this.phrases = phrases;
    this.least = least;
    this.filter = filter;
  }

  /** All candidates, by document. */
  List<Candidate> find(List<LeafReaderContext> leaves) throws IOException {
    for (LeafReaderContext leaf : leaves) {
      List<DocIdSetIterator> found = rarestFirst(leaf);
      if (found.size() >= least) {
        count(found, leaf.reader().maxDoc());
        collect(leaf);
      }
    }
    return candidates;
  }

  private List<DocIdSetIterator> rarestFirst(LeafReaderContext leaf) throws IOException {
    List<DocIdSetIterator> found = new ArrayList<>();
    for (Weight phrase : phrases) {
      Scorer scorer = phrase.scorer(leaf);
      if (scorer != null) {
        found.add(scorer.iterator());
      }
    }
    found.sort(Comparator.comparingLong(DocIdSetIterator::cost));
    return found;
  }

  private void count(List<DocIdSetIterator> found, int maxDoc) throws IOException {
    if (counts.length < maxDoc) {
      counts = new int[maxDoc];
    } else {
      Arrays.fill(counts, 0, maxDoc, 0);
    }
    int all = found.size() - least + 1;
    for (DocIdSetIterator docs : found.subList(0, all)) {
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        counts[doc]++;
      }
    }
    takeCounted(maxDoc);
    for (int i = all; i < found.size(); i++) {
      countFurther(found.get(i), least - (found.size() - i));
    }
  }

  private void takeCounted(int maxDoc) {
    size = 0;
    for (int doc = 0; doc < maxDoc; doc++) {
      if (counts[doc] > 0) {
        possible = ArrayUtil.grow(possible, size + 1);
        possible[size++] = doc;
      }
    }
  }

  /**
   * Counts the documents of a phrase that have so many of those before it, and drops all others.
   */
  private void countFurther(DocIdSetIterator docs, int before) throws IOException {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int doc = possible[i];
      if (counts[doc] >= before) {
        possible[kept++] = doc;
        counts[doc] += isIn(docs, doc) ? 1 : 0;
      }
    }
    size = kept;
  }

  private void collect(LeafReaderContext leaf) throws IOException {
    Bits live = leaf.reader().getLiveDocs();
    DocIdSetIterator filtered = filtered(leaf);
    for (int i = 0; i < size; i++) {
      int doc = possible[i];
      if (counts[doc] >= least && (live == null || live.get(doc)) && isIn(filtered, doc)) {
        candidates.add(new Candidate(leaf.docBase + doc, counts[doc]));
      }
    }
  }

  private DocIdSetIterator filtered(LeafReaderContext leaf) throws IOException {
    if (filter == null) {
      return DocIdSetIterator.all(leaf.reader().maxDoc());
    }
    Scorer scorer = filter.scorer(leaf);
    return scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
  }

  /** For ascending documents. */
  private static boolean isIn(DocIdSetIterator docs, int doc) throws IOException {
    return (docs.docID() >= doc ? docs.docID() : docs.advance(doc)) == doc;
  }
}
