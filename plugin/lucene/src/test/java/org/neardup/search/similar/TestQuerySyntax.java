// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

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

/** From strings to queries, or to a message. */
public class TestQuerySyntax extends LuceneTestCase {
  private QueryParser parser;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    NearDuplicateExtension ofDocument = NearDuplicateExtension.ofDocument("id", 0.8);
    parser =
        new NearDuplicateQueryParser(
            Map.of("title", 2f, "text", 1f),
            new WhitespaceAnalyzer(),
            Map.of("neardup", ofDocument));
  }

  private void assertParsed(Query expected, String query) throws Exception {
    assertEquals(expected, parser.parse(query));
  }

  private static Query like(String id, double minimum) {
    return NearDuplicateQuery.ofDocument(new Term("id", id), minimum);
  }

  public void testDocuments() throws Exception {
    assertParsed(like("42", 0.8), "neardup:42");
    assertParsed(like("42", 0.8), "neardup:\"42\"");
    assertParsed(like("42", 0.7), "neardup:\"42 0.7\"");
    assertParsed(like("42", 0.7), "neardup:\" 42   .7 \"");
    assertParsed(like("42", 1), "neardup:\"42 1.0\"");
    assertParsed(like("42", 1), "neardup:\"42 1\"");
    assertParsed(like("42", 0.5), "neardup:\"42 5e-1\"");
    assertParsed(like("page 42", 0.8), "neardup:\"page 42 .8\"");
    assertParsed(like("page 42a", 0.8), "neardup:\"page 42a\"");
    assertParsed(like("page 42", 0.5), "neardup:\"page 42 0.5\"");
    assertParsed(like("v 0.5", 0.9), "neardup:\"v 0.5 0.9\"");
    assertParsed(like("0.5", 0.8), "neardup:0.5");
    assertParsed(like("a/b-1.2.html", 0.8), "neardup:\"a/b-1.2.html\"");
    assertParsed(like("say \"x\"", 0.8), "neardup:\"say \\\"x\\\"\"");
    assertParsed(like("4*2?", 0.8), "neardup:4\\*2\\?");
    assertParsed(like("4*2?", 0.8), "neardup:\"4*2?\"");
  }

  public void testAmongOtherQueries() throws Exception {
    Query foo = new TermQuery(new Term("title", "foo"));
    assertParsed(
        new BooleanQuery.Builder().add(like("42", 0.7), Occur.MUST).add(foo, Occur.MUST).build(),
        "neardup:\"42 0.7\" AND title:foo");
    assertParsed(
        new BooleanQuery.Builder()
            .add(foo, Occur.MUST)
            .add(
                new BooleanQuery.Builder()
                    .add(new BoostQuery(like("41", 0.8), 2), Occur.SHOULD)
                    .add(like("42", 0.8), Occur.SHOULD)
                    .build(),
                Occur.MUST_NOT)
            .build(),
        "+title:foo -neardup:(41^2 42)");
    assertParsed(new BoostQuery(like("42", 0.8), 3), "neardup:42^3");
    assertParsed(new TermQuery(new Term("other", "42")), "other:42");
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
            "text:a OR (b AND neardup:wharf~)")) {
      assertMistake(query, "neardup: " + NearDuplicateQueryParser.REFUSAL);
    }
  }

  public void testOtherFieldsAreParsedAsLuceneDoes() throws Exception {
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
    assertMistake("neardup:\" \"", "expected an id, got nothing");
  }

  private void assertMistake(String query, String message) {
    assertEquals(
        "Cannot parse '" + query + "': " + message,
        expectThrows(ParseException.class, () -> parser.parse(query)).getMessage());
  }
}
