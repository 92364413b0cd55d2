// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.xml.DOMUtils;
import org.apache.lucene.queryparser.xml.ParserException;
import org.apache.lucene.queryparser.xml.QueryBuilder;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.neardup.compare.TextSketcher;
import org.w3c.dom.Element;

/**
 * {@link NearDuplicateQuery} for Lucene's XML query parser, for {@code
 * parser.addQueryBuilder("NearDuplicateQuery", builder)}:
 *
 * <pre>{@code
 * <NearDuplicateQuery id="42" min="0.8"/>
 * <NearDuplicateQuery min="0.5" boost="2">The old wharf burnt …</NearDuplicateQuery>
 * }</pre>
 *
 * <p>There must be either an {@code id} or a text; {@code min} and {@code boost} may be left out.
 * For one thread at a time.
 */
public final class NearDuplicateQueryBuilder implements QueryBuilder {
  private final String idField;
  private final TextSketcher sketcher;
  private final String scope;
  private final double minimum;

  /**
   * Builds queries for one index.
   *
   * @param idField the indexed field of the id
   * @param sketcher the index's
   * @param scope the name of the scope in which to look for texts, null if there is none
   * @param minimum where none is given, above 0 and at most 1
   */
  public NearDuplicateQueryBuilder(
      String idField, TextSketcher sketcher, String scope, double minimum) {
    this.idField = idField;
    this.sketcher = sketcher;
    this.scope = scope;
    this.minimum = NearDuplicateQuery.checkMinimum(minimum);
  }

  @Override
  public Query getQuery(Element element) throws ParserException {
    try {
      Query query = query(element, minimum(element));
      float boost = DOMUtils.getAttribute(element, "boost", 1f);
      return boost == 1 ? query : new BoostQuery(query, boost);
    } catch (IOException | IllegalArgumentException e) {
      throw new ParserException(element.getTagName() + ": " + e.getMessage(), e);
    }
  }

  private Query query(Element element, double least) throws IOException {
    String id = element.getAttribute("id");
    String text = DOMUtils.getText(element).strip();
    if (id.isEmpty() == text.isEmpty()) {
      throw new IllegalArgumentException("expected either an id or a text");
    }
    return id.isEmpty()
        ? NearDuplicateQuery.ofText(sketcher, text, scope, least)
        : NearDuplicateQuery.ofDocument(new Term(idField, id), least);
  }

  private double minimum(Element element) {
    String least = element.getAttribute("min");
    try {
      return least.isEmpty() ? minimum : Double.parseDouble(least);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("min must be a number, got " + least, e);
    }
  }
}
