// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * {@code {"all_versions": {"of": QUERY}}}: matches what the other query does, and has the search
 * show all versions, whatever the index or the pipeline says.
 */
public final class AllVersionsQueryBuilder extends PartsQueryBuilder<AllVersionsQueryBuilder> {
  /** The query's name. */
  public static final String NAME = "all_versions";

  /** What a node has to know to read it. */
  public static final QuerySpec<AllVersionsQueryBuilder> SPEC =
      spec(
          NAME,
          AllVersionsQueryBuilder::new,
          () -> new AllVersionsQueryBuilder(new MatchAllQueryBuilder()),
          OF);

  private AllVersionsQueryBuilder(QueryBuilder of) {
    super(NAME);
    of(of);
  }

  private AllVersionsQueryBuilder(StreamInput in) throws IOException {
    super(NAME, in);
  }

  @Override
  void check() {} // it needs none

  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryBuilder rewritten = of().rewrite(context);
    return rewritten == of() ? this : new AllVersionsQueryBuilder(rewritten);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    return of().toQuery(context);
  }
}
