// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.HugeIncrementFilter;
import org.neardup.analysis.ReplayAnalyzers;
import org.neardup.analysis.Shingling;

public class TestReplayedField extends LuceneTestCase {
  private static final Shingling SHINGLING = Shingling.words(2);

  public void testIndexIsThatOfTheAnalyzer() throws IOException {
    for (int i = 0; i < atLeast(10); i++) {
      boolean frequencies = random().nextInt(4) == 0;
      try (Analyzer tokens = ReplayAnalyzers.any(random(), frequencies);
          Analyzer analyzer =
              ReplayAnalyzers.withGaps(tokens, random().nextInt(200), random().nextInt(3))) {
        checkSameIndex(analyzer, fieldType(frequencies));
      }
    }
  }

  private static FieldType fieldType(boolean frequencies) {
    FieldType type = new FieldType();
    type.setStored(random().nextBoolean());
    type.setOmitNorms(random().nextInt(4) == 0);
    if (frequencies) {
      type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
      return type;
    }
    IndexOptions[] options = {
      IndexOptions.DOCS_AND_FREQS_AND_POSITIONS,
      IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS
    };
    type.setIndexOptions(options[random().nextInt(options.length)]);
    if (random().nextBoolean()) {
      type.setStoreTermVectors(true);
      type.setStoreTermVectorPositions(true);
      type.setStoreTermVectorPayloads(random().nextBoolean());
      type.setStoreTermVectorOffsets(random().nextBoolean());
    }
    return type;
  }

  private void checkSameIndex(Analyzer analyzer, FieldType type) throws IOException {
    List<Document> documents = documents(type);
    ElementExtractor extractor = new ElementExtractor(analyzer, SHINGLING);
    List<List<IndexableField>> replayed = new ArrayList<>();
    for (Document document : documents) {
      replayed.add(replayable(document, extractor));
    }
    Similarity similarity = newIndexWriterConfig().getSimilarity();
    try (Directory stock = newDirectory();
        Directory replay = newDirectory()) {
      index(stock, analyzer, similarity, documents);
      index(replay, ReplayAnalyzers.withoutTokens(analyzer), similarity, replayed);
      try (DirectoryReader expected = DirectoryReader.open(stock);
          DirectoryReader actual = DirectoryReader.open(replay)) {
        assertReaderEquals(type.toString(), expected, actual);
      }
    }
  }

  private static List<Document> documents(FieldType type) {
    boolean positions = type.indexOptions() != IndexOptions.DOCS_AND_FREQS;
    FieldType titleType = positions ? TextField.TYPE_STORED : type;
    List<Document> documents = new ArrayList<>();
    for (int i = TestUtil.nextInt(random(), 1, 20); i > 0; i--) {
      Document document = new Document();
      document.add(new StringField("id", "" + i, Field.Store.YES));
      for (int values = random().nextInt(4); values > 0; values--) {
        document.add(new Field("text", text(), type));
      }
      document.add(new Field("title", text(), titleType));
      document.add(new IntField("size", i, Field.Store.NO));
      documents.add(document);
    }
    return documents;
  }

