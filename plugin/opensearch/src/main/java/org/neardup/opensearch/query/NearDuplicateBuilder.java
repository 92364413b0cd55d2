// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.similar.NearDuplicateQuery;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;
import org.opensearch.transport.client.Client;

/**
 * {@code {"near_duplicate": {"field": "text.dup", "text": "…", "min": 0.5}}}: documents that
 * resemble a text, or a document given by {@code index} and {@code id}; the score is the estimated
 * resemblance.
 */
public final class NearDuplicateBuilder extends PartsQueryBuilder<NearDuplicateBuilder> {
  private static final String NAME = "near_duplicate";
  private static final String TEXT = "text"; // sketched by each shard
  private static final String SCOPE = "scope"; // of the text
  private static final String INDEX = "index"; // of the document
  private static final String ID = "id"; // of the document
  private static final String SKETCH = DocumentGroupPhase.SKETCH; // once it was looked up

  /** What a node has to know to read it. */
  public static final QuerySpec<NearDuplicateBuilder> SPEC =
      spec(
          NAME,
          NearDuplicateBuilder::new,
          NearDuplicateBuilder::new,
          FIELD,
          TEXT,
          SCOPE,
          INDEX,
          ID,
          MIN,
          IGNORE_UNMAPPED);

  private Supplier<Optional<Object>> lookedUp; // null: nothing was looked up yet

  private NearDuplicateBuilder() {
    super(NAME);
  }

  private NearDuplicateBuilder(StreamInput in) throws IOException {
    super(NAME, in);
  }

  /**
   * Documents that resemble a sketch, of the indices that have the field.
   *
   * @param field null for the one that each index names
   * @param minimum least estimated resemblance, above 0, at most 1; null for the field's threshold
   */
  public static NearDuplicateBuilder of(String field, PortableSketch sketch, Double minimum) {
    NearDuplicateBuilder query = new NearDuplicateBuilder();
    query.put(FIELD, field);
    query.put(SKETCH, sketch.toString());
    query.put(MIN, minimum);
    query.put(IGNORE_UNMAPPED, true);
    return query;
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

  @Override
  void check() {
    super.check();
    if (part(MIN) instanceof String given) {
      put(MIN, minimum(given));
    }
    boolean isText = part(TEXT) != null;
    if (isText == (part(ID) != null) || (part(INDEX) == null) != (part(ID) == null)) {
      throw new IllegalArgumentException(
          "[near_duplicate] needs [text], or both [index] and [id], and not more");
    }
    if (part(SCOPE) != null && !isText) {
      throw new IllegalArgumentException(
          "[scope] of [near_duplicate] is that of a [text]; a document has its own");
    }
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (lookedUp != null) {
      throw new IllegalStateException("the document is still being looked up");
    }
    super.doWriteTo(out);
  }

  /** Looks the sketch of a document up, once for all shards. */
  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    Optional<Object> found = lookedUp == null ? null : lookedUp.get();
    if (part(ID) == null || (lookedUp != null && found == null)) {
      return this;
    }
    NearDuplicateBuilder next = new NearDuplicateBuilder();
    next.putAll(this);
    if (lookedUp == null) {
      SetOnce<Optional<Object>> receiver = new SetOnce<>();
      context.registerAsyncAction((client, listener) -> lookUp(client, receiver, listener));
      next.lookedUp = receiver::get;
    } else {
      List.of(INDEX, ID).forEach(part -> next.put(part, null));
      // A document without tokens resembles none, as an empty text.
      next.put(found.isPresent() ? SKETCH : TEXT, found.orElse(""));
    }
    return next;
  }

  /** It is found only by who may see the document and its field. */
  private void lookUp(
      Client client, SetOnce<Optional<Object>> receiver, ActionListener<?> listener) {
    FoundDocument.find(
        client,
        "[near_duplicate]",
        (String) part(ID),
        new SearchRequest((String) part(INDEX)).allowPartialSearchResults(false),
        Map.of(FIELD, part(FIELD), SKETCH, part(IGNORE_UNMAPPED) == null),
        ActionListener.map(
            listener,
            told -> {
              receiver.set(Optional.ofNullable(told.get(SKETCH)));
              return null; // all that the listener takes
            }));
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    NeardupFieldType type = find(context);
    if (type == null) { // an index beside others that have the field
      return new MatchNoDocsQuery("no field [" + part(FIELD) + "]");
    }
    if (part(ID) != null) {
      throw new IllegalArgumentException(
          "[near_duplicate] by [index] and [id] can only be used in a search");
    }
    SketchFormat format = type.sketches().parameters().format();
    byte[] sketch;
    if (part(TEXT) instanceof String text) {
      sketch = type.sketches().sketch(text, (String) part(SCOPE)).value();
    } else {
      PortableSketch found = PortableSketch.parse((String) part(SKETCH));
      found.parameters().format().requireSame(format);
      sketch = found.sketch().bytes;
    }
    double minimum = part(MIN) instanceof Double given ? given : type.threshold();
    return sketch == null
        ? new MatchNoDocsQuery("a text without tokens")
        : new NearDuplicateQuery(type.name(), format, sketch, minimum);
  }
}
