// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParseException;
import org.opensearch.core.xcontent.XContentParser;

/** What the queries of this package have in common as JSON. */
final class QueryParsers {
  private static final ParseField IGNORE_UNMAPPED = new ParseField("ignore_unmapped");

  private QueryParsers() {}

  /** The next argument: whether indices without the field pass, as in OpenSearch's queries. */
  static void declareIgnoreUnmapped(ConstructingObjectParser<?, ?> of) {
    of.declareBoolean(optionalConstructorArg(), IGNORE_UNMAPPED);
  }

  static void writeIgnoreUnmapped(boolean isIgnored, XContentBuilder to) throws IOException {
    if (isIgnored) {
      to.field(IGNORE_UNMAPPED.getPreferredName(), true);
    }
  }

  /**
   * Reads a query.
   *
   * @throws ParsingException that itself says what is wrong: a parser's own exception says only
   *     where, and its cause the rest
   */
  static <T, C> T parse(ConstructingObjectParser<T, C> of, XContentParser from, C context)
      throws IOException {
    XContentLocation start = from.getTokenLocation();
    try {
      return of.parse(from, context);
    } catch (XContentParseException e) {
      Throwable cause = e;
      while (cause.getCause() != null && !(cause instanceof ParsingException)) {
        cause = cause.getCause();
      }
      throw new ParsingException(start, cause.getMessage(), e);
    }
  }
}
