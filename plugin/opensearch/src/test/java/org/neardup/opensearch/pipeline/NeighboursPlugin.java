// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.opensearch.core.xcontent.ConstructingObjectParser.constructorArg;
import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.Query;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.MatchAllQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;

/**
 * A query {@code knn} as that of the k-NN plugin, by an integer field for a vector: {@code {"knn":
 * {"FIELD": {"vector": [3], "k": 10, "filter": QUERY}}}}. Nobody sees what is inside.
 */
public final class NeighboursPlugin extends Plugin implements SearchPlugin {

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>("knn", Neighbours::new, Neighbours::parse),
        new QuerySpec<>(HybridBuilder.NAME, HybridBuilder::new, HybridBuilder::parse));
  }

  private static final class Neighbours extends AbstractQueryBuilder<Neighbours> {
    private static final ConstructingObjectParser<Neighbours, String> PARSER =
        new ConstructingObjectParser<>("knn", false, (parts, field) -> of(field, parts));

    static {
      PARSER.declareLongArray(constructorArg(), new ParseField("vector"));
      PARSER.declareInt(optionalConstructorArg(), new ParseField("k"));
      PARSER.declareObject(
          optionalConstructorArg(),
          (parser, field) -> parseInnerQueryBuilder(parser),
          new ParseField("filter"));
      declareStandardFields(PARSER);
    }

    private final String field;
    private final long vector;
    private final Integer k;
    private final QueryBuilder filter;

    private Neighbours(String field, long vector, Integer k, QueryBuilder filter) {
      this.field = field;
      this.vector = vector;
      this.k = k;
      this.filter = filter;
    }

    private static Neighbours of(String field, Object[] parts) {
      long vector = (long) ((List<?>) parts[0]).getFirst();
      return new Neighbours(field, vector, (Integer) parts[1], (QueryBuilder) parts[2]);
    }

    Neighbours(StreamInput in) throws IOException {
      super(in);
      field = in.readString();
      vector = in.readLong();
      k = in.readOptionalInt();
      filter = in.readOptionalNamedWriteable(QueryBuilder.class);
    }

    static Neighbours parse(XContentParser parser) throws IOException {
      parser.nextToken();
      String field = parser.currentName();
      parser.nextToken();
      Neighbours parsed = PARSER.parse(parser, field);
      parser.nextToken();
      return parsed;
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeLong(vector);
      out.writeOptionalInt(k);
      out.writeOptionalNamedWriteable(filter);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject("knn").startObject(field);
      builder.array("vector", vector);
      if (k != null) {
        builder.field("k", k);
      }
      if (filter != null) {
        builder.field("filter", filter);
      }
      printBoostAndQueryName(builder);
      builder.endObject().endObject();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // what a rewrite promises
    protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
      QueryBuilder rewritten = filter == null ? null : filter.rewrite(context);
      return rewritten == filter ? this : new Neighbours(field, vector, k, rewritten);
    }

    @Override
    protected Query doToQuery(QueryShardContext context) throws IOException {
      QueryBuilder all = filter == null ? new MatchAllQueryBuilder() : filter;
      return new NeighboursQuery(field, vector, k == null ? 10 : k, all.toQuery(context));
    }

    @Override
    protected boolean doEquals(Neighbours other) {
      return toString().equals(other.toString());
    }

    @Override
    protected int doHashCode() {
      return toString().hashCode();
    }

    @Override
    public String getWriteableName() {
      return "knn";
    }
  }
}