  private static String text() {
    return switch (random().nextInt(5)) {
      case 0 -> "";
      case 1 -> "the of a A";
      case 2 -> TestUtil.randomRealisticUnicodeString(random(), 100);
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(100); i > 0; i--) {
          text.append(TestUtil.randomRealisticUnicodeString(random(), 1, 4)).append(" ");
          text.append(random().nextInt(3) == 0 ? "the " : "dogs,\n");
          text.append(TestUtil.randomSimpleString(random(), 2));
        }
        yield text.toString();
      }
    };
  }

  private static List<IndexableField> replayable(Document document, ElementExtractor extractor)
      throws IOException {
    extractor.reset();
    List<IndexableField> fields = new ArrayList<>();
    for (IndexableField field : document) {
      IndexableField replayed = extractor.addReplayable(field);
      assertEquals(
          field.fieldType().tokenized()
              && !(field instanceof IntField)
              && !(field instanceof StringField),
          replayed instanceof ReplayedField);
      fields.add(replayed);
    }
    return fields;
  }

  private static void index(
      Directory directory,
      Analyzer analyzer,
      Similarity similarity,
      List<? extends Iterable<IndexableField>> documents)
      throws IOException {
    IndexWriterConfig config =
        newIndexWriterConfig(analyzer)
            .setSimilarity(similarity)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Iterable<IndexableField> document : documents) {
        writer.addDocument(document);
      }
    }
  }

  public void testWhatTheIndexRefusesItRefusesReplayed() throws IOException {
    try (Analyzer analyzer = ReplayAnalyzers.of(tokens -> new HugeIncrementFilter(tokens))) {
      IndexableField field = new TextField("text", "too far apart", Field.Store.NO);
      ElementExtractor extractor = new ElementExtractor(analyzer, SHINGLING);
      String stock = refusal(analyzer, field);
      assertTrue(stock, stock.contains("position"));
      assertEquals(stock, refusal(analyzer, extractor.addReplayable(field)));
    }
  }

  public void testImmenseTermsAreRefusedReplayed() throws IOException {
    IndexableField field = new TextField("text", "é".repeat(20_000), Field.Store.NO);
    try (Analyzer analyzer = new WhitespaceAnalyzer(20_000)) {
      ElementExtractor extractor = new ElementExtractor(analyzer, SHINGLING);
      String stock = refusal(analyzer, field);
      assertTrue(stock, stock.contains("immense term"));
      assertEquals(stock, refusal(analyzer, extractor.addReplayable(field)));
    }
  }

  private static String refusal(Analyzer analyzer, IndexableField field) throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig(analyzer))) {
      return expectThrows(IllegalArgumentException.class, () -> writer.addDocument(List.of(field)))
          .getMessage();
    }
  }

  public void testAllElseIsTheOriginal() {
    FieldType type = new FieldType(TextField.TYPE_STORED);
    type.setDocValuesType(DocValuesType.BINARY);
    IndexableField original = new BinaryToo("text", "words", type);
    IndexableField field = new ReplayedField(original, noTokens());
    assertEquals("text", field.name());
    assertSame(type, field.fieldType());
    assertEquals("words", field.stringValue());
    assertEquals("words", field.getCharSequenceValue().toString());
    assertEquals("words", field.storedValue().getStringValue());
    assertEquals(new BytesRef("binary too"), field.binaryValue());
    assertEquals(original.numericValue(), field.numericValue());
    assertSame(original.invertableType(), field.invertableType());
    assertSame(original, ((ReplayedField) field).original());
  }

  private static final class BinaryToo extends Field {
    BinaryToo(String name, String value, FieldType type) {
      super(name, value, type);
    }

    @Override
    public BytesRef binaryValue() {
      return new BytesRef("binary too");
    }
  }

  private static PackedTokens noTokens() {
    return new PackedTokens(new byte[0], List.of(), new PackedTokens.FinalState(0, 0, 0), 0, true);
  }

  public void testStreamsAreReadOnceAndReplayed() throws IOException {
    Analyzer analyzer = new WhitespaceAnalyzer();
    for (TextField stream :
        List.of(
            new TextField("f", new StringReader("one two")),
            new TextField("f", analyzer.tokenStream("f", "one two")))) {
      assertFalse(ReplayedField.isReplayable(stream));
      assertTrue(ReplayedField.isStream(stream));
      ElementExtractor extractor = new ElementExtractor(new WhitespaceAnalyzer(), SHINGLING);
      extractor.reset();
      IndexableField replayed = extractor.addReplayable(stream);
      long fingerprint = extractor.textHash();
      extractor.reset();
      extractor.add("f", "one two");
      assertEquals(extractor.textHash(), fingerprint);
      for (int i = 0; i < 2; i++) {
        assertEquals(List.of("one", "two"), terms(replayed.tokenStream(analyzer, null)));
      }
    }
  }

  private static List<String> terms(TokenStream stream) throws IOException {
    List<String> terms = new ArrayList<>();
    TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
    try (stream) {
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term.getBytesRef().utf8ToString());
      }
      stream.end();
    }
    return terms;
  }

  public void testOnlyTextForTheAnalyzerIsReplayable() throws IOException {
    List<IndexableField> others =
        List.of(
            new StringField("f", "one two", Field.Store.NO),
            new KeywordField("f", "one two", Field.Store.NO),
            new StoredField("f", "one two"),
            new IntField("f", 1, Field.Store.NO),
            new KnnFloatVectorField("f", new float[] {1, 0}));
    for (IndexableField other : others) {
      assertFalse(other.toString(), ReplayedField.isReplayable(other));
      assertFalse(other.toString(), ReplayedField.isStream(other));
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> new ReplayedField(other, noTokens()));
      assertEquals(
          "a replayed field must be a string indexed as an analyzer's tokens, or a stream, got "
              + other,
          e.getMessage());
      assertSame(
          other, new ElementExtractor(new WhitespaceAnalyzer(), SHINGLING).addReplayable(other));
    }
    assertTrue(ReplayedField.isReplayable(new TextField("f", "one two", Field.Store.NO)));
  }
}
