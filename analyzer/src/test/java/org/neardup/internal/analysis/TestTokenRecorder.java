// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.AnyTokenFilter;
import org.neardup.analysis.ReplayAnalyzers;
import org.neardup.analysis.ShingleHashAttribute;
import org.neardup.analysis.ShingleHashFilter;
import org.neardup.analysis.Shingling;
import org.neardup.analysis.ShinglingModel;

public class TestTokenRecorder extends LuceneTestCase {

  private record Token(
      BytesRef term,
      int increment,
      int length,
      int start,
      int end,
      String type,
      int frequency,
      int flags,
      boolean keyword,
      BytesRef payload) {

    static Token of(TokenStream stream, boolean inText) {
      BytesRef payload = stream.addAttribute(PayloadAttribute.class).getPayload();
      return new Token(
          inText
              ? BytesRef.deepCopyOf(
                  stream.getAttribute(TermToBytesRefAttribute.class).getBytesRef())
              : null,
          stream.addAttribute(PositionIncrementAttribute.class).getPositionIncrement(),
          stream.addAttribute(PositionLengthAttribute.class).getPositionLength(),
          stream.addAttribute(OffsetAttribute.class).startOffset(),
          stream.addAttribute(OffsetAttribute.class).endOffset(),
          stream.addAttribute(TypeAttribute.class).type(),
          stream.addAttribute(TermFrequencyAttribute.class).getTermFrequency(),
          stream.addAttribute(FlagsAttribute.class).getFlags(),
          stream.addAttribute(KeywordAttribute.class).isKeyword(),
          payload == null ? null : BytesRef.deepCopyOf(payload));
    }
  }

