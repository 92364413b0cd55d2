// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.similar.NearDuplicateQuery;

/** Look-ups by id where OneVersion is not the only reader that takes documents away. */
public class TestFindById extends LuceneTestCase {
  private static final String SOFT_DELETES = "soft";
  private static final String OLD_TEXT = "a b c d e f g h i j k l m n o p";
  private static final String NEW_TEXT = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";

  private TextSketcher sketcher;
  private Directory directory;
  private IndexWriter writer;
  private DirectoryReader plain;

  /** First the old 42 and documents like it, then the new 42 and documents like that. */
  @Override
  public void setUp() throws Exception {
    super.setUp();
    sketcher = CollapseConfig.defaults().textSketcher(new WhitespaceAnalyzer());
    directory = newDirectory();
    writer =
        new IndexWriter(
            directory,
            newIndexWriterConfig(random(), new WhitespaceAnalyzer())
                .setCodec(
                    NearDupCodec.wrap(
                        new org.apache.lucene.codecs.lucene104.Lucene104Codec(),
                        NearDupFields.SKETCH,
                        sketcher.parameters()))
                .setMergePolicy(NoMergePolicy.INSTANCE)
                .setMaxBufferedDocs(10) // else a seed may say two, and there are more segments
                .setSoftDeletesField(SOFT_DELETES));
    writer.addDocument(document("42", OLD_TEXT, false));
    writer.addDocument(document("like the old", OLD_TEXT, false));
    writer.addDocument(document("hidden beside the old", OLD_TEXT, true));
    writer.flush();
    writer.softUpdateDocument(
        new Term("id", "42"),
        document("42", NEW_TEXT, false),
        new NumericDocValuesField(SOFT_DELETES, 1));
    writer.addDocument(document("like the new", NEW_TEXT, false));
    writer.addDocument(document("hidden beside the new", NEW_TEXT, true));
    writer.commit();
    plain = DirectoryReader.open(directory); // what a writer opens leaves soft-deleted ones out
    assertEquals(2, plain.leaves().size());
  }

  @Override
  public void tearDown() throws Exception {
    plain.close();
    writer.close();
    directory.close();
    super.tearDown();
  }

  private Document document(String id, String text, boolean hidden) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    byte[] sketch = sketcher.sketch(text, sketcher.scope(null)).value();
    document.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch)));
    if (hidden) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return document;
  }

  private static DirectoryReader withoutSoftDeleted(DirectoryReader in) throws IOException {
    return new SoftDeletesDirectoryReaderWrapper(in, SOFT_DELETES);
  }

  /** A filter that takes no documents away. */
  private static DirectoryReader withTimeout(DirectoryReader in) throws IOException {
    return new ExitableDirectoryReader(in, () -> false);
  }

  public void testSoftDeletedAreGone() throws IOException {
    assertFindsTheNew(withoutSoftDeleted(plain), true);
    assertFindsTheNew(withoutSoftDeleted(withTimeout(plain)), true);
  }

  public void testSoftDeletedAreGoneBelowOneVersion() throws IOException {
    for (DirectoryReader reader :
        new DirectoryReader[] {
          withoutSoftDeleted(plain), withoutSoftDeleted(withTimeout(plain)),
        }) {
      DirectoryReader visible = OneVersion.wrap(reader);
      assertFindsTheNew(visible, false);
      assertFinds(visible, "hidden beside the old");
      assertFinds(visible, "hidden beside the new");
      assertFindsTheNew(withTimeout(visible), false);
      assertFinds(withTimeout(visible), "hidden beside the old");
    }
  }

  /** It is not known of a hidden document whether a reader above would let it through. */
  public void testSoftDeletedAreGoneAboveOneVersion() throws IOException {
    DirectoryReader reader = withoutSoftDeleted(OneVersion.wrap(plain));
    assertFindsTheNew(reader, false);
    assertTrue(OneVersion.find(reader, new Term("id", "hidden beside the old")).isEmpty());
    assertFinds(reader, "hidden beside the new"); // nothing is soft-deleted there
  }

  private void assertFindsTheNew(DirectoryReader reader, boolean withHidden) throws IOException {
    assertFinds(reader, "42");
    IndexSearcher searcher = new IndexSearcher(reader);
    Set<String> ids = new TreeSet<>();
    for (ScoreDoc found :
        searcher.search(NearDuplicateQuery.ofDocument(new Term("id", "42"), 0.9), 10).scoreDocs) {
      ids.add(reader.storedFields().document(found.doc).get("id"));
    }
    assertEquals(
        withHidden
            ? Set.of("42", "like the new", "hidden beside the new")
            : Set.of("42", "like the new"),
        ids);
  }

  /** Of the two documents with an id, the one that is not soft-deleted is the last one. */
  private void assertFinds(DirectoryReader reader, String id) throws IOException {
    int last = -1;
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      last = reader.storedFields().document(doc).get("id").equals(id) ? doc : last;
    }
    assertEquals(last, OneVersion.find(reader, new Term("id", id)).orElse(-2));
  }
}
