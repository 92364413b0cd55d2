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
final class OneDocument implements Iterable<Iterable<IndexableField>> {
  private final Supplier<List<IndexableField>> fields;
  private boolean isRead;
  private boolean isIndexed;

  OneDocument(Supplier<List<IndexableField>> fields) {
    this.fields = fields;
  }

  /** Whether the document is indexed: the writer asks for another one when it is done with it. */
  boolean isIndexed() {
    return isIndexed;
  }

  @Override
  public Iterator<Iterable<IndexableField>> iterator() {
    return new Iterator<>() {
      private boolean isTaken;

      @Override
      public boolean hasNext() {
        isIndexed = isRead; // it may ask before, too, to know whether this one is the last
        return !isTaken;
      }

      @Override
      public Iterable<IndexableField> next() {
        if (isTaken) {
          throw new NoSuchElementException("there is one document");
        }
        isTaken = true;
        List<IndexableField> all = fields.get();
        return () -> {
          isRead = true;
          return all.iterator();
        };
      }
    };
  }
}
