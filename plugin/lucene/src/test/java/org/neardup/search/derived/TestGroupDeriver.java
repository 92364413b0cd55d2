// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.store.MockDirectoryWrapper.Throttling;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.NamedThreadFactory;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.FilterDocValuesProducer;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/** Derived groups are what their definition says, whatever happened before. */
public class TestGroupDeriver extends LuceneTestCase {
  private static final String SKETCH = "sketch";
  private static final SketchFormat FORMAT = new SketchFormat("test-v1", 64, 8, 7, "tests");
  private static final SketchParameters PARAMETERS =
      new SketchParameters(FORMAT, new Bands(16, 4), 8);

  /** Of pages that share all of their few keys with many others. */
  private static final SketchParameters FEW_BANDS =
      new SketchParameters(FORMAT, new Bands(2, 4), 8);

  private static final double THRESHOLD = 0.8;
  private static final List<DocumentOrder> ORDERS =
      List.of(
          DocumentOrder.BY_NUMBER,
          DocumentOrder.ascending("seq"),
          DocumentOrder.ascending("date"),
          DocumentOrder.ascending("date").thenAscending("seq"),
          DocumentOrder.descending("date").thenAscending("seq"));

  private static ExecutorService executor;

  @BeforeClass
  public static void startThreads() {
    executor = Executors.newFixedThreadPool(2, new NamedThreadFactory("derive"));
  }

  @AfterClass
  public static void endThreads() {
    TestUtil.shutdownExecutorService(executor);
    executor = null;
  }

  /** One index, and a deriver that has seen all of its readers. */
  private static final class History implements AutoCloseable {
    private final Random random;
    private final Directory directory = wakefulDirectory();
    private final IndexWriter writer;
    private final DocumentOrder order;
    private final int window;
    private final GroupDeriver deriver;
    private final List<long[]> texts = new ArrayList<>(); // slots
    private final Map<Integer, Boolean> ids = new HashMap<>();
    private DirectoryReader reader;
    private int nextId;
    private long nextSeq;

    private final SketchParameters parameters;
    private final int guards;
    private final long[][] template; // slots: the variants of each band; null: no template

    History(Random random, boolean hasTemplate) throws IOException {
      this.random = random;
      guards = random.nextInt(3);
      SketchParameters unguarded = hasTemplate ? FEW_BANDS : PARAMETERS;
      parameters =
          new SketchParameters(
              FORMAT, unguarded.bands(), 8, List.of("names:1", "numbers:1").subList(0, guards));
      template = hasTemplate ? new long[2][] : null;
      for (int i = 0; hasTemplate && i < template.length; i++) {
        template[i] = random.longs(FORMAT.slots()).toArray();
      }
      order = ORDERS.get(random.nextInt(ORDERS.size()));
      window =
          hasTemplate
              ? 2 + random.nextInt(7)
              : List.of(1, 2, 3, GroupDeriver.WINDOW).get(random.nextInt(4));
      deriver = new GroupDeriver(SKETCH, THRESHOLD, order, null, window);
      IndexWriterConfig config = newIndexWriterConfig(random, new MockAnalyzer(random));
      config.setCodec(NearDupCodec.wrap(TestUtil.getDefaultCodec(), SKETCH, parameters));
      if (hasTemplate && random.nextBoolean()) { // so that no segment is gone between two readers
        config.setMergePolicy(NoMergePolicy.INSTANCE);
      }
      writer = new IndexWriter(directory, config);
      reader = DirectoryReader.open(writer);
    }

    void run(int operations) throws IOException {
      for (int i = 0; i < operations; i++) {
        int dice = random.nextInt(100);
        if (dice < 55) {
          add(nextId++);
        } else if (dice < 65) {
          add(random.nextInt(nextId + 1)); // perhaps an update
        } else if (dice < 68 && template != null) {
          deleteOldest(2 + random.nextInt(8));
        } else if (dice < 75) {
          int id = random.nextInt(nextId + 1);
          writer.deleteDocuments(new Term("id", "" + id));
          ids.remove(id);
        } else if (dice < 78) {
          changeDate(random.nextInt(nextId + 1));
        } else if (dice < 80) {
          writer.forceMerge(1 + random.nextInt(3));
        } else {
          refreshAndCheck();
        }
      }
      refreshAndCheck();
    }