  /** All tokens, then the final state. */
  private static List<Token> tokens(TokenStream stream) throws IOException {
    List<Token> tokens = new ArrayList<>();
    try (stream) {
      Token.of(stream, false); // so that it has all attributes from the start
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(Token.of(stream, true));
      }
      stream.end();
      tokens.add(Token.of(stream, false));
    }
    return tokens;
  }

  public void testReplayGivesEachAttributeOfEachToken() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    TokenStream reused = null;
    for (int i = 0; i < atLeast(200); i++) {
      try (Analyzer analyzer = ReplayAnalyzers.any(random(), true)) {
        String text = TestUtil.randomAnalysisString(random(), 200, random().nextBoolean());
        TokenStream stock = analyzer.tokenStream("f", text);
        stock.addAttribute(TermToBytesRefAttribute.class);
        List<Token> expected = tokens(stock);
        assertEquals(expected, tokens(recorder.tee(analyzer.tokenStream("f", text))));
        PackedTokens packed = recorder.take().orElseThrow();
        assertEquals(expected, tokens(packed.replay()));
        reused = packed.replay(reused);
        assertEquals(expected, tokens(reused));
        assertEquals("a second time", expected, tokens(reused));
      }
    }
  }

  public void testRecordingsDoNotShareBytes() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    Analyzer analyzer = new WhitespaceAnalyzer();
    PackedTokens first = record(recorder, analyzer, "one two");
    List<Token> expected = tokens(analyzer.tokenStream("f", "one two"));
    record(recorder, analyzer, "three four");
    assertEquals(expected, tokens(first.replay()));
  }

  private static PackedTokens record(TokenRecorder recorder, Analyzer analyzer, String text)
      throws IOException {
    tokens(recorder.tee(analyzer.tokenStream("f", text)));
    return recorder.take().orElseThrow();
  }

  public void testPlainWordsTakeTwoBytesMoreThanTheirLetters() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    Analyzer analyzer = new WhitespaceAnalyzer();
    assertEquals(5 + 8, record(recorder, analyzer, "a bb cc").sizeInBytes() + 2);
    assertEquals(0, record(recorder, analyzer, " ").sizeInBytes());
  }

  public void testElementsAreThoseWithoutRecording() throws IOException {
    for (int i = 0; i < atLeast(100); i++) {
      Shingling shingling = ShinglingModel.random(random(), Shingling.Unit.WORD);
      try (Analyzer analyzer = ReplayAnalyzers.any(random(), true)) {
        ElementExtractor plain = new ElementExtractor(analyzer, shingling);
        ElementExtractor recording = new ElementExtractor(analyzer, shingling);
        for (int values = random().nextInt(3); values >= 0; values--) {
          String text = TestUtil.randomAnalysisString(random(), 100, true);
          plain.add("f", text);
          IndexableField field = new TextField("f", text, Field.Store.NO);
          assertTrue(recording.addReplayable(field) instanceof ReplayedField);
        }
        assertArrayEquals(elements(plain), elements(recording));
        assertEquals(plain.textHash(), recording.textHash());
      }
    }
  }

  private static long[] elements(ElementExtractor extractor) {
    return Arrays.copyOf(extractor.elements(), extractor.count());
  }

  public void testOtherAttributesAreNotPacked() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    Shingling shingling = Shingling.words(2);
    try (Analyzer analyzer = ReplayAnalyzers.of(t -> new ShingleHashFilter(t, shingling))) {
      List<Token> expected = tokens(analyzer.tokenStream("f", "one two three"));
      assertEquals(3, expected.size());
      assertEquals(expected, tokens(recorder.tee(analyzer.tokenStream("f", "one two three"))));
      assertTrue(recorder.take().isEmpty());

      IndexableField field = new TextField("f", "one two three", Field.Store.NO);
      ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(1));
      assertSame(field, extractor.addReplayable(field));
      assertEquals(2, extractor.count());
    }
  }

  public void testAttributesAddedLateAreNotPacked() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    try (Analyzer analyzer = ReplayAnalyzers.of(LateFilter::new)) {
      tokens(recorder.tee(analyzer.tokenStream("f", "one two")));
      assertTrue(recorder.take().isEmpty());
    }
  }

  private static final class LateFilter extends TokenFilter {
    LateFilter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean more = input.incrementToken();
      addAttribute(ShingleHashAttribute.class);
      return more;
    }
  }

  public void testGivesUpAtItsLimit() throws IOException {
    TokenRecorder recorder = new TokenRecorder(2000);
    Analyzer analyzer = new WhitespaceAnalyzer();
    for (String text : List.of("word ".repeat(1000), "é".repeat(200) + " word".repeat(500))) {
      assertEquals(
          tokens(analyzer.tokenStream("f", text)),
          tokens(recorder.tee(analyzer.tokenStream("f", text))));
      assertTrue(recorder.take().isEmpty());
    }
    assertEquals(12, record(recorder, analyzer, "word word").sizeInBytes());
  }

  public void testGoesOnAfterAnAnalyzerFails() throws IOException {
    try (Analyzer analyzer = failing()) {
      ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(1));
      IndexableField bad = new TextField("f", "one two fail three", Field.Store.NO);
      IndexableField good = new TextField("f", "four five", Field.Store.NO);
      for (int i = 0; i < 3; i++) {
        extractor.reset();
        assertEquals(
            "fail",
            expectThrows(IOException.class, () -> extractor.addReplayable(bad)).getMessage());
        extractor.reset();
        IndexableField replayed = extractor.addReplayable(good);
        assertEquals(2, extractor.count());
        assertEquals(
            tokens(analyzer.tokenStream("f", "four five")),
            tokens(replayed.tokenStream(null, null)));
      }
    }
  }

  private static Analyzer failing() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer tokenizer = new WhitespaceTokenizer();
        return new TokenStreamComponents(tokenizer, new FailingFilter(tokenizer));
      }
    };
  }

  private static final class FailingFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    FailingFilter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean more = input.incrementToken();
      if (more && term.toString().equals("fail")) {
        throw new IOException("fail");
      }
      return more;
    }
  }

  public void testNothingToTakeBeforeTheEnd() throws IOException {
    TokenRecorder recorder = new TokenRecorder();
    expectThrows(IllegalStateException.class, recorder::take);
    Analyzer analyzer = new WhitespaceAnalyzer();
    try (TokenStream stream = recorder.tee(analyzer.tokenStream("f", "one"))) {
      stream.reset();
      assertTrue(stream.incrementToken());
      IllegalStateException e = expectThrows(IllegalStateException.class, recorder::take);
      assertEquals(
          "a stream must be consumed and ended before its tokens are taken", e.getMessage());
    }
    record(recorder, analyzer, "one");
    expectThrows(IllegalStateException.class, recorder::take); // taken already
  }

  public void testReplayMustBeReset() throws IOException {
    PackedTokens packed = record(new TokenRecorder(), new WhitespaceAnalyzer(), "one two");
    TokenStream stream = packed.replay();
    expectThrows(IllegalStateException.class, stream::incrementToken);
    expectThrows(IllegalStateException.class, stream::end);
    stream.reset();
    assertTrue(stream.incrementToken());
    assertTrue(stream.incrementToken());
    assertFalse(stream.incrementToken());
    assertFalse(stream.incrementToken());
    stream.reset(); // begins again
    assertEquals(3, tokens(stream).size());
    expectThrows(IllegalStateException.class, stream::incrementToken);
  }

  public void testReplayedStateIsKept() throws IOException {
    try (Analyzer analyzer = ReplayAnalyzers.of(t -> new AnyTokenFilter(t, 7, true))) {
      PackedTokens packed = record(new TokenRecorder(), analyzer, "one two three four");
      TokenStream stream = packed.replay();
      stream.reset();
      assertTrue(stream.incrementToken());
      assertTrue(stream.incrementToken());
      Token second = Token.of(stream, true);
      var state = stream.captureState();
      String reflected = stream.reflectAsString(true);
      assertTrue(stream.incrementToken());
      assertNotEquals(second, Token.of(stream, true));
      stream.restoreState(state);
      assertEquals(second, Token.of(stream, true));
      assertEquals(reflected, stream.reflectAsString(true));
    }
  }
}
