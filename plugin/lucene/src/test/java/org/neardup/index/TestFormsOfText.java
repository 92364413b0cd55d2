// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Resemblance;
import org.neardup.index.CheckReport.Violation;

/** A text is compared in whatever form it is given, or refused. */
public class TestFormsOfText extends CollapseTestCase {
  private static final List<String> WORDS = words("a", 50);
  private static final String TEXT = text(WORDS);

  private static Document with(String id, IndexableField... fields) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    List.of(fields).forEach(document::add);
    return document;
  }

  /** The words of the text, each with its place in it and a payload. */
  private static TokenStream tokens() {
    Token[] tokens = new Token[WORDS.size()];
    int start = 0;
    for (int i = 0; i < tokens.length; i++) {
      int end = start + WORDS.get(i).length();
      tokens[i] = new Token(WORDS.get(i), i == 7 ? 2 : 1, start, end);
      tokens[i].setPayload(new BytesRef(new byte[] {(byte) i}));
      start = end + 1;
    }
    return new CannedTokenStream(tokens);
  }

  public void testReadersAndTokenStreamsCollapse() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(with("1", new TextField("text", TEXT, Field.Store.YES)));
        Document read = with("2", new TextField("text", new StringReader(TEXT)));
        assertEquals(
            new Outcome.Hidden("1", Resemblance.IDENTICAL, false), writer.updateDocument(read));
        Outcome streamed = writer.updateDocument(with("3", new TextField("text", tokens())));
        assertEquals("1", ((Outcome.Hidden) streamed).representative());
        writer.deleteDocuments("1");
        try (DirectoryReader reader = writer.openReader()) {
          assertEquals(2, new IndexSearcher(reader).count(new PhraseQuery("text", "a1", "a2")));
          assertEquals(1, new IndexSearcher(reader).count(new PhraseQuery("text", "a6", "a7")));
        }
        assertTrue(read(writer).get("3").hidden());
      }
      assertEquals(List.of(), check(directory));
    }
  }

  private static List<Violation> check(Directory directory) throws IOException {
    return IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS)
        .violations();
  }

  /** What is stored beside a stream may be anything, as a page is beside its words. */
  public void testWhatIsStoredBesideAStreamIsNotTakenForItsText() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(with("1", new TextField("text", TEXT, Field.Store.YES)));
        String markup = "<p>" + text(words("b", 30));
        Document page = with("2", new StoredField("text", markup), new TextField("text", tokens()));
        assertTrue(writer.updateDocument(page) instanceof Outcome.Hidden);
        Document readPage =
            with(
                "3",
                new TextField("text", new StringReader(TEXT)),
                new StoredField("text", markup));
        assertTrue(writer.updateDocument(readPage) instanceof Outcome.Hidden);
      }
      assertEquals(List.of(), check(directory));
      open(directory, CONFIG).close();
    }
  }

  /** As Lucene alone indexes the stream. */
  public void testTokenStreamsAreIndexedAsTheyCame() throws IOException {
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    try (Directory directory = newDirectory();
        Directory lucenes = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG);
          IndexWriter lucene = new IndexWriter(lucenes, new IndexWriterConfig())) {
        writer.updateDocument(with("1", new Field("text", tokens(), type)));
        lucene.addDocument(with("1", new Field("text", tokens(), type)));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory);
          DirectoryReader expected = DirectoryReader.open(lucenes)) {
        assertEquals(postings(getOnlyLeafReader(expected)), postings(getOnlyLeafReader(reader)));
      }
    }
  }

  private static String postings(LeafReader leaf) throws IOException {
    StringBuilder all = new StringBuilder();
    TermsEnum terms = leaf.terms("text").iterator();
    while (terms.next() != null) {
      PostingsEnum postings = terms.postings(null, PostingsEnum.ALL);
      while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        for (int i = 0; i < postings.freq(); i++) {
          all.append(terms.term().utf8ToString())
              .append(" at ")
              .append(postings.nextPosition())
              .append(", ")
              .append(postings.startOffset())
              .append("-")
              .append(postings.endOffset())
              .append(", ")
              .append(postings.getPayload())
              .append('\n');
        }
      }
    }
    return all.toString();
  }

  public void testBytesNumbersAndVectorsAreRefused() throws IOException {
    BytesRef bytes = new BytesRef(TEXT);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      for (IndexableField field :
          List.of(
              new StringField("text", bytes, Field.Store.YES),
              new StoredField("text", bytes),
              new BinaryDocValuesField("text", bytes),
              new StoredField("text", 5),
              new LongField("text", 5, Field.Store.YES),
              new LongPoint("text", 5),
              new KnnFloatVectorField("text", new float[] {1}))) {
        assertEquals(
            "text field text must be given as a string, or be indexed from a Reader or"
                + " TokenStream, got "
                + field,
            expectThrows(
                    IllegalArgumentException.class, () -> writer.updateDocument(with("1", field)))
                .getMessage());
      }
      assertEquals(TEXT, read(writer).get("1").text());
      Document sortable = document("2", TEXT);
      sortable.add(new SortedDocValuesField("text", bytes));
      expectThrows( // as Lucene has it: the first document had no doc values
          IllegalArgumentException.class, () -> writer.updateDocument(sortable));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(with("3")));
      assertEquals(Set.of("1", "3"), read(writer).keySet());
    }
  }

  public void testAStringBesideOtherFormsIsTheText() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      for (String id : List.of("1", "2")) {
        Document sortable = document(id, TEXT);
        sortable.add(new SortedDocValuesField("text", new BytesRef("a")));
        sortable.add(new LongPoint("text", id.length()));
        Outcome outcome = writer.updateDocument(sortable);
        assertEquals(id.equals("2"), outcome instanceof Outcome.Hidden);
      }
    }
  }

  public void testStreamsOfBytesAloneAreRefused() throws IOException {
    TokenStream stream =
        new TokenStream() {
          private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
          private int left = 10;

          @Override
          public boolean incrementToken() {
            term.setBytesRef(new BytesRef("a"));
            return left-- > 0;
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      String message =
          expectThrows(
                  IllegalArgumentException.class,
                  () -> writer.updateDocument(with("1", new TextField("text", stream))))
              .getMessage();
      assertTrue(message, message.startsWith("tokens must have characters"));
      assertTrue(message, message.endsWith("in field text"));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  /** An index would have its attributes forgotten, and the stream cannot be read twice. */
  public void testStreamsWithOtherAttributesAreRefused() throws IOException {
    TokenStream stream = tokens();
    stream.addAttribute(org.neardup.analysis.ShingleHashAttribute.class);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      assertEquals(
          "a stream must have no token attributes but those that an index takes, got others in"
              + " field text: give its text as a string",
          expectThrows(
                  IllegalArgumentException.class,
                  () -> writer.updateDocument(with("1", new TextField("text", stream))))
              .getMessage());
      assertEquals(0, writer.deleteDocuments("1"));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("1", TEXT)));
      writer.flush();
      try (DirectoryReader reader = writer.openReader()) {
        assertEquals(1, reader.docFreq(new Term("text", "a1")));
      }
    }
  }
}
