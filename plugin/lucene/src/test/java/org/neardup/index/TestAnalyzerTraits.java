// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.internal.compare.AnalyzerProbe;
import org.neardup.internal.record.NearDupFields;

/** An index opens with the analyzer that made it, under whatever name, and with no other. */
public class TestAnalyzerTraits extends CollapseTestCase {
  private static final String RARE = "zyzzyva";

  private static CollapsingIndexWriter open(Directory directory, Analyzer analyzer)
      throws IOException {
    return CollapsingIndexWriter.open(
        directory, CONFIG, new IndexWriterConfig(analyzer).setCodec(writerConfig().getCodec()));
  }

  private static void assertRefused(Directory directory, String message, Analyzer analyzer) {
    IndexSettingsException refusal =
        expectThrows(IndexSettingsException.class, () -> open(directory, analyzer).close());
    assertTrue(refusal.getMessage(), refusal.problem().matches(message));
  }

  private static StandardAnalyzer stopping(String... words) {
    return new StandardAnalyzer(new CharArraySet(List.of(words), false));
  }

  private static StandardAnalyzer cutting(int maxTokenLength) {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    analyzer.setMaxTokenLength(maxTokenLength);
    return analyzer;
  }

  private static Analyzer wrapped(Analyzer analyzer) {
    return new PerFieldAnalyzerWrapper(analyzer, Map.of("title", new WhitespaceAnalyzer()));
  }

