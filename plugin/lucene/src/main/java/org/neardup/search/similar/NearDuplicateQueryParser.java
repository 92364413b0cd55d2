// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.queryparser.classic.MultiFieldQueryParser;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.ext.ExtensionQuery;
import org.apache.lucene.queryparser.ext.ParserExtension;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.automaton.RegExp;

/**
 * Lucene's classic query parser with extensions that are called as a field is, {@code name:word} or
 * {@code name:"some words"}. A field of the same name is out of reach.
 *
 * <pre>{@code
 * QueryParser parser =
 *     new NearDuplicateQueryParser(
 *         Map.of("title", 2f, "text", 1f),
 *         analyzer,
 *         Map.of("neardup", NearDuplicateExtension.ofDocument("id", 0.8)));
 * parser.parse("neardup:\"42 0.7\" AND title:foo");
 * }</pre>
 *
 * <p>Whatever else the syntax has for fields (wildcards, ranges, {@code ~}, regular expressions) is
 * refused with a {@link ParseException} for the name of an extension, and so is a regular
 * expression with counts such that Lucene would make over 100,000 states of it. For one thread.
 */
public class NearDuplicateQueryParser extends MultiFieldQueryParser {
  /** What is said of whatever else the syntax has for fields. */
  static final String REFUSAL =
      "takes one word, or several in quotes, but no wildcard, range, ~ or regular expression";

  private static final int MAX_STATES = 100_000; // take a tenth of a second

  private final Map<String, ParserExtension> extensions;

  /**
   * A parser of queries.
   *
   * @param boosts the fields in which words without a field are looked for, each with what a match
   *     there counts; at least one
   * @param extensions by the name that calls them
   */
  public NearDuplicateQueryParser(
      Map<String, Float> boosts, Analyzer analyzer, Map<String, ParserExtension> extensions) {
    super(boosts.keySet().stream().sorted().toArray(String[]::new), analyzer, boosts);
    this.extensions = Map.copyOf(extensions);
  }

  /** Null if a field is what it seems, or none is given. */
  private ParserExtension extension(String field) {
    return field == null ? null : extensions.get(field);
  }

  @Override
  protected Query getFieldQuery(String field, String text, boolean quoted) throws ParseException {
    ParserExtension extension = extension(field);
    return extension == null
        ? super.getFieldQuery(field, text, quoted)
        : extension.parse(new ExtensionQuery(this, field, text));
  }

  @Override
  protected Query getFieldQuery(String field, String text, int slop) throws ParseException {
    if (slop != getPhraseSlop()) {
      requireField(field);
    }
    return extension(field) == null
        ? super.getFieldQuery(field, text, slop)
        : getFieldQuery(field, text, true);
  }

  @Override
  protected Query getWildcardQuery(String field, String wildcard) throws ParseException {
    requireField(field);
    return super.getWildcardQuery(field, wildcard);
  }

  @Override
  protected Query getPrefixQuery(String field, String prefix) throws ParseException {
    requireField(field);
    return super.getPrefixQuery(field, prefix);
  }

  @Override
  protected Query getFuzzyQuery(String field, String text, float similarity) throws ParseException {
    requireField(field);
    return super.getFuzzyQuery(field, text, similarity);
  }

  @Override
  protected Query getRegexpQuery(String field, String expression) throws ParseException {
    requireField(field);
    if (states(new RegExp(expression)) > MAX_STATES) {
      throw new ParseException("a pattern must be simpler: too many states are needed to match it");
    }
    return super.getRegexpQuery(field, expression);
  }

  /** About how many states Lucene makes, before it looks whether they are too many. */
  private static double states(RegExp pattern) {
    double first = pattern.exp1 == null ? 0 : states(pattern.exp1);
    double second = pattern.exp2 == null ? 0 : states(pattern.exp2);
    return switch (pattern.kind) {
      case REGEXP_INTERSECTION -> first * second;
      case REGEXP_REPEAT_MIN -> first * (pattern.min + 1.0);
      case REGEXP_REPEAT_MINMAX -> first * pattern.max;
      case REGEXP_STRING -> pattern.s.length();
      default -> first + second + 1;
    };
  }

  @Override
  protected Query getRangeQuery(
      String field, String from, String to, boolean fromInclusive, boolean toInclusive)
      throws ParseException {
    requireField(field);
    return super.getRangeQuery(field, from, to, fromInclusive, toInclusive);
  }

  private void requireField(String field) throws ParseException {
    if (extension(field) != null) {
      throw new ParseException(field + ": " + REFUSAL);
    }
  }
}
