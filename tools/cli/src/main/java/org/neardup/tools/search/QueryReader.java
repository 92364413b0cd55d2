// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParserBase;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/**
 * Reads queries in Lucene's classic syntax, and searches what does not parse as words. Words
 * without a field are looked for in the title and the text fields of the index; {@code neardup:"ID
 * R"} is what resembles a document. For one query.
 */
final class QueryReader {
  static final String SYNTAX =
      "operators are \"two words\", this AND NOT that, (this OR that), title:word, wor*, wor? and"
          + " /w.*d/; \\ before a sign makes it a letter";

  private static final Pattern OPERATORS = Pattern.compile("\\b(?:AND|OR|NOT)\\b");

  private final NeardupIndex index;
  private final Map<String, Float> boosts = new HashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * A query as it was understood.
   *
   * @param notes what a person should know of that; none if there is nothing to tell
   */
  record Read(Query query, List<String> notes) {}

  private QueryReader(NeardupIndex index) {
    this.index = index;
    index.words().forEach(field -> boosts.put(field, 1f));
    index.config().textFields().forEach(field -> boosts.put(field, 1f));
    boosts.put(Fields.TITLE, 2f);
  }

  /**
   * Reads a query.
   *
   * @param name what messages call it
   * @throws ToolException if there is nothing in it to look for
   */
  static Read query(NeardupIndex index, String name, String text) {
    QueryReader reader = new QueryReader(index);
    return reader.read(reader.query(name, text));
  }

  /**
   * Reads a filter, of which every sign counts.
   *
   * @param name what messages call it
   * @throws ToolException if it cannot be understood, or names a field that no document has
   */
  static Read filter(NeardupIndex index, String name, String text) {
    QueryReader reader = new QueryReader(index);
    try {
      Query query = reader.parsed(text, false);
      NamedFields fields = NamedFields.of(index.all());
      reader.unknown(query).forEach(field -> fields.require(name, field));
      return reader.read(query);
    } catch (ParseException e) {
      throw mistake(
          name + " must be a query such as version:9.12.3, got " + shown(text) + "; " + SYNTAX);
    }
  }

  private Read read(Query query) {
    if (query instanceof BooleanQuery all
        && all.clauses().stream().allMatch(BooleanClause::isProhibited)) {
      notes.add(
          all.clauses().isEmpty()
              ? "there is no word to look for"
              : "NOT alone finds nothing; *:* AND NOT word finds all documents without it");
    }
    return new Read(query, List.copyOf(notes));
  }

  private static String shown(String text) {
    return text.isBlank() ? "none" : text;
  }

  private static ToolException mistake(String message) {
    return new ToolException(ExitCode.USAGE, message);
  }

  private Query query(String name, String text) {
    String escaped = withPlainSlashes(text);
    try {
      Query query = parsed(escaped, true);
      List<String> unknown = unknown(query);
      if (!unknown.isEmpty()) {
        String known = NamedFields.of(index.all()).shown();
        return words(name, text, "no field is " + unknown.getFirst() + ", only " + known + "; ");
      } else if (!escaped.equals(text)) {
        notes.add("/ in a word was searched as it stands; " + SYNTAX);
      }
      return query;
    } catch (ParseException e) {
      return words(name, text, "");
    }
  }

  /** The text with a backslash before each / that stands in a word, as in AC/DC. */
  private static String withPlainSlashes(String text) {
    StringBuilder escaped = new StringBuilder();
    char open = 0; // what ends a phrase or a regular expression
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        escaped.append(c).append(text.charAt(++i));
        continue;
      } else if (c == '/' && open == 0 && i > 0 && Character.isLetterOrDigit(text.charAt(i - 1))) {
        escaped.append('\\');
      } else if (c == open) {
        open = 0;
      } else if (open == 0 && (c == '"' || c == '/')) {
        open = c;
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  /**
   * All words of a text, whatever stands between them.
   *
   * @param why it is not searched as it is written; empty if it does not parse
   */
  private Query words(String name, String text, String why) {
    notes.clear();
    notes.add("searched as words: " + why + SYNTAX);
    String words = OPERATORS.matcher(QueryParserBase.escape(text)).replaceAll("\\\\$0");
    Query query = null;
    try {
      query = parsed(words, true);
    } catch (ParseException e) {
      assert e != null; // there are no words
    }
    if (query == null || (query instanceof BooleanQuery all && all.clauses().isEmpty())) {
      throw mistake(name + " must have a word to look for, got " + shown(text));
    }
    return query;
  }

  /**
   * Parses a query.
   *
   * @param isLenient whether a question mark may end a sentence
   * @throws ParseException with a message that is not for people
   */
  private Query parsed(String text, boolean isLenient) throws ParseException {
    try {
      return new NotingQueryParser(index, boosts, isLenient, notes::add).parse(text);
    } catch (ParseException e) {
      if (e.getCause() instanceof IndexSearcher.TooManyClauses) {
        throw mistake(QueryWords.tooMany(null));
      }
      throw e;
    } catch (TooComplexToDeterminizeException e) {
      throw mistake(Search.TOO_COMPLEX);
    } catch (IllegalArgumentException e) { // a regular expression is none
      throw (ParseException) new ParseException(e.getMessage()).initCause(e);
    }
  }

  /** The fields that a query names and no document has. */
  private List<String> unknown(Query query) {
    NamedFields fields = NamedFields.of(index.all());
    return QueryWords.fields(query).stream()
        .filter(field -> !boosts.containsKey(field) && fields.problem("", field) != null)
        .toList();
  }
}
