// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.internal.analysis.ReplayedField;

/** Texts that came shortly before are prepared as if they were analysed again. */
public class TestRecentTexts extends LuceneTestCase {
  private static final CollapseConfig CONFIG =
      CollapseConfig.defaults().withTextFields("title", "text").withScopeField("scope");
  private static final String[] WORDS = {"a", "bc", "def"};

  private int analysed;

  private final Analyzer analyzer =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          return new TokenStreamComponents(new MockTokenizer(MockTokenizer.WHITESPACE, true));
        }

        @Override
        protected Reader initReader(String field, Reader reader) {
          analysed++;
          return reader;
        }
      };

  private Preparer preparer(long maxBytes) throws IOException {
    return new Preparer(this, CONFIG, CONFIG.textSketcher(analyzer), new RecentTexts(maxBytes));
  }

  private static String anyText() {
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(4); i >= 0; i--) {
      text.append(WORDS[random().nextInt(WORDS.length)]).append(' ');
    }
    return text.toString();
  }

  private static Document anyDocument() {
    Document document = new Document();
    document.add(new StringField("id", "1", Store.YES));
    for (int i = random().nextInt(4); i > 0; i--) {
      String field = random().nextBoolean() ? "title" : "text";
      document.add(new TextField(field, anyText(), Store.NO));
    }
    if (random().nextBoolean()) {
      document.add(new StringField("scope", random().nextBoolean() ? "x" : "y", Store.NO));
    }
    if (rarely()) {
      document.add(new StoredField("text", anyText()));
    }
    return document;
  }

  private List<String> tokens(PreparedDocument prepared) throws IOException {
    List<String> tokens = new ArrayList<>();
    for (IndexableField field : prepared.document()) {
      if (ReplayedField.isReplayable(field) || field instanceof ReplayedField) {
        try (TokenStream stream = field.tokenStream(analyzer, null)) {
          stream.reset();
          while (stream.incrementToken()) {
            tokens.add(field.name() + " " + stream.reflectAsString(false));
          }
          stream.end();
          tokens.add("end " + stream.getAttribute(OffsetAttribute.class).endOffset());
        }
      }
    }
    return tokens;
  }

  public void testTheSameAsAnalysing() throws IOException {
    Preparer remembering = preparer(random().nextBoolean() ? 3000 : 1 << 20);
    Preparer forgetful = preparer(0);
    for (int i = 0; i < 3000; i++) {
      Document document = anyDocument();
      PreparedDocument remembered = remembering.prepare(document);
      PreparedDocument fresh = forgetful.prepare(document);
      assertArrayEquals(fresh.sketched().value(), remembered.sketched().value());
      assertEquals(fresh.sketched().scope(), remembered.sketched().scope());
      assertEquals(fresh.elementCount(), remembered.elementCount());
      assertEquals(tokens(fresh), tokens(remembered));
    }
  }

  private int analysedFor(Preparer preparer, Document document) throws IOException {
    int before = analysed;
    preparer.prepare(document);
    return analysed - before;
  }

  private static Document document(String title, String text) {
    Document document = new Document();
    document.add(new StringField("id", "1", Store.YES));
    document.add(new TextField("title", title, Store.YES));
    document.add(new TextField("text", text, Store.YES));
    return document;
  }

  public void testATextIsAnalysedOnceUntilOthersTakeItsRoom() throws IOException {
    Preparer preparer = preparer(1500);
    assertEquals(2, analysedFor(preparer, document("a", "b c")));
    assertEquals(0, analysedFor(preparer, document("a", "b c")));
    assertEquals(2, analysedFor(preparer, document("a b", "c"))); // the same words
    assertEquals(0, analysedFor(preparer, document("a", "b c")));
    assertEquals(2, analysedFor(preparer, document("d", "e")));
    assertEquals(2, analysedFor(preparer, document("f", "g")));
    assertEquals(0, analysedFor(preparer, document("a", "b c"))); // used after "a b"
    assertEquals(2, analysedFor(preparer, document("a b", "c")));
  }

  public void testTextsThatWouldTakeMostOfTheRoomAreNotKept() throws IOException {
    Preparer preparer = preparer(1500);
    assertEquals(2, analysedFor(preparer, document("a", "b c")));
    assertEquals(2, analysedFor(preparer, document("long", "x ".repeat(200))));
    assertEquals(2, analysedFor(preparer, document("long", "x ".repeat(200))));
    assertEquals(0, analysedFor(preparer, document("a", "b c")));
  }

  public void testNoneIsKeptAsLongAsHardlyAnyComesAgain() throws IOException {
    Preparer preparer = preparer(100_000); // room for some 200
    assertEquals("at first", 0, analysedAgain(preparer, "a", 1000));
    for (int i = 0; i < 1024; i++) {
      preparer.prepare(document("other", "text " + i));
    }
    assertEquals("none came again", 2 * 50, analysedAgain(preparer, "b", 50));
    for (int i = 0; i < 20; i++) {
      analysedAgain(preparer, "c" + i, 100);
    }
    assertEquals("many came again", 0, analysedAgain(preparer, "d", 100));
  }

  /** Of texts that came once, and the last 50 of them once more. */
  private int analysedAgain(Preparer preparer, String name, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      preparer.prepare(document(name, "text " + i));
    }
    int analysed = 0;
    for (int i = count - 50; i < count; i++) {
      analysed += analysedFor(preparer, document(name, "text " + i));
    }
    return analysed;
  }

  /** Its tokens need not be those of its text. */
  private static final class OwnField extends Field {
    OwnField(String name, String text) {
      super(name, text, TextField.TYPE_NOT_STORED);
    }
  }

  public void testFieldsOfOtherClassesAreAnalysedEachTime() throws IOException {
    Document document = new Document();
    document.add(new StringField("id", "1", Store.YES));
    document.add(new OwnField("text", "a b"));
    Preparer preparer = preparer(1 << 20);
    assertEquals(1, analysedFor(preparer, document));
    assertEquals(1, analysedFor(preparer, document));
  }
}
