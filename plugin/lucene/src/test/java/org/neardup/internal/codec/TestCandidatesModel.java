// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.neardup.internal.group.BandKeys;

/**
 * A map in memory beside an index, under everything that may happen to an index: both find the same
 * candidates.
 */
public class TestCandidatesModel extends LuceneTestCase {
  private static final String SOFT_DELETES = "soft";

  private final Map<String, byte[]> model = new HashMap<>();
  private Sort sort;
  private int nextId;

  public void testRandomDirectory() throws IOException {
    try (Directory dir = newDirectory()) {
      run(dir);
    }
  }

  public void testIndexSorted() throws IOException {
    sort = new Sort(new SortField("order", SortField.Type.INT));
    try (Directory dir = newDirectory()) {
      run(dir);
    }
  }

  public void testMemoryMappedFiles() throws IOException {
    try (Directory dir = new MMapDirectory(createTempDir())) {
      run(dir);
    }
  }

  public void testFilesByPositionalReads() throws IOException {
    try (Directory dir = new NIOFSDirectory(createTempDir())) {
      run(dir);
    }
  }

  public void testMemory() throws IOException {
    try (Directory dir = new ByteBuffersDirectory()) {
      run(dir);
    }
  }

  private void run(Directory dir) throws IOException {
    for (int round = 0; round < atLeast(4); round++) {
      try (IndexWriter writer = new IndexWriter(dir, config())) {
        addSome(writer);
        for (int i = 0; i < 20; i++) {
          step(writer);
        }
        check(writer);
      }
      CheckIndex.Status status = TestUtil.checkIndex(dir);
      assertTrue(status.clean);
    }
  }

  private IndexWriterConfig config() {
    IndexWriterConfig config = newIndexWriterConfig().setCodec(RandomSketches.codec());
    config.setSoftDeletesField(SOFT_DELETES);
    config.setMergePolicy(
        random().nextInt(3) == 0
            ? NoMergePolicy.INSTANCE
            : new SoftDeletesRetentionMergePolicy(
                SOFT_DELETES, () -> new MatchNoDocsQuery("all may go"), newLogMergePolicy(3)));
    return sort == null ? config : config.setIndexSort(sort);
  }

  private void step(IndexWriter writer) throws IOException {
    switch (random().nextInt(12)) {
      case 0, 1, 2 -> addSome(writer);
      case 3 -> delete(writer, someId());
      case 4 -> replace(writer);
      case 5 -> replaceSoftly(writer);
      case 6 -> writer.updateNumericDocValue(idTerm(someId()), "flag", random().nextInt(3));
      case 7 -> writer.commit();
      case 8 -> writer.forceMerge(1 + random().nextInt(3));
      case 9 -> addIndexOfDirectory(writer);
      case 10 -> addIndexOfReader(writer);
      default -> check(writer);
    }
  }

  private void addSome(IndexWriter writer) throws IOException {
    for (int i = 1 + random().nextInt(20); i > 0; i--) {
      writer.addDocument(newDocument(Integer.toString(nextId++)));
    }
  }

