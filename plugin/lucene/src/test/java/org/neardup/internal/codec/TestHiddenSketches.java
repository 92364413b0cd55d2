// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.NearDupFields;

/** Documents that are hidden when they are written or merged have no bands, and are not lost. */
public class TestHiddenSketches extends LuceneTestCase {
  private final Map<String, byte[]> sketches = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private Directory dir;
  private Sort sort;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    dir = newDirectory();
    sort = random().nextBoolean() ? null : new Sort(new SortField("order", SortField.Type.INT));
  }

  @Override
  public void tearDown() throws Exception {
    dir.close();
    super.tearDown();
  }

  private IndexWriterConfig config() {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(RandomSketches.codec())
            .setMergePolicy(newLogMergePolicy());
    return sort == null ? config : config.setIndexSort(sort);
  }

  private void add(IndexWriter writer, String id) throws IOException {
    byte[] sketch =
        random().nextInt(5) == 0
            ? RandomSketches.copyOfShort(random().nextInt(5))
            : RandomSketches.random(random());
    sketches.put(id, sketch);
    Document document = RandomSketches.document(sketch);
    if (random().nextBoolean()) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
      hidden.add(id);
    }
    document.add(new NumericDocValuesField("order", random().nextInt(100)));
    document.add(new StringField("id", id, Field.Store.YES));
    writer.addDocument(document);
  }

  private void flip(IndexWriter writer, String id) throws IOException {
    boolean nowHidden = hidden.add(id) || !hidden.remove(id);
    writer.updateDocValues(
        new Term("id", id), new NumericDocValuesField(NearDupFields.HIDDEN, nowHidden ? 1L : null));
  }

  /** Before the merge the bands are as when the documents were written, after it as they are. */
  public void testMergesBandWhatIsVisible() throws IOException {
    Set<String> written = new HashSet<>();
    try (IndexWriter writer =
        new IndexWriter(dir, config().setMergePolicy(NoMergePolicy.INSTANCE))) {
      for (int i = 0; i < 200; i++) {
        add(writer, Integer.toString(i));
        if (random().nextInt(30) == 0) {
          writer.commit();
        }
      }
      writer.commit();
      written.addAll(hidden);
      for (int i = 0; i < 40; i++) {
        flip(writer, Integer.toString(random().nextInt(200)));
      }
      for (int i = 0; i < 10; i++) {
        String id = Integer.toString(random().nextInt(200));
        writer.deleteDocuments(new Term("id", id));
        sketches.remove(id);
      }
    }
    check(written);
    for (int i = 0; i < 2; i++) { // the second merge, of one segment, finds the work done
      try (IndexWriter writer = new IndexWriter(dir, config())) {
        add(writer, "more" + i);
        writer.forceMerge(1);
      }
      check(hidden);
    }
    TestUtil.checkIndex(dir);
  }

  private void check(Set<String> unbanded) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      Set<String> seen = new HashSet<>();
      for (LeafReaderContext context : reader.leaves()) {
        check(context.reader(), unbanded, seen);
      }
      assertEquals(sketches.keySet(), seen);
    }
  }

  private void check(LeafReader leaf, Set<String> unbanded, Set<String> seen) throws IOException {
    SketchReader reader = SketchReader.of(leaf, RandomSketches.FIELD);
    assertTrue(reader.hasBands());
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      if (leaf.getLiveDocs() == null || leaf.getLiveDocs().get(doc)) {
        String id = leaf.storedFields().document(doc).get("id");
        byte[] sketch = sketches.get(id);
        boolean banded = !unbanded.contains(id);
        assertTrue(seen.add(id));
        assertEquals(!banded, reader.isUnbanded(doc));
        assertEquals(new BytesRef(sketch), reader.value(doc));
        assertTrue(isUnderAKey(reader, sketch, doc));
        BandKeys keys = new BandKeys(RandomSketches.PARAMETERS, sketch);
        for (BandLookUp lookUp :
            List.of(BandLookUp.copies(sketch, 1000), BandLookUp.candidates(keys, 1000))) {
          assertEquals(banded, has(reader.bandedCandidates(lookUp, leaf.getLiveDocs()), doc));
        }
      }
    }
  }

  private static boolean isUnderAKey(SketchReader reader, byte[] sketch, int doc)
      throws IOException {
    BandKeys keys = new BandKeys(RandomSketches.PARAMETERS, sketch);
    Set<Integer> found = new HashSet<>();
    reader.forEachUnder(
        BandLookUp.candidates(keys, 1), key -> true, (key, other) -> found.add(other));
    return found.contains(doc);
  }

  private static boolean has(Candidates candidates, int doc) {
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.doc(i) == doc) {
        return true;
      }
    }
    return false;
  }
}
