// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;

/**
 * A single document for a call of {@link IndexWriter} that knows whether it was indexed: a call may
 * index the document and then fail, for example in a merge. For one call, on one thread.
 */
final class OneDocument implements Iterable<Iterable<IndexableField>> {
  private final Supplier<List<IndexableField>> fields;
  private boolean isRead;
  private boolean isIndexed;

  OneDocument(Supplier<List<IndexableField>> fields) {
    this.fields = fields;
  }

  /** Whether the document is indexed: then the writer asks for the next one. */
  boolean isIndexed() {
    return isIndexed;
  }

  @Override
  public Iterator<Iterable<IndexableField>> iterator() {
    return new Iterator<>() {
      private boolean isTaken;

      @Override
      public boolean hasNext() {
        isIndexed = isRead; // the writer may also ask earlier
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
