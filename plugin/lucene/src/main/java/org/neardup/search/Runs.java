// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * The stretches of a segment that a search of some of its documents has to read: between two of
 * these there are at least {@link #GAP} documents that it does not look for. For any thread.
 */
final class Runs {
  /** Going to a later document costs about as much as reading so many. */
  static final int GAP = 1024;

  private final Bits docs;
  private int[] starts = new int[4];
  private int[] ends = new int[4]; // not in the run
  private final FixedBitSet whole; // runs in which all documents are looked for
  private int count;
  private int length;

  /**
   * The runs of some documents.
   *
   * @param docs nobody may change them
   */
  Runs(FixedBitSet docs) {
    this.docs = docs.asReadOnlyBits();
    whole = new FixedBitSet(1 + docs.length() / GAP);
    int maxDoc = docs.length();
    int start = VersionMap.next(docs, 0, maxDoc);
    while (start != NO_MORE_DOCS) {
      int last = start;
      int inRun = 1;
      int next = VersionMap.next(docs, last + 1, maxDoc);
      while (next - last <= GAP) {
        last = next;
        inRun++;
        next = VersionMap.next(docs, last + 1, maxDoc);
      }
      add(start, last + 1, inRun);
      start = next;
    }
  }

  /** The runs of some documents of an index, by segment. */
  static List<Runs> bySegment(List<LeafReaderContext> leaves, FixedBitSet docs) {
    List<Runs> runs = new ArrayList<>();
    for (LeafReaderContext leaf : leaves) {
      int maxDoc = leaf.reader().maxDoc();
      FixedBitSet ofLeaf = new FixedBitSet(maxDoc);
      FixedBitSet.orRange(docs, leaf.docBase, ofLeaf, 0, maxDoc);
      runs.add(new Runs(ofLeaf));
    }
    return runs;
  }

  private void add(int start, int end, int inRun) {
    starts = ArrayUtil.grow(starts, count + 1);
    ends = ArrayUtil.grow(ends, count + 1);
    starts[count] = start;
    ends[count] = end;
    length += end - start;
    if (inRun == end - start) {
      whole.set(count);
    }
    count++;
  }

  /** The documents that are looked for. */
  Bits docs() {
    return docs;
  }

  /** How many documents are in the runs, those that are not looked for included. */
  int length() {
    return length;
  }

  /** Whether there are none of these. */
  boolean isEmpty() {
    return count == 0;
  }

  /**
   * A scorer around one of Lucene's.
   *
   * @param byRuns whether to call that for each run, and not once
   * @param isFilter whether only the documents that are looked for count, whatever a caller accepts
   */
  BulkScorer scorer(BulkScorer in, boolean byRuns, boolean isFilter) {
    return new BulkScorer() {
      @Override
      public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
          throws IOException {
        Bits accepted = isFilter ? docs : acceptDocs;
        return byRuns
            ? scoreRuns(in, collector, accepted, min, max)
            : in.score(collector, accepted, min, max);
      }

      @Override
      public long cost() {
        return in.cost();
      }
    };
  }

  private int scoreRuns(BulkScorer in, LeafCollector collector, Bits acceptDocs, int min, int max)
      throws IOException {
    int next = min; // no earlier document matches that was not seen
    int run = runAt(min);
    for (; run < count && starts[run] < max; run++) {
      int from = Math.max(next, starts[run]);
      int to = Math.min(max, ends[run]);
      if (from < to) {
        boolean all = docs.equals(acceptDocs) && whole.get(run); // a filter above may accept fewer
        next = in.score(collector, all ? null : acceptDocs, from, to);
      }
      if (ends[run] > max) {
        break; // the next call begins in it
      }
    }
    return run == count ? NO_MORE_DOCS : Math.max(Math.max(next, max), starts[run]);
  }

  /** The first run that ends after a document. */
  private int runAt(int doc) {
    int run = Arrays.binarySearch(ends, 0, count, doc + 1);
    return run < 0 ? -1 - run : run;
  }
}
