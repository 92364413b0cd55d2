// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/** Near-duplicates are dropped, and only what Lucene would have accepted. */
public class TestDropping extends CollapseTestCase {
  public void testDropsNearDuplicates() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      writer.updateDocument(document("1", TEXT));
      Outcome.Dropped dropped = (Outcome.Dropped) writer.updateDocument(document("2", NEAR));
      assertEquals("1", dropped.representative());
      assertFalse(dropped.replaced());
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  public void testWhatLuceneRefusesIsNotReportedAsDropped() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      Document first = document("1", TEXT);
      first.add(new NumericDocValuesField("year", 2024));
      writer.updateDocument(first);
      writer.updateDocument(document("2", FAR));
      String immense = "x".repeat(40_000);
      for (IndexableField field :
          List.of(
              new StringField("site", immense, Field.Store.NO),
              new KeywordField("site", new BytesRef(immense), Field.Store.NO),
              new SortedDocValuesField("site", new BytesRef(immense)),
              new StringField("year", "2024", Field.Store.NO),
              new LongField("year", 2024, Field.Store.NO))) {
        Document refused = document("2", NEAR);
        refused.add(field);
        expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(refused));
      }
      assertEquals(Set.of("1", "2"), read(writer).keySet());
      assertEquals(FAR, read(writer).get("2").text());
      assertTrue(writer.updateDocument(document("3", NEAR)) instanceof Outcome.Dropped);
      String longText = text(words("long", 10_000));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("4", longText)));
      assertTrue(writer.updateDocument(document("5", longText)) instanceof Outcome.Dropped);
      Document read = document("6", NEAR);
      read.add(new TextField("title", new StringReader("a title")));
      assertTrue(writer.updateDocument(read) instanceof Outcome.Dropped);
      Document kept = document("7", text(words("d", 100)));
      kept.add(new TextField("title", new StringReader("a title")));
      writer.updateDocument(kept);
      assertEquals(Set.of("1", "2", "4", "7"), read(writer).keySet());
      try (DirectoryReader reader = writer.openReader()) {
        assertEquals(1, new IndexSearcher(reader).count(new TermQuery(new Term("title", "title"))));
      }
      writer.commit();
      assertEquals(
          List.of(),
          IndexCheck.check(
                  directory,
                  CONFIG.withVariants(Variants.DROP),
                  new WhitespaceAnalyzer(),
                  IndexCheck.ALL_TEXTS)
              .violations());
    }
  }

  private static CollapsingIndexWriter dropping(Directory directory, Analyzer analyzer)
      throws IOException {
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(analyzer).setCodec(writerConfig().getCodec());
    return CollapsingIndexWriter.open(directory, CONFIG.withVariants(Variants.DROP), writerConfig);
  }

  public void testATextWithATermTooLongIsNotReportedAsDropped() throws IOException {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(
                new WhitespaceTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 100_000));
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = dropping(directory, analyzer)) {
      writer.updateDocument(document("1", TEXT));
      String longWord = TEXT + " " + "x".repeat(40_000);
      for (int i = 0; i < 2; i++) {
        expectThrows(
            IllegalArgumentException.class, () -> writer.updateDocument(document("2", longWord)));
      }
      String notTooLong = TEXT + " " + "x".repeat(32_000);
      assertTrue(writer.updateDocument(document("2", notTooLong)) instanceof Outcome.Dropped);
    }
  }

  /** Whatever Lucene looks at in each token. */
  public void testATextWithTokensOutOfOrderIsNotReportedAsDropped() throws IOException {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer words = new WhitespaceTokenizer();
            return new TokenStreamComponents(words, new DisorderlyFilter(words));
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = dropping(directory, analyzer)) {
      writer.updateDocument(document("1", TEXT));
      assertTrue(writer.updateDocument(document("2", NEAR)) instanceof Outcome.Dropped);
      for (String text : List.of("same " + TEXT, TEXT + " far", TEXT + " back", "far " + TEXT)) {
        expectThrows(
            IllegalArgumentException.class, () -> writer.updateDocument(document("2", text)));
      }
      assertTrue(writer.updateDocument(document("2", TEXT + " same")) instanceof Outcome.Dropped);
    }
  }

  /** Some words are where no token may be. */
  private static final class DisorderlyFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute place = addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);

    DisorderlyFilter(TokenStream words) {
      super(words);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      switch (term.toString()) {
        case "same" -> place.setPositionIncrement(0);
        case "far" -> place.setPositionIncrement(Integer.MAX_VALUE);
        case "back" -> offset.setOffset(0, 4);
        default -> {}
      }
      return true;
    }
  }

  public void testDroppingAnUpdateDeletesTheOldVersion() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", FAR));
      assertTrue(((Outcome.Dropped) writer.updateDocument(document("2", NEAR))).replaced());
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  public void testTheLastTakesOverAndTheFirstIsDropped() throws IOException {
    CollapseConfig config = CONFIG.withPreference(Preference.LAST).withVariants(Variants.DROP);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(document("1", TEXT));
      assertTrue(writer.updateDocument(document("2", NEAR)) instanceof Outcome.TookOver);
      assertEquals(Set.of("2"), read(writer).keySet());
      assertTrue(writer.updateDocument(document("3", TEXT)) instanceof Outcome.TookOver);
      assertEquals(Set.of("3"), read(writer).keySet());
    }
  }
}