  public void testOtherStopWordsAreRefused() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, stopping(RARE, "b")).close();
      assertRefused(directory, "index was made with analyzerStopWords 2, not 1", stopping(RARE));
      open(directory, stopping("b", RARE)).close();
    }
  }

  public void testAnotherTokenLengthIsRefused() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, cutting(20_000)).close();
      assertRefused(
          directory,
          "index was made with analyzerParameters maxTokenLength=20000, not maxTokenLength=30000",
          cutting(30_000));
      open(directory, cutting(20_000)).close();
    }
  }

  public void testAnotherClassIsRefused() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, new WhitespaceAnalyzer()).close();
      assertRefused(
          directory,
          "index was made with analyzerClass WhitespaceAnalyzer, not OnBlanks",
          new OnBlanks());
    }
  }

  private static final class OnBlanks extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return splitting(Character::isWhitespace);
    }
  }

  private static Analyzer.TokenStreamComponents splitting(IntPredicate separators) {
    return new Analyzer.TokenStreamComponents(CharTokenizer.fromSeparatorCharPredicate(separators));
  }

  /** The next build of an application may number them otherwise, or give them names. */
  public void testTheNameOfAnAnonymousClassDoesNotCount() throws IOException {
    Analyzer first =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return splitting(Character::isWhitespace);
          }
        };
    Analyzer second =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return splitting(c -> Character.isWhitespace(c));
          }
        };
    try (Directory directory = newDirectory()) {
      open(directory, first).close();
      open(directory, second).close();
      open(directory, new OnBlanks()).close();
      open(directory, first).close(); // the class is known now, and kept
      assertRefused(
          directory, ".*analyzerClass OnBlanks, not WhitespaceAnalyzer", new WhitespaceAnalyzer());
    }
  }

  public void testAnAnalyzerMayBeWrapped() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, stopping(RARE)).close();
      open(directory, wrapped(stopping(RARE))).close();
      assertRefused(directory, ".*analyzerStopWords.*", stopping("b", RARE));
      open(directory, stopping(RARE)).close();
    }
  }

  private static CustomAnalyzer custom(String longest) throws IOException {
    return CustomAnalyzer.builder()
        .withTokenizer("whitespace")
        .addTokenFilter("length", "min", "1", "max", longest)
        .build();
  }

  public void testOtherFactoriesAreRefused() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, custom("7000")).close();
      open(directory, custom("7000")).close();
      assertRefused(
          directory,
          "index was made with analyzerParameters WhitespaceTokenizerFactory\\{\\}"
              + " LengthFilterFactory\\{max=7000, min=1\\}, not WhitespaceTokenizerFactory\\{\\}"
              + " LengthFilterFactory\\{max=8000, min=1\\}",
          custom("8000"));
    }
  }

  /**
   * Names what splits runs of scripts without blanks, which would load dictionaries to be asked.
   */
  public void testSegmentersAreToldByName() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, segmented(Unasked::new)).close();
      open(directory, segmented(Unasked::new)).close();
      assertRefused(
          directory,
          "index was made with analyzerParameters NFKC Unasked maxTokenLength=255, not NFKC"
              + " maxTokenLength=255",
          segmented(tokens -> tokens));
    }
  }

  private static Analyzer segmented(UnaryOperator<TokenStream> segmenter) {
    return new NormalizedAnalyzer(new StandardAnalyzer(), Form.NFKC, segmenter);
  }

  private static final class Unasked extends TokenFilter {
    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    Unasked(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean isToken = input.incrementToken();
      assertNotEquals(
          StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN], type.type());
      return isToken;
    }
  }

  /** Where neither class nor words are public. */
  public void testStoredDocumentsTellAnotherAnalyzer() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, wrapped(stopping()))) {
        for (int i = 0; i < 500; i++) {
          writer.updateDocument(document("" + i, RARE + " " + text(words("a" + i + "b", 20))));
        }
      }
      open(directory, wrapped(stopping())).close();
      String message =
          "the sketch of document [0-9]+ does not match its stored text: open the index with the"
              + " analyzer that built it; .*";
      assertRefused(directory, message, wrapped(stopping(RARE)));
      expectThrows(
          IndexSettingsException.class,
          () ->
              IndexCheck.retune(
                  directory,
                  CONFIG.withThreshold(0.9),
                  new IndexWriterConfig(wrapped(stopping(RARE)))));
      open(directory, wrapped(stopping())).close();
    }
  }

  public void testDocumentsThatStoreOtherTextsOrNoneTellNothing() throws IOException {
    FieldType unstored = new FieldType(TextField.TYPE_NOT_STORED);
    unstored.setOmitNorms(true); // so that only the terms tell who has the field
    FieldType stored = new FieldType(unstored);
    stored.setStored(true);
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, wrapped(stopping()))) {
        for (int i = 0; i < 20; i++) {
          String text = RARE + " " + text(words("a" + i + "b", 20));
          Document document = emptyDocument("" + i);
          document.add(
              switch (i % 3) {
                case 0 -> new Field("text", text, unstored);
                case 1 -> new FieldOfItsOwn(text, stored);
                default -> new Field("text", text, stored);
              });
          writer.updateDocument(document);
        }
        writer.updateDocument(emptyDocument("empty"));
      }
      open(directory, wrapped(stopping())).close();
      try (CollapsingIndexWriter writer = open(directory, wrapped(stopping()))) {
        for (int i = 2; i < 20; i += 3) {
          writer.deleteDocuments("" + i);
        }
      }
      open(directory, wrapped(stopping(RARE))).close();
    }
  }

  private static Document emptyDocument(String id) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    return document;
  }

  /** Its tokens are not those that the analyzer makes of its string. */
  private static final class FieldOfItsOwn extends Field {
    FieldOfItsOwn(String text, FieldType type) {
      super("text", text, type);
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
      return analyzer.tokenStream(name(), stringValue() + " and more");
    }
  }

  public void testADocumentThatAnotherWriterChangedIsToBeRepairedFirst() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, CONFIG, writerConfig())) {
        writer.updateDocument(document("1", text(words("a", 20))));
        writer.updateDocument(document("2", text(words("b", 20))));
      }
      byte[] sketch =
          CONFIG.textSketcher(new WhitespaceAnalyzer()).sketch(text(words("a", 20)), 0).value();
      try (IndexWriter behind = new IndexWriter(directory, writerConfig())) {
        behind.updateDocValues(
            new Term("id", "2"),
            new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch)));
      }
      assertRefused(
          directory, "the sketch of document 2 does not match .*", new WhitespaceAnalyzer());
      IndexCheck.repair(directory, CONFIG, writerConfig());
      open(directory, new WhitespaceAnalyzer()).close();
    }
  }

  private static String probe(Analyzer analyzer) throws IOException {
    return AnalyzerProbe.traits(analyzer, CONFIG.textFields()).get("analyzerProbe");
  }

  private static Analyzer splittingAt(char separator) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        return splitting(c -> c == ' ' || c == separator);
      }
    };
  }

  public void testTheProbeHasAllOfAscii() throws IOException {
    String onBlanks = probe(splittingAt(' '));
    for (char c = 0; c < 128; c++) {
      if (c != ' ') {
        assertNotEquals("character " + (int) c, onBlanks, probe(splittingAt(c)));
      }
    }
  }

  private static Analyzer upTo(int length) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer words =
            new WhitespaceTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 10_000);
        return new TokenStreamComponents(words, new LengthFilter(words, 1, length));
      }
    };
  }

  public void testTheProbeHasWordsOfManyLengths() throws IOException {
    for (int length : new int[] {2, 10, 63, 127, 254, 255, 299, 999, 1023, 4999}) {
      assertNotEquals("" + length, probe(upTo(length)), probe(upTo(length + 1)));
    }
    for (int length : new int[] {2, 10, 255, 999, 4998}) {
      assertNotEquals("" + length, probe(cutting(length)), probe(cutting(length + 1)));
    }
  }

  public void testTheProbeHasStopWordsOfEachLanguage() throws IOException {
    CharArraySet none = CharArraySet.EMPTY_SET;
    for (List<Analyzer> pair :
        List.<List<Analyzer>>of(
            List.of(new ArabicAnalyzer(), new ArabicAnalyzer(none)),
            List.of(new BulgarianAnalyzer(), new BulgarianAnalyzer(none)),
            List.of(new BengaliAnalyzer(), new BengaliAnalyzer(none)),
            List.of(new BrazilianAnalyzer(), new BrazilianAnalyzer(none)),
            List.of(new CatalanAnalyzer(), new CatalanAnalyzer(none)),
            List.of(new SoraniAnalyzer(), new SoraniAnalyzer(none)),
            List.of(new CzechAnalyzer(), new CzechAnalyzer(none)),
            List.of(new DanishAnalyzer(), new DanishAnalyzer(none)),
            List.of(new GermanAnalyzer(), new GermanAnalyzer(none)),
            List.of(new GreekAnalyzer(), new GreekAnalyzer(none)),
            List.of(new EnglishAnalyzer(), new EnglishAnalyzer(none)),
            List.of(new SpanishAnalyzer(), new SpanishAnalyzer(none)),
            List.of(new EstonianAnalyzer(), new EstonianAnalyzer(none)),
            List.of(new BasqueAnalyzer(), new BasqueAnalyzer(none)),
            List.of(new PersianAnalyzer(), new PersianAnalyzer(none)),
            List.of(new FinnishAnalyzer(), new FinnishAnalyzer(none)),
            List.of(new FrenchAnalyzer(), new FrenchAnalyzer(none)),
            List.of(new IrishAnalyzer(), new IrishAnalyzer(none)),
            List.of(new GalicianAnalyzer(), new GalicianAnalyzer(none)),
            List.of(new HindiAnalyzer(), new HindiAnalyzer(none)),
            List.of(new HungarianAnalyzer(), new HungarianAnalyzer(none)),
            List.of(new ArmenianAnalyzer(), new ArmenianAnalyzer(none)),
            List.of(new IndonesianAnalyzer(), new IndonesianAnalyzer(none)),
            List.of(new ItalianAnalyzer(), new ItalianAnalyzer(none)),
            List.of(new LithuanianAnalyzer(), new LithuanianAnalyzer(none)),
            List.of(new LatvianAnalyzer(), new LatvianAnalyzer(none)),
            List.of(new NepaliAnalyzer(), new NepaliAnalyzer(none)),
            List.of(new DutchAnalyzer(), new DutchAnalyzer(none)),
            List.of(new NorwegianAnalyzer(), new NorwegianAnalyzer(none)),
            List.of(new PortugueseAnalyzer(), new PortugueseAnalyzer(none)),
            List.of(new RomanianAnalyzer(), new RomanianAnalyzer(none)),
            List.of(new RussianAnalyzer(), new RussianAnalyzer(none)),
            List.of(new SerbianAnalyzer(), new SerbianAnalyzer(none)),
            List.of(new SwedishAnalyzer(), new SwedishAnalyzer(none)),
            List.of(new TamilAnalyzer(), new TamilAnalyzer(none)),
            List.of(new TeluguAnalyzer(), new TeluguAnalyzer(none)),
            List.of(new ThaiAnalyzer(), new ThaiAnalyzer(none)),
            List.of(new TurkishAnalyzer(), new TurkishAnalyzer(none)))) {
      assertNotEquals(
          pair.getFirst().getClass().getName(), probe(pair.getFirst()), probe(pair.getLast()));
    }
  }

  /** Indexes have it stored. */
  public void testTheProbeNeverChanges() throws IOException {
    assertEquals("94f8f8ab20fa5a8", probe(new StandardAnalyzer()));
  }
}
