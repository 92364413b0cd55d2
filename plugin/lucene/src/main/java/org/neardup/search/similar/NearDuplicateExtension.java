// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.ext.ExtensionQuery;
import org.apache.lucene.queryparser.ext.ParserExtension;
import org.apache.lucene.search.Query;

/**
 * {@link NearDuplicateQuery} in the syntax of Lucene's classic query parser; {@link
 * NearDuplicateQueryParser} shows how to add it as {@code neardup}:
 *
 * <pre>
 *   neardup:42          what resembles document 42, and itself
 *   neardup:"42 0.7"    the same, with an estimated resemblance of at least .7
 * </pre>
 *
 * <p>Of several words the last one is the minimum if it is a number ({@code 0.7}, {@code .7},
 * {@code 1}, and {@code 2} or {@code NaN}, which are refused); all before it is the id. An id that
 * itself ends so has to be followed by a minimum. An unknown id matches nothing.
 *
 * <p>For any number of threads.
 */
public final class NearDuplicateExtension extends ParserExtension {
  private static final Pattern WITH_MINIMUM =
      Pattern.compile(
          "(.*\\S)\\s+([+-]?(?:NaN|Infinity|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?))",
          Pattern.DOTALL);

  private final String idField;
  private final double minimum;

  private NearDuplicateExtension(String idField, double minimum) {
    this.idField = idField;
    this.minimum = NearDuplicateQuery.checkMinimum(minimum);
  }

  /**
   * Looks for what resembles a document of the index.
   *
   * @param idField the indexed field of the id
   * @param minimum where none is given, above 0 and at most 1
   */
  public static NearDuplicateExtension ofDocument(String idField, double minimum) {
    return new NearDuplicateExtension(idField, minimum);
  }

  @Override
  public Query parse(ExtensionQuery query) throws ParseException {
    String value = query.rawQueryString().strip();
    if (value.isEmpty()) {
      throw new ParseException("expected an id, got nothing");
    }
    Matcher matcher = WITH_MINIMUM.matcher(value);
    boolean isGiven = matcher.matches();
    Term id = new Term(idField, isGiven ? matcher.group(1) : value);
    try {
      return NearDuplicateQuery.ofDocument(
          id, isGiven ? Double.parseDouble(matcher.group(2)) : minimum);
    } catch (IllegalArgumentException e) {
      throw (ParseException) new ParseException(e.getMessage()).initCause(e);
    }
  }
}
