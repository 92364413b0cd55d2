// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.opensearch.core.xcontent.ConstructingObjectParser.constructorArg;
import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.host.Percolator;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * {@code {"one_version": {"field": "text.dup", "of": QUERY}}}: of each group of a shard the
 * representative, or if that does not match {@code of}, the preferred variant that does.
 */
public final class OneVersionQueryBuilder extends AbstractQueryBuilder<OneVersionQueryBuilder> {
  /** The query's name. */
  public static final String NAME = "one_version";

  private static final ParseField FIELD = new ParseField("field");
  private static final ParseField OF = new ParseField("of");
  private static final ConstructingObjectParser<OneVersionQueryBuilder, GroupsService> PARSER =
      new ConstructingObjectParser<>(
          NAME,
          false,
          (parts, groups) ->
              new OneVersionQueryBuilder(
                  groups,
                  (String) parts[0],
                  (QueryBuilder) parts[1],
                  Boolean.TRUE.equals(parts[2]),
                  null));

  static {
    PARSER.declareString(constructorArg(), FIELD);
    PARSER.declareObject(
        optionalConstructorArg(), (parser, groups) -> parseInnerQueryBuilder(parser), OF);
    QueryParsers.declareIgnoreUnmapped(PARSER);
    declareStandardFields(PARSER);
  }

  private final GroupsService groups;
  private final String field;
  private final QueryBuilder of;
  private final boolean ignoreUnmapped;

  /**
   * The field and its order, once a shard has looked them up: it caches answers by the query. Null
   * before that.
   */
  private final String resolved;

  /**
   * One version of what matches a query; in an index without the field, all that does.
   *
   * @param groups of this node
   * @param field of type {@code neardup}; null for the one that each index names
   * @param of null for all documents
   */
  public OneVersionQueryBuilder(GroupsService groups, String field, QueryBuilder of) {
    this(groups, field, of, true, null);
  }

  private OneVersionQueryBuilder(
      GroupsService groups,
      String field,
      QueryBuilder of,
      boolean ignoreUnmapped,
      String resolved) {
    this.groups = groups;
    this.field = field;
    this.of = of;
    this.ignoreUnmapped = ignoreUnmapped;
    this.resolved = resolved;
  }

  private OneVersionQueryBuilder(GroupsService groups, StreamInput in) throws IOException {
    super(in);
    this.groups = groups;
    field = in.readOptionalString();
    of = in.readOptionalNamedWriteable(QueryBuilder.class);
    ignoreUnmapped = in.readBoolean();
    resolved = in.readOptionalString();
  }

  /** What a node has to know to read it. */
  public static QuerySpec<OneVersionQueryBuilder> spec(GroupsService groups) {
    return new QuerySpec<>(
        NAME,
        in -> new OneVersionQueryBuilder(groups, in),
        parser -> QueryParsers.parse(PARSER, parser, groups));
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeOptionalString(field);
    out.writeOptionalNamedWriteable(of);
    out.writeBoolean(ignoreUnmapped);
    out.writeOptionalString(resolved);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    if (field != null) {
      builder.field(FIELD.getPreferredName(), field);
    }
    if (of != null) {
      builder.field(OF.getPreferredName(), of, params);
    }
    QueryParsers.writeIgnoreUnmapped(ignoreUnmapped, builder);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryBuilder rewritten = of == null ? null : of.rewrite(context);
    QueryShardContext shard = context.convertToShardContext();
    String found = shard == null ? resolved : resolve(shard);
    return rewritten == of && Objects.equals(found, resolved)
        ? this
        : new OneVersionQueryBuilder(groups, field, rewritten, ignoreUnmapped, found);
  }

  /** Both may change while the shard does not. */
  private String resolve(QueryShardContext shard) {
    NeardupFieldType type = NeardupFieldType.find(shard, field);
    return type == null ? "" : type.name() + " " + type.order();
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    if (Percolator.isStoring(context)) {
      throw new QueryShardException(
          context,
          "[" + NAME + "] cannot be stored for a percolator: a percolated document has no group");
    }
    NeardupFieldType type = NeardupFieldType.find(context, field, ignoreUnmapped);
    if (type == null) { // an index beside others that have the field: each document is alone
      return new ConstantScoreQuery(candidates(context));
    }
    ShardId shard = new ShardId(context.index(), context.getShardId());
    if (context.searcher() != null && !hasGroups(shard, type, context)) {
      context.setIsCacheable(false); // the answer will be another one soon
    }
    return new OneVersionFilter(groups, shard, type, candidates(context));
  }

  private boolean hasGroups(ShardId shard, NeardupFieldType type, QueryShardContext context)
      throws IOException {
    try {
      return groups.groups(shard, type, context.searcher().getIndexReader()).isPresent();
    } catch (CircuitBreakingException e) {
      return false; // thrown again when the query is run: here it would be a fault of the query
    }
  }

  private Query candidates(QueryShardContext context) throws IOException {
    if (of == null) {
      return MatchAllDocsQuery.INSTANCE;
    }
    Query query = of.toQuery(context);
    return query == null ? new MatchNoDocsQuery("[of] matches nothing") : query;
  }

  @Override
  public void visit(QueryBuilderVisitor visitor) {
    visitor.accept(this);
    if (of != null) {
      of.visit(visitor.getChildVisitor(Occur.FILTER));
    }
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(OneVersionQueryBuilder other) {
    return Objects.equals(field, other.field)
        && Objects.equals(of, other.of)
        && ignoreUnmapped == other.ignoreUnmapped
        && Objects.equals(resolved, other.resolved);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, of, ignoreUnmapped, resolved);
  }
}