    /** Deletes some of the documents that fill the windows of keys, between two readers. */
    private void deleteOldest(int count) throws IOException {
      refreshAndCheck();
      for (int id : ids.keySet().stream().sorted().limit(count).toList()) {
        writer.deleteDocuments(new Term("id", "" + id));
        ids.remove(id);
      }
      refreshAndCheck();
    }

    private void changeDate(int id) throws IOException {
      if (ids.containsKey(id) && ids.get(id)) {
        writer.updateNumericDocValue(new Term("id", "" + id), "date", random.nextInt(5));
      }
    }

    private void add(int id) throws IOException {
      Document document = new Document();
      document.add(new StringField("id", "" + id, Store.YES));
      // Numbers may arrive in another order than they were given.
      long seq = random.nextInt(10) == 0 ? nextSeq + 50_000 : nextSeq;
      nextSeq++;
      document.add(new NumericDocValuesField("seq", random.nextInt(8) == 0 ? -seq - 1 : seq));
      boolean isDated = random.nextInt(5) > 0;
      if (isDated) {
        document.add(new NumericDocValuesField("date", random.nextInt(5)));
      }
      if (random.nextInt(10) > 0) {
        document.add(new BinaryDocValuesField(SKETCH, new BytesRef(sketch())));
      }
      writer.updateDocument(new Term("id", "" + id), document);
      ids.put(id, isDated);
    }

    private byte[] sketch() {
      if (random.nextInt(10) == 0) { // a short text
        int number = random.nextInt(3);
        long[] slots = new Random(number).longs(FORMAT.slots()).toArray();
        return SketchValue.encode(FORMAT, number, 3, slots, keys());
      }
      boolean isNew = texts.isEmpty() || random.nextInt(template == null ? 6 : 2) == 0;
      long[] slots =
          isNew
              ? random.longs(FORMAT.slots()).toArray()
              : texts.get(random.nextInt(texts.size())).clone();
      int changes = random.nextInt(4) == 0 ? 0 : random.nextInt(16);
      for (int i = 0; i < changes; i++) {
        slots[random.nextInt(slots.length)] = random.nextLong();
      }
      if (isNew && template != null) { // a page that shares each key with half of all others
        for (int slot = 0; slot < 8; slot += 4) {
          System.arraycopy(template[random.nextInt(2)], slot, slots, slot, 4);
        }
      }
      texts.add(slots);
      long fingerprint = Arrays.hashCode(slots);
      return SketchValue.encode(FORMAT, fingerprint, 100, slots, keys());
    }

    /** Of guards; most documents agree in each. */
    private long[] keys() {
      return LongStream.range(0, guards).map(guard -> random.nextInt(4) / 3).toArray();
    }

    private void refreshAndCheck() throws IOException {
      DirectoryReader newer = DirectoryReader.openIfChanged(reader);
      if (newer != null) {
        reader.close(); // so that nothing of it can be read any more
        reader = newer;
      }
      DerivedGroups groups = deriver.groups(reader);
      NaiveGroups naive = new NaiveGroups(reader, SKETCH, parameters, THRESHOLD, order, window);
      check(naive, groups);
      checkOneVersion(naive, groups);
      GroupDeriver fresh = new GroupDeriver(SKETCH, THRESHOLD, order, executor, window);
      check(naive, fresh.groups(reader));
    }

    private static void check(NaiveGroups naive, DerivedGroups groups) {
      Map<Integer, Integer> sizes = new HashMap<>();
      naive.representatives.forEach(
          (doc, representative) -> {
            assertEquals("of " + doc, (int) representative, groups.representative(doc));
            assertEquals(!doc.equals(representative), groups.isHidden(doc));
            sizes.merge(representative, 1, Integer::sum);
          });
      naive.representatives.forEach(
          (doc, representative) -> {
            assertEquals((int) sizes.get(representative), groups.size(doc));
            int[] members = groups.members(doc);
            assertEquals((int) sizes.get(representative), members.length);
            for (int member : members) {
              assertEquals(representative, naive.representatives.get(member));
            }
          });
      assertEquals(naive.representatives.size(), groups.sketched());
      assertEquals(naive.representatives.size() - sizes.size(), groups.hidden());
      assertEquals(sizes.values().stream().filter(size -> size > 1).count(), groups.groups());
    }

