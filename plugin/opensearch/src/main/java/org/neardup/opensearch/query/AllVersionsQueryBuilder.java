// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Query;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * {@code {"all_versions": {"of": QUERY}}}: matches what the other query does, and has the search
 * show all versions, whatever the index or the pipeline says.
 */
public final class AllVersionsQueryBuilder extends AbstractQueryBuilder<AllVersionsQueryBuilder> {
  /** The query's name. */
  public static final String NAME = "all_versions";

  private static final ParseField OF = new ParseField("of");
  private static final ConstructingObjectParser<AllVersionsQueryBuilder, Void> PARSER =
      new ConstructingObjectParser<>(
          NAME,
          false,
          parts ->
              new AllVersionsQueryBuilder(
                  parts[0] == null ? new MatchAllQueryBuilder() : (QueryBuilder) parts[0]));

  static {
    PARSER.declareObject(
        optionalConstructorArg(), (parser, nothing) -> parseInnerQueryBuilder(parser), OF);
    declareStandardFields(PARSER);
  }

  /** What a node has to know to read it. */
  public static final QuerySpec<AllVersionsQueryBuilder> SPEC =
      new QuerySpec<>(
          NAME, AllVersionsQueryBuilder::new, parser -> QueryParsers.parse(PARSER, parser, null));

  private final QueryBuilder of;

  AllVersionsQueryBuilder(QueryBuilder of) {
    this.of = Objects.requireNonNull(of, "of");
  }

  private AllVersionsQueryBuilder(StreamInput in) throws IOException {
    super(in);
    of = in.readNamedWriteable(QueryBuilder.class);
  }

  @Override
  public void visit(QueryBuilderVisitor visitor) {
    visitor.accept(this);
    of.visit(visitor.getChildVisitor(Occur.MUST));
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeNamedWriteable(of);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field(OF.getPreferredName(), of, params);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryBuilder rewritten = of.rewrite(context);
    return rewritten == of ? this : new AllVersionsQueryBuilder(rewritten);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    return of.toQuery(context);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(AllVersionsQueryBuilder other) {
    return of.equals(other.of);
  }

  @Override
  protected int doHashCode() {
    return of.hashCode();
  }
}
