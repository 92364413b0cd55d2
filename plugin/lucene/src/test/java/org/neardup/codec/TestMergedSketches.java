// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

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
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SketchFormat;

/** What happens to bands in merges, and where sketches meet that were written in different ways. */
public class TestMergedSketches extends LuceneTestCase {
  private static final SketchParameters OTHER_BANDS =
      new SketchParameters(Sketches.FORMAT, new Bands(25, 5), 8);

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
    return NearDupCodec.wrap(TestUtil.getDefaultCodec(), Sketches.FIELD, parameters);
  }

  private void write(Codec codec, byte[]... sketches) throws IOException {
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      for (byte[] sketch : sketches) {
        writer.addDocument(document(sketch));
      }
    }
  }

  private static Document document(byte[] sketch) {
    Document document = Sketches.document(sketch);
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
    SketchReader sketches = SketchReader.of(leaf, Sketches.FIELD);
    assertEquals(byBands, sketches.hasBands());
    Candidates found = Sketches.candidates(sketches, query, liveDocs, Integer.MAX_VALUE);
    assertEquals(expectedDocs, found.size());
    for (int i = 0; i < found.size(); i++) {
      assertEquals(1.0, sketches.similarity(query, found.doc(i)), 0);
    }
  }

  public void testOtherFormatIsRefusedWithBothNamed() throws IOException {
    SketchFormat otherSeed = new SketchFormat("test-v1", 128, 8, 43, Sketches.FORMAT.source());
    SketchParameters other = new SketchParameters(otherSeed, new Bands(21, 6), 8);
    write(codec(other), Sketches.random(random()));
    write(Sketches.codec(), Sketches.random(random()));
    Exception e = expectThrows(Exception.class, () -> forceMerge(Sketches.codec()));
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(cause.toString(), cause instanceof IllegalArgumentException);
    assertTrue(cause.toString(), cause.getMessage().contains("seedId is 2a and 2b"));
  }

  public void testOtherBandsAreMadeAgain() throws IOException {
    byte[] sketch = Sketches.random(random());
    write(codec(OTHER_BANDS), sketch, Sketches.random(random()));
    write(Sketches.codec(), Sketches.random(random()), sketch);
    forceMerge(Sketches.codec());
    checkFound(sketch, 2, true);
  }

  public void testStockCodecDropsBandsAndNextMergeMakesThemAgain() throws IOException {
    byte[] sketch = Sketches.random(random());
    write(Sketches.codec(), sketch, Sketches.random(random()));
    write(Sketches.codec(), sketch);
    forceMerge(TestUtil.getDefaultCodec());
    checkFound(sketch, 2, false);
    write(Sketches.codec(), sketch);
    forceMerge(Sketches.codec());
    checkFound(sketch, 3, true);
  }

  public void testUpdatedSketchIsFound() throws IOException {
    byte[] before = Sketches.random(random());
    byte[] after = Sketches.random(random());
    write(Sketches.codec(), before, Sketches.random(random()));
    try (IndexWriter writer = new IndexWriter(dir, config(Sketches.codec()))) {
      Term term = new Term("fingerprint", textHash(before));
      writer.updateBinaryDocValue(term, Sketches.FIELD, new BytesRef(after));
    }
    checkFound(before, 0, true);
    checkFound(after, 1, true);
    write(Sketches.codec(), after);
    forceMerge(Sketches.codec());
    checkFound(before, 0, true);
    checkFound(after, 2, true);
  }

  public void testBandsBehindASortingReaderAreNotUsed() throws IOException {
    byte[] sketch = Sketches.random(random());
    byte[] more = SketchValue.encode(Sketches.FORMAT, 1, 5000, new long[128]);
    write(Sketches.codec(), sketch, more, sketch);
    Sort sort = new Sort(new SortField("order", SortField.Type.INT));
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      CodecReader sorted = SortingCodecReader.wrap((CodecReader) getOnlyLeafReader(reader), sort);
      SketchReader sketches = SketchReader.of(sorted, Sketches.FIELD);
      assertFalse(sketches.hasBands());
      Candidates found = Sketches.candidates(sketches, sketch, null, 10);
      assertEquals(2, found.size());
      assertEquals(1, found.doc(0));
      assertEquals(2, found.doc(1));
      try (Directory other = newDirectory()) {
        IndexWriterConfig config = config(Sketches.codec()).setIndexSort(sort);
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
    byte[] sketch = Sketches.random(random());
    write(Sketches.codec(), sketch, Sketches.random(random()));
    write(Sketches.codec(), Sketches.random(random()), sketch, sketch);
    IndexWriterConfig config = config(Sketches.codec());
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
    byte[] sketch = Sketches.random(random());
    try (IndexWriter writer = new IndexWriter(dir, config(Sketches.codec()))) {
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
    IndexWriter writer = new IndexWriter(dir, config(Sketches.codec()));
    writer.addDocument(Sketches.document(new byte[3]));
    Exception e = expectThrows(IllegalArgumentException.class, writer::flush);
    assertEquals(
        "sketch in field \"sketch\" of document 0 must have 140 bytes, got 3", e.getMessage());
    writer.rollback();
  }

  public void testTwoFieldsOfSketches() throws IOException {
    byte[] a = Sketches.random(random());
    byte[] b = Sketches.random(random());
    Codec codec = NearDupCodec.wrap(Sketches.codec(), "second", OTHER_BANDS);
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      Document document = Sketches.document(a);
      document.add(new BinaryDocValuesField("second", new BytesRef(b)));
      writer.addDocument(document);
    }
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      SketchReader first = SketchReader.of(leaf, Sketches.FIELD);
      SketchReader second = SketchReader.of(leaf, "second");
      assertEquals(Sketches.PARAMETERS, first.parameters());
      assertEquals(OTHER_BANDS, second.parameters());
      assertEquals(1, Sketches.candidates(first, a, null, 10).size());
      assertEquals(0, Sketches.candidates(first, b, null, 10).size());
      assertEquals(1, Sketches.candidates(second, b, null, 10).size());
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
    Codec codec = NearDupCodec.wrap(delegate, Sketches.FIELD, Sketches.PARAMETERS);
    assertEquals(delegate.getName(), codec.getName());
    try (IndexWriter writer = new IndexWriter(dir, config(codec))) {
      Document document = document(Sketches.random(random()));
      document.add(new NumericDocValuesField("special", 1));
      writer.addDocument(document);
    }
    try (DirectoryReader reader = DirectoryReader.open(dir)) {
      FieldInfos fields = getOnlyLeafReader(reader).getFieldInfos();
      assertEquals("Asserting", formatOf(fields, "special"));
      assertEquals("NearDup1", formatOf(fields, Sketches.FIELD));
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
            () -> NearDupCodec.wrap(oneFormat, Sketches.FIELD, Sketches.PARAMETERS));
    assertTrue(e.getMessage(), e.getMessage().contains("OneFormat"));
  }
}