  private Document newDocument(String id) {
    byte[] sketch = newSketch();
    model.put(id, sketch);
    Document document = RandomSketches.document(sketch);
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new NumericDocValuesField("order", random().nextInt(1000)));
    document.add(new NumericDocValuesField("flag", 0));
    return document;
  }

  private byte[] newSketch() {
    byte[] other = model.get(someId());
    int kind = random().nextInt(8);
    if (kind == 0) {
      return null;
    } else if (kind == 1) {
      return RandomSketches.copyOfShort(random().nextInt(5));
    } else if (kind < 6 && other != null) {
      byte[] copy = other;
      for (int i = random().nextInt(20); i > 0; i--) {
        copy = RandomSketches.withSlotChanged(copy, random().nextInt(128));
      }
      return copy;
    }
    return RandomSketches.random(random());
  }

  private String someId() {
    return Integer.toString(random().nextInt(Math.max(1, nextId)));
  }

  private static Term idTerm(String id) {
    return new Term("id", id);
  }

  private void delete(IndexWriter writer, String id) throws IOException {
    model.remove(id);
    writer.deleteDocuments(idTerm(id));
  }

  private void replace(IndexWriter writer) throws IOException {
    String id = someId();
    writer.updateDocument(idTerm(id), newDocument(id));
  }

  private void replaceSoftly(IndexWriter writer) throws IOException {
    String id = someId();
    Field soft = new NumericDocValuesField(SOFT_DELETES, 1);
    writer.softUpdateDocument(idTerm(id), newDocument(id), soft);
  }

  private void addIndexOfDirectory(IndexWriter writer) throws IOException {
    try (Directory other = newDirectory()) {
      writeOther(other);
      writer.addIndexes(other);
    }
  }

  private void addIndexOfReader(IndexWriter writer) throws IOException {
    try (Directory other = newDirectory()) {
      writeOther(other);
      try (DirectoryReader reader = DirectoryReader.open(other)) {
        List<CodecReader> leaves = new ArrayList<>();
        for (LeafReaderContext leaf : maybeHiding(reader).leaves()) {
          leaves.add(SlowCodecReaderWrapper.wrap(leaf.reader()));
        }
        writer.addIndexes(leaves.toArray(CodecReader[]::new));
      }
    }
  }

  private void writeOther(Directory dir) throws IOException {
    try (IndexWriter writer = new IndexWriter(dir, config())) {
      int firstId = nextId;
      addSome(writer);
      delete(writer, Integer.toString(firstId));
    }
  }

  /** Behind a reader of Lucene's tests the bands may be out of reach. */
  private static DirectoryReader maybeHiding(DirectoryReader reader) throws IOException {
    return random().nextBoolean() ? reader : new SketchValuesOnly(reader);
  }

  private void check(IndexWriter writer) throws IOException {
    try (DirectoryReader all = maybeHiding(DirectoryReader.open(writer));
        DirectoryReader reader = new SoftDeletesDirectoryReaderWrapper(all, SOFT_DELETES)) {
      for (int i = 0; i < 10; i++) {
        byte[] sketch = random().nextBoolean() ? model.get(someId()) : newSketch();
        if (sketch != null) {
          assertEquals(expected(sketch), found(sketch, reader));
        }
      }
    }
  }

  private Map<String, Integer> expected(byte[] query) {
    Map<String, Integer> shared = new HashMap<>();
    long[] queryKeys = keys(query);
    model.forEach(
        (id, sketch) -> {
          if (sketch != null) {
            int count = 0;
            for (long key : keys(sketch)) {
              count += Arrays.binarySearch(queryKeys, key) >= 0 ? 1 : 0;
            }
            if (count > 0) {
              shared.put(id, count);
            }
          }
        });
    return shared;
  }

  private static long[] keys(byte[] sketch) {
    long[] keys = RandomSketches.PARAMETERS.searchKeys(sketch, 0);
    Arrays.setAll(keys, i -> BandKeys.storedKey(keys[i]));
    Arrays.sort(keys);
    return keys;
  }

  private static Map<String, Integer> found(byte[] query, DirectoryReader reader)
      throws IOException {
    Map<String, Integer> shared = new HashMap<>();
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      SketchReader sketches = SketchReader.of(context, RandomSketches.FIELD);
      if (sketches != null) {
        StoredFields stored = leaf.storedFields();
        Bits live = leaf.getLiveDocs();
        Candidates candidates = RandomSketches.candidates(sketches, query, live, Integer.MAX_VALUE);
        Set<Integer> docs = new TreeSet<>();
        for (int i = 0; i < candidates.size(); i++) {
          docs.add(candidates.doc(i));
          assertTrue(i == 0 || candidates.doc(i - 1) < candidates.doc(i));
        }
        Map<Integer, Integer> counts = new TreeMap<>();
        sketches.forEachUnder(
            BandLookUp.candidates(new BandKeys(sketches.parameters(), query), 1),
            key -> true,
            (key, doc) -> {
              if (live == null || live.get(doc)) {
                counts.merge(doc, 1, Integer::sum);
              }
            });
        assertEquals(docs, counts.keySet());
        for (int doc : docs) {
          assertNull(shared.put(stored.document(doc).get("id"), counts.get(doc)));
        }
      }
    }
    return shared;
  }
}
