// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import java.util.List;

/** Merges runs into one with a heap: log2(runs) comparisons per pair. */
final class MergedPairs extends PairStream {
  private final PairStream[] heap;
  private int size;
  private boolean started;

  MergedPairs(List<PairStream> runs) throws IOException {
    heap = new PairStream[runs.size()];
    for (PairStream run : runs) {
      if (run.next()) {
        heap[size++] = run;
      }
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  @Override
  boolean next() throws IOException {
    if (started && size > 0) {
      if (!heap[0].next()) {
        heap[0] = heap[--size];
      }
      sink(0);
    }
    started = true;
    if (size == 0) {
      return false;
    }
    key = heap[0].key;
    doc = heap[0].doc;
    return true;
  }

  private void sink(int parent) {
    PairStream run = heap[parent];
    int i = parent;
    for (int child = 2 * i + 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], run)) {
        break;
      }
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = run;
  }

  private static boolean before(PairStream a, PairStream b) {
    return a.key < b.key || (a.key == b.key && a.doc < b.doc);
  }
}
