// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.FixedBitSet;

public class TestLiveMask extends LuceneTestCase {
  private static final int DOCS = 2000;

  /**
   * Beside a look at each document, of commits with no, few and many deletions, and of a writer.
   */
  public void testKeepsLiveDocuments() throws IOException {
    for (int deleted : new int[] {0, 3, 1 + random().nextInt(DOCS), DOCS - 1}) {
      try (Directory directory = newDirectory();
          IndexWriter writer =
              new IndexWriter(
                  directory, newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
        for (int i = 0; i < DOCS; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
        for (int i = 0; i < deleted; i++) {
          writer.deleteDocuments(new Term("id", Integer.toString((i * 7 + 1) % DOCS)));
        }
        writer.commit();
        try (DirectoryReader ofCommit = DirectoryReader.open(directory);
            DirectoryReader ofWriter = DirectoryReader.open(writer)) {
          check(ofCommit);
          check(ofWriter);
        }
      }
    }
  }

  private static void check(DirectoryReader reader) {
    int live = 0;
    for (var leaf : reader.leaves()) {
      check(leaf.reader());
      live += Marker.live(leaf.reader()).cardinality();
    }
    assertEquals(reader.numDocs(), live);
  }

  private static void check(LeafReader leaf) {
    FixedBitSet some = new FixedBitSet(leaf.maxDoc());
    FixedBitSet expected = new FixedBitSet(leaf.maxDoc());
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      if (random().nextBoolean()) {
        some.set(doc);
        if (leaf.getLiveDocs() == null || leaf.getLiveDocs().get(doc)) {
          expected.set(doc);
        }
      }
    }
    LiveMask.apply(leaf, some);
    assertEquals(expected, some);
  }
}
