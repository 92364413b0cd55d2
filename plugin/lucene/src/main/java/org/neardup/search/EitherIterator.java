// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** The documents of two iterators that were not moved yet. */
final class EitherIterator extends DocIdSetIterator {
  private final DocIdSetIterator a;
  private final DocIdSetIterator b;

  EitherIterator(DocIdSetIterator a, DocIdSetIterator b) {
    this.a = a;
    this.b = b;
  }

  @Override
  public int docID() {
    return Math.min(a.docID(), b.docID());
  }

  @Override
  public int nextDoc() throws IOException {
    return advance(docID() + 1);
  }

  @Override
  public int advance(int target) throws IOException {
    if (a.docID() < target) {
      a.advance(target);
    }
    if (b.docID() < target) {
      b.advance(target);
    }
    return docID();
  }

  @Override
  public long cost() {
    return a.cost() + b.cost();
  }
}
