// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.index.DocumentChanges.OneDocument;

/** Versions of Lucene differ in how often they ask whether there is another document. */
public class TestOneDocument extends LuceneTestCase {
  private final Field field = new StoredField("a", "b");
  private final OneDocument document = new OneDocument(() -> List.of(field));
  private final Iterator<Iterable<IndexableField>> documents = document.iterator();

  private void index(Iterable<IndexableField> fields) {
    for (int pass = 0; pass < 2; pass++) {
      assertFalse(document.isIndexed());
      for (IndexableField each : fields) {
        assertSame(field, each);
      }
    }
  }

  public void testIsIndexedWhenTheNextOneIsAskedFor() {
    assertTrue(documents.hasNext());
    index(documents.next());
    assertFalse(document.isIndexed());
    assertFalse(documents.hasNext());
    assertTrue(document.isIndexed());
    expectThrows(NoSuchElementException.class, documents::next);
  }

  public void testIsNotIndexedWhileItIsTheLast() {
    assertTrue(documents.hasNext());
    Iterable<IndexableField> fields = documents.next();
    assertFalse(documents.hasNext());
    index(fields);
    assertFalse(document.isIndexed());
    assertFalse(documents.hasNext());
    assertTrue(document.isIndexed());
  }
}
