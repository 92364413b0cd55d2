// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.BooleanClause.Occur;
import org.neardup.opensearch.host.Percolator;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * A query with parts by name, as its JSON has them. A parser adds them; then it does not change.
 */
abstract class PartsQueryBuilder<Q extends PartsQueryBuilder<Q>> extends AbstractQueryBuilder<Q> {
  static final String FIELD = "field";
  static final String OF = "of";

  /** A number, and until it is checked its text. */
  static final String MIN = "min";

  /** Whether indices without the field pass, as in OpenSearch's queries. */
  static final String IGNORE_UNMAPPED = "ignore_unmapped";

  /**
   * The field and its order, once a shard has looked them up: it caches answers by the query. Null
   * before that.
   */
  static final String RESOLVED = "resolved";

  private final String name;
  private final Map<String, Object> parts = new LinkedHashMap<>();
  private QueryBuilder of; // null for none

  PartsQueryBuilder(String name) {
    this.name = name;
  }

  PartsQueryBuilder(String name, StreamInput in) throws IOException {
    super(in);
    this.name = name;
    parts.putAll(in.readMap());
    of = in.readOptionalNamedWriteable(QueryBuilder.class);
  }

  /**
   * What a node has to know to read it.
   *
   * @param names of the parts that it may have: texts, but for those that are known here
   */
  static <Q extends PartsQueryBuilder<Q>> QuerySpec<Q> spec(
      String name, Writeable.Reader<Q> reader, Supplier<Q> empty, String... names) {
    ObjectParser<Q, Void> parser = new ObjectParser<>(name);
    for (String part : names) {
      ParseField field = new ParseField(part);
      switch (part) {
        case OF ->
            parser.declareObject(
                PartsQueryBuilder::of, (from, nothing) -> parseInnerQueryBuilder(from), field);
        case IGNORE_UNMAPPED ->
            parser.declareBoolean((query, is) -> query.put(part, is ? true : null), field);
        case MIN ->
            parser.declareField(
                (query, number) -> query.put(part, number),
                XContentParser::text,
                field,
                ValueType.DOUBLE);
        default -> parser.declareString((query, text) -> query.put(part, text), field);
      }
    }
    declareStandardFields(parser);
    return new QuerySpec<>(name, reader, from -> parse(parser, empty.get(), from));
  }

  /** An exception that itself says what is wrong: a parser's own says only where. */
  private static <Q extends PartsQueryBuilder<Q>> Q parse(
      ObjectParser<Q, Void> parser, Q query, XContentParser from) throws IOException {
    XContentLocation start = from.getTokenLocation();
    try {
      parser.parse(from, query, null).check();
      return query;
    } catch (IllegalArgumentException e) {
      Throwable cause = e;
      while (cause.getCause() != null && !(cause instanceof ParsingException)) {
        cause = cause.getCause();
      }
      throw new ParsingException(start, cause.getMessage(), e);
    }
  }

  /** Checks the parts that were parsed. */
  void check() {
    if (part(FIELD) == null) {
      throw new IllegalArgumentException("[" + name + "] needs [" + FIELD + "]");
    }
  }

  /** That of a name; null if it was not given. */
  final Object part(String ofName) {
    return parts.get(ofName);
  }

  /** Gives a part, or takes it if that is null. */
  final void put(String ofName, Object part) {
    if (part == null) {
      parts.remove(ofName);
    } else {
      parts.put(ofName, part);
    }
  }

  /** Gives all parts of another one. */
  final void putAll(PartsQueryBuilder<Q> other) {
    parts.putAll(other.parts);
    of = other.of;
  }

  /** The query in it; null if none was given. */
  final QueryBuilder of() {
    return of;
  }

  final void of(QueryBuilder query) {
    of = query;
  }

  /** As {@link NeardupFieldType#find}: the field of an index, which may be the setting's. */
  final NeardupFieldType find(QueryShardContext index) {
    if (Percolator.isStoring(index)) {
      throw new QueryShardException(
          index,
          "[" + name + "] cannot be stored for a percolator, whose documents are in no shard");
    }
    return NeardupFieldType.find(index, (String) part(FIELD), part(IGNORE_UNMAPPED) != null);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeMap(parts);
    out.writeOptionalNamedWriteable(of);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(name);
    for (Map.Entry<String, Object> part : parts.entrySet()) {
      if (!part.getKey().equals(RESOLVED)) { // so that a logged query can be sent again
        builder.field(part.getKey(), part.getValue());
      }
    }
    if (of != null) {
      builder.field(OF, of, params);
    }
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public void visit(QueryBuilderVisitor visitor) {
    visitor.accept(this);
    if (of != null) {
      of.visit(visitor.getChildVisitor(Occur.MUST));
    }
  }

  @Override
  public String getWriteableName() {
    return name;
  }

  @Override
  protected boolean doEquals(Q other) {
    PartsQueryBuilder<Q> that = other;
    return parts.equals(that.parts) && Objects.equals(of, that.of);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(parts, of);
  }
}
