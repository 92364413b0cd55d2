// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.opensearch.core.xcontent.ConstructingObjectParser.constructorArg;
import static org.opensearch.core.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.similar.NearDuplicateQuery;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * {@code {"near_duplicate": {"field": "text.dup", "text": "…", "min": 0.5}}}: documents that
 * resemble a text, or a document given by {@code index} and {@code id}; the score is the estimated
 * resemblance.
 */
public final class NearDuplicateBuilder extends AbstractQueryBuilder<NearDuplicateBuilder> {
  private static final String NAME = "near_duplicate";

  private static final ParseField FIELD = new ParseField("field");
  private static final ParseField MIN = new ParseField("min");
  private static final ConstructingObjectParser<NearDuplicateBuilder, Void> PARSER =
      new ConstructingObjectParser<>(NAME, false, NearDuplicateBuilder::of);

  static {
    PARSER.declareString(constructorArg(), FIELD);
    PARSER.declareString(optionalConstructorArg(), new ParseField("text"));
    PARSER.declareString(optionalConstructorArg(), new ParseField("scope"));
    PARSER.declareString(optionalConstructorArg(), new ParseField("index"));
    PARSER.declareString(optionalConstructorArg(), new ParseField("id"));
    PARSER.declareField(
        optionalConstructorArg(), XContentParser::text, MIN, ObjectParser.ValueType.VALUE);
    QueryParsers.declareIgnoreUnmapped(PARSER);
    declareStandardFields(PARSER);
  }

  /** What a node has to know to read it. */
  public static final QuerySpec<NearDuplicateBuilder> SPEC =
      new QuerySpec<>(
          NAME, NearDuplicateBuilder::new, parser -> QueryParsers.parse(PARSER, parser, null));

  private final String field;
  private final SearchedText searched;
  private final Double minimum;
  private final boolean ignoreUnmapped;
  private final Supplier<Optional<PortableSketch>> lookedUp; // null: nothing was looked up yet

  private NearDuplicateBuilder(
      String field,
      SearchedText searched,
      Double minimum,
      boolean ignoreUnmapped,
      Supplier<Optional<PortableSketch>> lookedUp) {
    this.field = field;
    this.searched = searched;
    this.minimum = minimum;
    this.ignoreUnmapped = ignoreUnmapped;
    this.lookedUp = lookedUp;
  }

  private static NearDuplicateBuilder of(Object[] parts) {
    SearchedText searched =
        new SearchedText(
            (String) parts[1], (String) parts[2], (String) parts[3], (String) parts[4], null);
    return new NearDuplicateBuilder(
        (String) parts[0],
        searched,
        parts[5] == null ? null : minimum((String) parts[5]),
        Boolean.TRUE.equals(parts[6]),
        null);
  }

  private static double minimum(String given) {
    double minimum;
    try {
      minimum = Double.parseDouble(given);
    } catch (NumberFormatException e) {
      minimum = Double.NaN;
    }
    if (!(minimum > 0 && minimum <= 1)) { // so that NaN is refused
      throw new IllegalArgumentException(
          "[min] of [near_duplicate] must be above 0 and at most 1, got [" + given + "]");
    }
    return minimum;
  }

  /**
   * Documents that resemble a sketch, of the indices that have the field.
   *
   * @param field null for the one that each index names
   * @param minimum least estimated resemblance, above 0, at most 1; null for the field's threshold
   */
  public static NearDuplicateBuilder of(String field, PortableSketch sketch, Double minimum) {
    return new NearDuplicateBuilder(
        field, new SearchedText(null, null, null, null, sketch), minimum, true, null);
  }

  private NearDuplicateBuilder(StreamInput in) throws IOException {
    super(in);
    field = in.readOptionalString();
    searched = new SearchedText(in);
    minimum = in.readOptionalDouble();
    ignoreUnmapped = in.readBoolean();
    lookedUp = null;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (lookedUp != null) {
      throw new IllegalStateException("the document is still being looked up");
    }
    out.writeOptionalString(field);
    searched.writeTo(out);
    out.writeOptionalDouble(minimum);
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    if (field != null) {
      builder.field(FIELD.getPreferredName(), field);
    }
    searched.toXContent(builder, params);
    if (minimum != null) {
      builder.field(MIN.getPreferredName(), minimum);
    }
    QueryParsers.writeIgnoreUnmapped(ignoreUnmapped, builder);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  /** Looks the sketch of a document up, once for all shards. */
  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    if (lookedUp != null) {
      Optional<PortableSketch> found = lookedUp.get();
      if (found == null) {
        return this;
      }
      return new NearDuplicateBuilder(field, SearchedText.of(found), minimum, ignoreUnmapped, null);
    }
    if (searched.id() == null) {
      return this;
    }
    SetOnce<Optional<PortableSketch>> found = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) -> searched.lookUp(field, found::set, client, listener));
    return new NearDuplicateBuilder(field, searched, minimum, ignoreUnmapped, found::get);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    NeardupFieldType type = NeardupFieldType.find(context, field, ignoreUnmapped);
    if (type == null) { // an index beside others that have the field
      return new MatchNoDocsQuery("no field [" + field + "]");
    }
    SketchFormat format = type.sketches().parameters().format();
    byte[] sketch;
    if (searched.text() != null) {
      sketch = type.sketches().sketch(searched.text(), searched.scope()).value();
    } else if (searched.sketch() != null) {
      searched.sketch().parameters().format().requireSame(format);
      sketch = searched.sketch().sketch().bytes;
    } else {
      throw new IllegalArgumentException(
          "[near_duplicate] by [index] and [id] can only be used in a search");
    }
    return sketch == null
        ? new MatchNoDocsQuery("a text without tokens")
        : new NearDuplicateQuery(
            type.name(), format, sketch, minimum == null ? type.threshold() : minimum);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(NearDuplicateBuilder other) {
    return Objects.equals(field, other.field)
        && searched.equals(other.searched)
        && Objects.equals(minimum, other.minimum)
        && ignoreUnmapped == other.ignoreUnmapped;
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, searched, minimum, ignoreUnmapped);
  }
}