    private void checkOneVersion(NaiveGroups naive, DerivedGroups groups) {
      FixedBitSet some = new FixedBitSet(reader.maxDoc());
      Map<Integer, Integer> expected = new HashMap<>(); // by representative
      naive.representatives.forEach(
          (doc, representative) -> {
            if (random.nextInt(3) > 0) {
              some.set(doc);
              expected.merge(representative, doc, (a, b) -> naive.isBefore(a, b) ? a : b);
            }
          });
      expected.replaceAll((representative, doc) -> some.get(representative) ? representative : doc);
      FixedBitSet[] docs = new FixedBitSet[reader.leaves().size()];
      for (LeafReaderContext leaf : reader.leaves()) {
        docs[leaf.ord] = new FixedBitSet(leaf.reader().maxDoc());
        FixedBitSet.orRange(some, leaf.docBase, docs[leaf.ord], 0, leaf.reader().maxDoc());
      }
      groups.keepOneVersion(docs);
      Set<Integer> kept = new HashSet<>();
      for (LeafReaderContext leaf : reader.leaves()) {
        for (int doc = 0; doc < docs[leaf.ord].length(); doc++) {
          if (docs[leaf.ord].get(doc)) {
            kept.add(leaf.docBase + doc);
          }
        }
      }
      assertEquals(Set.copyOf(expected.values()), kept);
    }

    @Override
    public void close() throws IOException {
      reader.close();
      writer.close();
      directory.close();
    }
  }

  public void testRandomHistories() throws IOException {
    checkHistories(TEST_NIGHTLY ? 20_000 : 50, false);
  }

  /** Keys that many visible documents share, of which several go between two readers. */
  public void testHotKeys() throws IOException {
    checkHistories(TEST_NIGHTLY ? 10_000 : 50, true);
  }

  /**
   * Those of nightly runs sleep: 30,000 histories did not end in two hours, of nine minutes' work.
   */
  private static Directory wakefulDirectory() {
    MockDirectoryWrapper directory = newMockDirectory();
    directory.setUseSlowOpenClosers(false);
    directory.setThrottling(Throttling.NEVER);
    return directory;
  }

