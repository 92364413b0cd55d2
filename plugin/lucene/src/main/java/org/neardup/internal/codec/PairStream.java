// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.PriorityQueue;

/**
 * A run of (key, document) pairs in ascending order of keys, and of documents within one key. Read
 * once, by one thread.
 *
 * <p>The current pair is in fields, because hundreds of millions pass through a large merge.
 */
abstract class PairStream {
  /** The stored bits of the key, see {@link org.neardup.internal.group.BandKeys#storedKey}. */
  long key;

  int doc;

  /** Moves to the first or next pair; false if there is none. */
  abstract boolean next() throws IOException;

  /**
   * Maps the pairs of one segment into a merged one: gives documents their new numbers, and leaves
   * out deleted ones.
   */
  static final class Mapped extends PairStream {
    private final PairStream in;
    private final MergeState.DocMap docMap;

    Mapped(PairStream in, MergeState.DocMap docMap) {
      this.in = in;
      this.docMap = docMap;
    }

    @Override
    boolean next() throws IOException {
      while (in.next()) {
        doc = docMap.get(in.doc);
        if (doc >= 0) {
          key = in.key;
          return true;
        }
      }
      return false;
    }
  }

  /** Puts the documents of each key in order, where a map changed it; holds those of one key. */
  static final class SortedWithinKeys extends PairStream {
    private final PairStream in;
    private int[] docs = new int[16];
    private int size;
    private int i;
    private boolean more;

    SortedWithinKeys(PairStream in) throws IOException {
      this.in = in;
      more = in.next();
    }

    @Override
    boolean next() throws IOException {
      if (i == size && !fill()) {
        return false;
      }
      doc = docs[i++];
      return true;
    }

    private boolean fill() throws IOException {
      size = 0;
      i = 0;
      key = in.key;
      while (more && in.key == key) {
        docs = ArrayUtil.grow(docs, size + 1);
        docs[size++] = in.doc;
        more = in.next();
      }
      Arrays.sort(docs, 0, size);
      return size > 0;
    }
  }

  /** Merges runs into one with a heap: log2(runs) comparisons per pair. */
  static final class Merged extends PairStream {
    private final PriorityQueue<PairStream> heap;
    private PairStream last;

    Merged(List<PairStream> runs) throws IOException {
      heap =
          new PriorityQueue<>(runs.size()) {
            @Override
            protected boolean lessThan(PairStream a, PairStream b) {
              return a.key < b.key || (a.key == b.key && a.doc < b.doc);
            }
          };
      for (PairStream run : runs) {
        if (run.next()) {
          heap.add(run);
        }
      }
    }

    @Override
    boolean next() throws IOException {
      if (last != null && last.next()) {
        heap.updateTop();
      } else if (last != null) {
        heap.pop();
      }
      last = heap.top();
      if (last == null) {
        return false;
      }
      key = last.key;
      doc = last.doc;
      return true;
    }
  }
}
