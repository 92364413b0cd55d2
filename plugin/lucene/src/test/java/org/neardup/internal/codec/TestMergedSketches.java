// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/** What happens to bands in merges, and where sketches meet that were written in different ways. */
public class TestMergedSketches extends LuceneTestCase {
  private static final SketchParameters OTHER_BANDS =
      new SketchParameters(RandomSketches.FORMAT, new Bands(25, 5), 8);

  private Directory dir;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    dir = newDirectory();
  }

  @Override
  public void tearDown() throws Exception {
    dir.close();
    super.tearDown();
  }

  private static IndexWriterConfig config(Codec codec) {
    return new IndexWriterConfig().setCodec(codec).setMergeScheduler(new SerialMergeScheduler());
  }

  private static Codec codec(SketchParameters parameters) {
    return NearDupCodec.wrap(TestUtil.getDefaultCodec(), RandomSketches.FIELD, parameters);
  }

  private void write(Codec codec, byte[]... sketches) throws IOException {
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      for (byte[] sketch : sketches) {
        writer.addDocument(document(sketch));
      }
    }
  }

  private static Document document(byte[] sketch) {
    Document document = RandomSketches.document(sketch);
    document.add(new StringField("fingerprint", textHash(sketch), Field.Store.NO));
    document.add(new NumericDocValuesField("order", -SketchValue.elements(sketch, 0)));
    return document;
  }

  /** Which no other random sketch has. */
  private static String textHash(byte[] sketch) {
    return Long.toHexString(SketchValue.textHash(sketch, 0));
  }

  private void forceMerge(Codec codec) throws IOException {
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      writer.forceMerge(1);
    }
  }

  private void checkFound(byte[] query, int expectedDocs, boolean byBands) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      checkFound(query, expectedDocs, byBands, leaf, leaf.getLiveDocs());
    }
    TestUtil.checkIndex(dir);
  }

  private static void checkFound(
      byte[] query, int expectedDocs, boolean byBands, LeafReader leaf, Bits liveDocs)
      throws IOException {
    SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
    assertEquals(byBands, sketches.hasBands());
    Candidates found = RandomSketches.candidates(sketches, query, liveDocs, Integer.MAX_VALUE);
    assertEquals(expectedDocs, found.size());
    for (int i = 0; i < found.size(); i++) {
      assertEquals(1.0, sketches.similarity(query, found.doc(i)), 0);
    }
  }

  public void testOtherFormatIsRefusedWithBothNamed() throws IOException {
    SketchFormat otherSeed =
        new SketchFormat("test-v1", 128, 8, 43, RandomSketches.FORMAT.source());
    SketchParameters other = new SketchParameters(otherSeed, new Bands(21, 6), 8);
    write(codec(other), RandomSketches.random(random()));
    write(RandomSketches.codec(), RandomSketches.random(random()));
    Exception e = expectThrows(Exception.class, () -> forceMerge(RandomSketches.codec()));
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(cause.toString(), cause instanceof IllegalArgumentException);
    assertTrue(cause.toString(), cause.getMessage().contains("seedId is 2a and 2b"));
  }

  public void testOtherBandsAreMadeAgain() throws IOException {
    byte[] sketch = RandomSketches.random(random());
    write(codec(OTHER_BANDS), sketch, RandomSketches.random(random()));
    write(RandomSketches.codec(), RandomSketches.random(random()), sketch);
    forceMerge(RandomSketches.codec());
    checkFound(sketch, 2, true);
  }

  public void testStockCodecDropsBandsAndNextMergeMakesThemAgain() throws IOException {
    byte[] sketch = RandomSketches.random(random());
    write(RandomSketches.codec(), sketch, RandomSketches.random(random()));
    write(RandomSketches.codec(), sketch);
    forceMerge(TestUtil.getDefaultCodec());
    checkFound(sketch, 2, false);
    write(RandomSketches.codec(), sketch);
    forceMerge(RandomSketches.codec());
    checkFound(sketch, 3, true);
  }

  public void testUpdatedSketchIsFound() throws IOException {
    byte[] before = RandomSketches.random(random());
    byte[] after = RandomSketches.random(random());
    write(RandomSketches.codec(), before, RandomSketches.random(random()));
    try (IndexWriter writer = new IndexWriter(dir, config(RandomSketches.codec()))) {
      Term term = new Term("fingerprint", textHash(before));
      writer.updateBinaryDocValue(term, RandomSketches.FIELD, new BytesRef(after));
    }
    checkFound(before, 0, true);
    checkFound(after, 1, true);
    write(RandomSketches.codec(), after);
    forceMerge(RandomSketches.codec());
    checkFound(before, 0, true);
    checkFound(after, 2, true);
  }

  public void testBandsBehindASortingReaderAreNotUsed() throws IOException {
    byte[] sketch = RandomSketches.random(random());
    byte[] more = SketchValue.encode(RandomSketches.FORMAT, 1, 5000, new long[128]);
    write(RandomSketches.codec(), sketch, more, sketch);
    Sort sort = new Sort(new SortField("order", SortField.Type.INT));
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      CodecReader sorted = SortingCodecReader.wrap((CodecReader) getOnlyLeafReader(reader), sort);
      SketchReader sketches = SketchReader.of(sorted, RandomSketches.FIELD);
      assertFalse(sketches.hasBands());
      Candidates found = RandomSketches.candidates(sketches, sketch, null, 10);
      assertEquals(2, found.size());
      assertEquals(1, found.doc(0));
      assertEquals(2, found.doc(1));
      try (Directory other = newDirectory()) {
        IndexWriterConfig config = config(RandomSketches.codec()).setIndexSort(sort);
        try (IndexWriter writer = new IndexWriter(other, config)) {
          writer.addIndexes(SortingCodecReader.wrap((CodecReader) getOnlyLeafReader(reader), sort));
        }
        try (DirectoryReader added = DirectoryReader.open(other)) {
          checkFound(sketch, 2, true, getOnlyLeafReader(added), null);
          checkFound(more, 1, true, getOnlyLeafReader(added), null);
        }
      }
    }
  }

  public void testDocumentsThatAMergeDropsAreGone() throws IOException {
    byte[] sketch = RandomSketches.random(random());
    write(RandomSketches.codec(), sketch, RandomSketches.random(random()));
    write(RandomSketches.codec(), RandomSketches.random(random()), sketch, sketch);
    IndexWriterConfig config = config(RandomSketches.codec());
    config.setMergePolicy(
        new OneMergeWrappingMergePolicy(config.getMergePolicy(), DropsFirstDocument::new));
    try (IndexWriter writer = new IndexWriter(dir, config)) {
      writer.forceMerge(1);
    }
    checkFound(sketch, 2, true);
  }

  private static final class DropsFirstDocument extends MergePolicy.OneMerge {
    DropsFirstDocument(MergePolicy.OneMerge in) {
      super(in.segments);
    }

    @Override
    public CodecReader wrapForMerge(CodecReader reader) {
      return new FilterCodecReader(reader) {
        @Override
        public Bits getLiveDocs() {
          return new Bits() {
            @Override
            public boolean get(int doc) {
              return doc > 0;
            }

            @Override
            public int length() {
              return maxDoc();
            }
          };
        }

        @Override
        public int numDocs() {
          return maxDoc() - 1;
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
          return in.getCoreCacheHelper();
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
          return null;
        }
      };
    }
  }

  public void testAllSketchesDeleted() throws IOException {
    byte[] sketch = RandomSketches.random(random());
    try (IndexWriter writer = new IndexWriter(dir, config(RandomSketches.codec()))) {
      writer.addDocument(document(sketch));
      writer.addDocument(new Document());
      writer.commit();
      writer.deleteDocuments(new Term("fingerprint", textHash(sketch)));
      writer.addDocument(new Document());
      writer.forceMerge(1);
    }
    checkFound(sketch, 0, true);
  }

  public void testSketchOfWrongLengthIsRefused() throws IOException {
    IndexWriter writer = new IndexWriter(dir, config(RandomSketches.codec()));
    writer.addDocument(RandomSketches.document(new byte[3]));
    Exception e = expectThrows(IllegalArgumentException.class, writer::flush);
    assertEquals(
        "sketch in field \"sketch\" of document 0 must have 140 bytes, got 3", e.getMessage());
    writer.rollback();
  }

  public void testTwoFieldsOfSketches() throws IOException {
    byte[] a = RandomSketches.random(random());
    byte[] b = RandomSketches.random(random());
    Codec codec = NearDupCodec.wrap(RandomSketches.codec(), "second", OTHER_BANDS);
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      Document document = RandomSketches.document(a);
      document.add(new BinaryDocValuesField("second", new BytesRef(b)));
      writer.addDocument(document);
    }
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      SketchReader first = SketchReader.of(leaf, RandomSketches.FIELD);
      SketchReader second = SketchReader.of(leaf, "second");
      assertEquals(RandomSketches.PARAMETERS, first.parameters());
      assertEquals(OTHER_BANDS, second.parameters());
      assertEquals(1, RandomSketches.candidates(first, a, null, 10).size());
      assertEquals(0, RandomSketches.candidates(first, b, null, 10).size());
      assertEquals(1, RandomSketches.candidates(second, b, null, 10).size());
    }
  }

  public void testFormatsThatTheDelegateChoosesAreKept() throws IOException {
    DocValuesFormat special = DocValuesFormat.forName("Asserting");
    Codec delegate =
        new FilterCodec(TestUtil.getDefaultCodec().getName(), TestUtil.getDefaultCodec()) {
          private final DocValuesFormat docValues =
              new PerFieldDocValuesFormat() {
                @Override
                public DocValuesFormat getDocValuesFormatForField(String field) {
                  return field.equals("special") ? special : TestUtil.getDefaultDocValuesFormat();
                }
              };

          @Override
          public DocValuesFormat docValuesFormat() {
            return docValues;
          }
        };
    Codec codec = NearDupCodec.wrap(delegate, RandomSketches.FIELD, RandomSketches.PARAMETERS);
    assertEquals(delegate.getName(), codec.getName());
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      Document document = document(RandomSketches.random(random()));
      document.add(new NumericDocValuesField("special", 1));
      writer.addDocument(document);
    }
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      FieldInfos fields = getOnlyLeafReader(reader).getFieldInfos();
      assertEquals("Asserting", formatOf(fields, "special"));
      assertEquals("NearDup1", formatOf(fields, RandomSketches.FIELD));
      assertEquals(TestUtil.getDefaultDocValuesFormat().getName(), formatOf(fields, "order"));
      assertEquals(1, getOnlyLeafReader(reader).getNumericDocValues("special").nextDoc() + 1);
    }
  }

  private static String formatOf(FieldInfos fields, String field) {
    return fields.fieldInfo(field).getAttribute(PerFieldDocValuesFormat.PER_FIELD_FORMAT_KEY);
  }

  public void testCodecWithOneFormatForAllFieldsIsRefused() {
    Codec oneFormat =
        new FilterCodec("OneFormat", TestUtil.getDefaultCodec()) {
          @Override
          public DocValuesFormat docValuesFormat() {
            return TestUtil.getDefaultDocValuesFormat();
          }
        };
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> NearDupCodec.wrap(oneFormat, RandomSketches.FIELD, RandomSketches.PARAMETERS));
    assertTrue(e.getMessage(), e.getMessage().contains("OneFormat"));
  }
}
