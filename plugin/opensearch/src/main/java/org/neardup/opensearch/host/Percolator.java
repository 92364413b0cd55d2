// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;

/**
 * A percolator stores queries, and runs them on documents that are in no shard. It has its queries
 * parsed without a searcher, and with fields that must be there, which tells it from the filters of
 * aliases.
 */
public final class Percolator {
  private static final String NO_FIELD = "neardup, a name that no mapping has";

  private Percolator() {}

  /** Whether a query is parsed to be stored. */
  public static boolean isStoring(QueryShardContext context) {
    return context.searcher() == null && !allowsUnmappedFields(context);
  }

  private static boolean allowsUnmappedFields(QueryShardContext context) {
    try {
      return context.fieldMapper(NO_FIELD) == null;
    } catch (QueryShardException e) {
      return false;
    }
  }
}
