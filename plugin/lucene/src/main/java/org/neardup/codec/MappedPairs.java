// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.util.ArrayUtil;

/**
 * Maps the pairs of one segment into a merged one: gives documents their new numbers, and leaves
 * out deleted ones.
 */
final class MappedPairs extends PairStream {
  private final PairStream in;
  private final MergeState.DocMap docMap;

  MappedPairs(PairStream in, MergeState.DocMap docMap) {
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

  /** The same where the map changes the order of documents; holds those of one key. */
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
}
