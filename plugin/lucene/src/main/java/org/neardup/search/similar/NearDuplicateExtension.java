// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.ext.ExtensionQuery;
import org.apache.lucene.queryparser.ext.ParserExtension;
import org.apache.lucene.search.Query;
import org.neardup.compare.TextSketcher;

/**
 * {@link NearDuplicateQuery} in the syntax of Lucene's classic query parser; {@link
 * NearDuplicateQueryParser} shows how to add it. With {@code neardup} for documents and {@code
 * neartext} for texts:
 *
 * <pre>
 *   neardup:42                          what resembles document 42, and itself
 *   neardup:"42 0.7"                    the same, with an estimated resemblance of at least .7
 *   neartext:"the old wharf burnt …"    what resembles this text
 *   neartext:"the old wharf burnt … .5"
 * </pre>
 *
 * <p>Of several words the last one is the minimum if it looks like one; all before it is the id, or
 * the text. After an id any number does ({@code 0.7}, {@code .7}, {@code 1}, and {@code 2} or
 * {@code NaN}, which are refused); after a text, which may well end with a number, 0 or 1 or
 * nothing, a decimal point, and digits. An id or text that itself ends so has to be followed by a
 * minimum. An unknown id matches nothing.
 *
 * <p>For documents: for any number of threads. For texts: for one.
 */
public final class NearDuplicateExtension extends ParserExtension {
  private static final Pattern AFTER_ID =
      lastWord("[+-]?(?:NaN|Infinity|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)");
  private static final Pattern AFTER_TEXT = lastWord("[01]?\\.[0-9]+");

  private static Pattern lastWord(String form) {
    return Pattern.compile("(.*\\S)\\s+(" + form + ")", Pattern.DOTALL);
  }

  /** Makes the query. */
  @FunctionalInterface
  private interface Maker {
    Query make(String idOrText, double minimum) throws IOException;
  }

  private final String subject;
  private final Pattern withMinimum;
  private final Maker maker;
  private final double minimum;

  private NearDuplicateExtension(String subject, Pattern withMinimum, Maker maker, double minimum) {
    this.subject = subject;
    this.withMinimum = withMinimum;
    this.maker = maker;
    this.minimum = NearDuplicateQuery.checkMinimum(minimum);
  }

  /**
   * Looks for what resembles a document of the index.
   *
   * @param idField the indexed field of the id
   * @param minimum where none is given, above 0 and at most 1
   */
  public static NearDuplicateExtension ofDocument(String idField, double minimum) {
    return new NearDuplicateExtension(
        "an id",
        AFTER_ID,
        (id, least) -> NearDuplicateQuery.ofDocument(new Term(idField, id), least),
        minimum);
  }

  /**
   * Looks for what resembles a text.
   *
   * @param sketcher the index's
   * @param scope the name of the scope in which to look, null if there is none
   * @param minimum where none is given, above 0 and at most 1
   */
  public static NearDuplicateExtension ofText(TextSketcher sketcher, String scope, double minimum) {
    return new NearDuplicateExtension(
        "a text",
        AFTER_TEXT,
        (text, least) -> NearDuplicateQuery.ofText(sketcher, text, scope, least),
        minimum);
  }

  @Override
  public Query parse(ExtensionQuery query) throws ParseException {
    String value = query.rawQueryString().strip();
    if (value.isEmpty()) {
      throw new ParseException("expected " + subject + ", got nothing");
    }
    Matcher matcher = withMinimum.matcher(value);
    try {
      return matcher.matches()
          ? maker.make(matcher.group(1), Double.parseDouble(matcher.group(2)))
          : maker.make(value, minimum);
    } catch (IOException | IllegalArgumentException e) {
      throw (ParseException) new ParseException(e.getMessage()).initCause(e);
    }
  }
}
