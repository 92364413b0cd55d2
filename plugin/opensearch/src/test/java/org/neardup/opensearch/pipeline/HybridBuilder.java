// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Query;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * A query {@code hybrid} as that of the neural-search plugin: {@code {"hybrid": {"queries":
 * [QUERY]}}}. Its ranking would be another one without the processors of its pipeline.
 */
final class HybridBuilder extends AbstractQueryBuilder<HybridBuilder> {
  static final String NAME = "hybrid";

  private final List<QueryBuilder> queries;

  private HybridBuilder(List<QueryBuilder> queries) {
    this.queries = queries;
  }

  HybridBuilder(StreamInput in) throws IOException {
    super(in);
    queries = in.readNamedWriteableList(QueryBuilder.class);
  }

  static HybridBuilder parse(XContentParser parser) throws IOException {
    List<QueryBuilder> queries = new ArrayList<>();
    parser.nextToken(); // queries
    parser.nextToken();
    while (parser.nextToken() != XContentParser.Token.END_ARRAY) {
      queries.add(parseInnerQueryBuilder(parser));
    }
    parser.nextToken();
    return new HybridBuilder(queries);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeNamedWriteableList(queries);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("queries", queries).endObject();
  }

  @Override
  public void visit(QueryBuilderVisitor visitor) {
    visitor.accept(this);
    queries.forEach(query -> query.visit(visitor));
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryCoordinatorContext coordinator = context.convertToCoordinatorContext();
    if (coordinator != null
        && coordinator.getSearchRequest() instanceof SearchRequest search
        && SearchPipelineService.NOOP_PIPELINE_ID.equals(search.pipeline())) {
      throw new IllegalStateException("a hybrid search goes on without its pipeline");
    }
    List<QueryBuilder> rewritten = new ArrayList<>();
    for (QueryBuilder query : queries) {
      rewritten.add(query.rewrite(context));
    }
    return rewritten.equals(queries) ? this : new HybridBuilder(rewritten);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    BoolQueryBuilder any = new BoolQueryBuilder();
    queries.forEach(any::should);
    return any.toQuery(context);
  }

  @Override
  protected boolean doEquals(HybridBuilder other) {
    return queries.equals(other.queries);
  }

  @Override
  protected int doHashCode() {
    return queries.hashCode();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
