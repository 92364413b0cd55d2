// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.MultiFieldQueryParser;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;

/** From strings to queries, or to a message. */
public class TestQuerySyntax extends LuceneTestCase {
  private static final String TEXT = "the old wharf burnt down last night";

  private TextSketcher sketcher;
  private QueryParser parser;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    sketcher = CollapseConfig.defaults().textSketcher(new WhitespaceAnalyzer());
    parser =
        new NearDuplicateQueryParser(
            Map.of("title", 2f, "text", 1f),
            new WhitespaceAnalyzer(),
            Map.of(
                "neardup",
                NearDuplicateExtension.ofDocument("id", 0.8),
                "neartext",
                NearDuplicateExtension.ofText(sketcher, "harbour", 0.75)));
  }

  private static Query like(String id, double minimum) {
    return NearDuplicateQuery.ofDocument(new Term("id", id), minimum);
  }

  private Query likeText(String text, double minimum) throws IOException {
    return NearDuplicateQuery.ofText(sketcher, text, "harbour", minimum);
  }

  public void testDocuments() throws ParseException {
    assertEquals(like("42", 0.8), parser.parse("neardup:42"));
    assertEquals(like("42", 0.8), parser.parse("neardup:\"42\""));
    assertEquals(like("42", 0.7), parser.parse("neardup:\"42 0.7\""));
    assertEquals(like("42", 0.7), parser.parse("neardup:\" 42   .7 \""));
    assertEquals(like("42", 1), parser.parse("neardup:\"42 1.0\""));
    assertEquals(like("42", 1), parser.parse("neardup:\"42 1\""));
    assertEquals(like("42", 0.5), parser.parse("neardup:\"42 5e-1\""));
    assertEquals(like("page 42", 0.8), parser.parse("neardup:\"page 42 .8\""));
    assertEquals(like("page 42a", 0.8), parser.parse("neardup:\"page 42a\""));
    assertEquals(like("page 42", 0.5), parser.parse("neardup:\"page 42 0.5\""));
    assertEquals(like("v 0.5", 0.9), parser.parse("neardup:\"v 0.5 0.9\""));
    assertEquals(like("0.5", 0.8), parser.parse("neardup:0.5"));
    assertEquals(like("a/b-1.2.html", 0.8), parser.parse("neardup:\"a/b-1.2.html\""));
    assertEquals(like("say \"x\"", 0.8), parser.parse("neardup:\"say \\\"x\\\"\""));
  }

  public void testTexts() throws ParseException, IOException {
    assertEquals(likeText(TEXT, 0.75), parser.parse("neartext:\"" + TEXT + "\""));
    assertEquals(likeText(TEXT, 0.5), parser.parse("neartext:\"" + TEXT + " .5\""));
    for (String last : List.of("10.5", "2", "0", "NaN")) {
      String text = TEXT + " " + last;
      assertEquals(likeText(text, 0.75), parser.parse("neartext:\"" + text + "\""));
    }
  }

  public void testAmongOtherQueries() throws ParseException {
    assertEquals(
        new BooleanQuery.Builder()
            .add(like("42", 0.7), Occur.MUST)
            .add(new TermQuery(new Term("title", "foo")), Occur.MUST)
            .build(),
        parser.parse("neardup:\"42 0.7\" AND title:foo"));
    assertEquals(new BoostQuery(like("42", 0.8), 3), parser.parse("neardup:42^3"));
    assertEquals(new TermQuery(new Term("other", "42")), parser.parse("other:42"));
  }

  /** What has no meaning for it must not be looked for in a field that no document has. */
  public void testWhatItDoesNotTakeIsRefused() {
    for (String query :
        List.of(
            "neardup:4*",
            "neardup:*",
            "neardup:4?2",
            "neardup:42~",
            "neardup:42~1",
            "neardup:/4./",
            "neardup:[41 TO 42]",
            "neardup:{* TO 42}",
            "neardup:\"42 0.7\"~2",
            "text:a OR (b AND neartext:wharf~)")) {
      assertMistake(
          query,
          (query.contains("neartext") ? "neartext" : "neardup")
              + ": takes one word, or several in quotes, but no wildcard, range, ~ or regular"
              + " expression");
    }
  }

  public void testOtherFieldsAreParsedAsLuceneDoes() throws ParseException {
    QueryParser lucene =
        new MultiFieldQueryParser(
            new String[] {"text", "title"},
            new WhitespaceAnalyzer(),
            Map.of("title", 2f, "text", 1f));
    for (String query :
        List.of(
            "a",
            "a b AND \"c d\"",
            "\"c d\"~3",
            "title:\"c d\"~3",
            "a* OR b?c OR d~ OR /e./ OR [f TO g]",
            "text:a* OR text:b?c OR text:d~ OR text:/e./ OR text:{f TO *} OR *:*")) {
      assertEquals(lucene.parse(query), parser.parse(query));
    }
  }

  public void testMistakes() {
    assertMistake(
        "neardup:\"42 1.5\"", "minimum resemblance must be above 0 and at most 1, got 1.5");
    for (String number : List.of("0", "2", "-1", "+2.5", "1e3", "NaN", "-Infinity")) {
      assertMistake(
          "neardup:\"n5 " + number + "\"",
          "minimum resemblance must be above 0 and at most 1, got " + Double.valueOf(number));
    }
    assertMistake(
        "neartext:\"a text 0.0\"", "minimum resemblance must be above 0 and at most 1, got 0.0");
    assertMistake("neardup:\" \"", "expected an id, got nothing");
    assertMistake("neartext:\"\"", "expected a text, got nothing");
  }

  private void assertMistake(String query, String message) {
    assertEquals(
        "Cannot parse '" + query + "': " + message,
        expectThrows(ParseException.class, () -> parser.parse(query)).getMessage());
  }
}