  private static void checkHistories(int histories, boolean hasTemplate) throws IOException {
    for (int i = 0; i < histories; i++) {
      long seed = random().nextLong();
      try (History history = new History(new Random(seed), hasTemplate)) {
        history.run(10 + i % (hasTemplate ? 200 : 90));
      } catch (AssertionError e) {
        throw new AssertionError("history " + i + ", seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(NearDupCodec.wrap(TestUtil.getDefaultCodec(), SKETCH, PARAMETERS));
    return config.setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
  }

  private static Document document(int id, long fingerprint, long[] slots, long... keys) {
    Document document = new Document();
    document.add(new StringField("id", "" + id, Store.YES));
    document.add(new NumericDocValuesField("seq", id));
    byte[] sketch = SketchValue.encode(FORMAT, fingerprint, 100, slots, keys);
    document.add(new BinaryDocValuesField(SKETCH, new BytesRef(sketch)));
    return document;
  }

  private static long[] slots(long seed) {
    return new Random(seed).longs(FORMAT.slots()).toArray();
  }

  /** Gives doc values, and counts how often those of the sketches are opened. */
  private static Codec counting(AtomicInteger opened) {
    Codec codec = NearDupCodec.wrap(TestUtil.getDefaultCodec(), SKETCH, FEW_BANDS);
    DocValuesFormat format = codec.docValuesFormat();
    DocValuesFormat counting =
        new DocValuesFormat(format.getName()) {
          @Override
          public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
            return format.fieldsConsumer(state);
          }

          @Override
          public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
            return new FilterDocValuesProducer(format.fieldsProducer(state)) {
              @Override
              public BinaryDocValues getBinary(FieldInfo field) throws IOException {
                opened.addAndGet(field.name.equals(SKETCH) ? 1 : 0);
                return super.getBinary(field);
              }
            };
          }
        };
    return new FilterCodec(codec.getName(), codec) {
      @Override
      public DocValuesFormat docValuesFormat() {
        return counting;
      }
    };
  }

  /** Each document is compared with those of a window, which come in any order. */
  public void testSketchesAreReadInTheirOrder() throws IOException {
    int documents = 300;
    for (DocumentOrder order :
        List.of(DocumentOrder.ascending("seq"), DocumentOrder.descending("seq"))) {
      AtomicInteger opened = new AtomicInteger();
      IndexWriterConfig config = new IndexWriterConfig().setCodec(counting(opened));
      try (Directory directory = newDirectory();
          IndexWriter writer =
              new IndexWriter(directory, config.setMergePolicy(NoMergePolicy.INSTANCE))) {
        for (int i = 0; i < documents; i++) {
          long[] slots = slots(i);
          System.arraycopy(slots(-1), 0, slots, 0, 8); // all of them share all of their keys
          writer.addDocument(document(i, i, slots));
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          opened.set(0);
          DerivedGroups groups =
              new GroupDeriver(SKETCH, THRESHOLD, order, null, 50).groups(reader);
          assertFalse(groups.isHidden(documents / 2));
          assertTrue(opened + " times", opened.get() <= 5 * documents);
        }
      }
    }
  }

  /** Two readers share a segment of which as many, but not the same, documents are deleted. */
  public void testOtherDocumentsDeleted() throws IOException {
    GroupDeriver deriver =
        new GroupDeriver(SKETCH, THRESHOLD, DocumentOrder.BY_NUMBER, null, GroupDeriver.WINDOW);
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, config().setMergePolicy(NoMergePolicy.INSTANCE))) {
        for (int id = 0; id < 4; id++) {
          writer.addDocument(document(id, id, slots(Math.max(1, id))));
        }
        writer.commit();
        writer.deleteDocuments(new Term("id", "2"));
        writer.commit();
      }
      List<IndexCommit> commits = DirectoryReader.listCommits(directory);
      DirectoryReader first = DirectoryReader.open(commits.getLast());
      assertEquals(0, deriver.groups(first).representative(1));
      IndexWriterConfig older =
          config()
              .setMergePolicy(NoMergePolicy.INSTANCE)
              .setIndexCommit(commits.get(commits.size() - 2));
      try (IndexWriter writer = new IndexWriter(directory, older)) {
        writer.deleteDocuments(new Term("id", "0"));
        writer.commit();
      }
      try (DirectoryReader second = DirectoryReader.openIfChanged(first)) {
        first.close();
        History.check(
            new NaiveGroups(
                second,
                SKETCH,
                PARAMETERS,
                THRESHOLD,
                DocumentOrder.BY_NUMBER,
                GroupDeriver.WINDOW),
            deriver.groups(second));
      }
    }
  }

  /** What an update changed that only a guard looks at: the words and the place are the same. */
  public void testOtherKeyInTheSamePlace() throws IOException {
    SketchParameters guarded =
        new SketchParameters(FORMAT, new Bands(16, 4), 8, List.of("numbers:1"));
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(NearDupCodec.wrap(TestUtil.getDefaultCodec(), SKETCH, guarded));
    GroupDeriver deriver =
        new GroupDeriver(SKETCH, THRESHOLD, DocumentOrder.ascending("seq"), null);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(document(1, 17, slots(1), 5));
      writer.addDocument(document(2, 17, slots(1), 5));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, deriver.groups(reader).hidden());
      }
      writer.updateDocument(new Term("id", "2"), document(2, 17, slots(1), 6));
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(0, deriver.groups(reader).hidden());
      }
    }
  }

  /** Another text takes no place of one, even if their fingerprints agree in most bits. */
  public void testOtherTextInTheSamePlace() throws IOException {
    long fingerprint = random().nextLong();
    List<Long> others = new ArrayList<>();
    for (int bit = 0; bit < Long.SIZE; bit++) {
      others.add(fingerprint ^ 1L << bit);
    }
    for (long other = 0; others.size() == Long.SIZE; other++) {
      if ((short) Hashing.mix(other) == (short) Hashing.mix(fingerprint)) {
        others.add(other);
      }
    }
    for (long other : others) {
      GroupDeriver deriver =
          new GroupDeriver(SKETCH, THRESHOLD, DocumentOrder.ascending("seq"), null);
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, config())) {
        writer.addDocument(document(1, ~fingerprint, slots(1)));
        writer.addDocument(document(2, fingerprint, slots(1)));
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          assertEquals(1, deriver.groups(reader).hidden());
        }
        writer.updateDocument(new Term("id", "2"), document(2, other, slots(2)));
        writer.forceMerge(1);
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          assertEquals(0, deriver.groups(reader).hidden());
        }
      }
    }
  }
}
