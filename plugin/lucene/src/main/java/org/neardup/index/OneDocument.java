// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;

/**
 * The one document of a call of an {@link IndexWriter}, which tells how far the call got: one that
 * fails may have indexed the document before, as there may be merges to do then. To be written
 * once, on one thread.
 */
final class OneDocument implements Iterable<List<IndexableField>> {
  private final Supplier<List<IndexableField>> fields;
  private int endings; // how often there was said to be no other document

  OneDocument(Supplier<List<IndexableField>> fields) {
    this.fields = fields;
  }

  /**
   * Whether the document is indexed: the writer asks if there is another one when it takes this
   * one, to know whether it is the last, and again when it is done with it.
   */
  boolean isIndexed() {
    return endings > 1;
  }

  @Override
  public Iterator<List<IndexableField>> iterator() {
    return new Iterator<>() {
      private boolean isTaken;

      @Override
      public boolean hasNext() {
        endings += isTaken ? 1 : 0;
        return !isTaken;
      }

      @Override
      public List<IndexableField> next() {
        if (isTaken) {
          throw new NoSuchElementException("there is one document");
        }
        isTaken = true;
        return fields.get();
      }
    };
  }
}
