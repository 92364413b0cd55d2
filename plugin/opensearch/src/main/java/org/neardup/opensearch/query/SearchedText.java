// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * What a {@code near_duplicate} query looks for: a text, a document of an index, or the sketch of
 * such a document. What is not given is null.
 *
 * @param text sketched by each shard
 * @param scope of the text
 * @param index of the document
 * @param id of the document
 * @param sketch once the document was looked up
 */
record SearchedText(String text, String scope, String index, String id, PortableSketch sketch)
    implements Writeable, ToXContentFragment {
  SearchedText {
    int given = (text == null ? 0 : 1) + (id == null ? 0 : 1) + (sketch == null ? 0 : 1);
    if (given != 1 || (index == null) != (id == null)) {
      throw new IllegalArgumentException(
          "[near_duplicate] needs [text], or both [index] and [id], and not more");
    }
    if (scope != null && text == null) {
      throw new IllegalArgumentException(
          "[scope] of [near_duplicate] is that of a [text]; a document has its own");
    }
  }

  SearchedText(StreamInput in) throws IOException {
    this(
        in.readOptionalString(),
        in.readOptionalString(),
        in.readOptionalString(),
        in.readOptionalString(),
        sketch(in.readOptionalString()));
  }

  /** What was found of a document; one without tokens resembles none, as an empty text. */
  static SearchedText of(Optional<PortableSketch> found) {
    return new SearchedText(found.isEmpty() ? "" : null, null, null, null, found.orElse(null));
  }

  /**
   * Looks the sketch of the document up: it is found only by who may see the document and its
   * field.
   *
   * @param field of the sketch
   * @param receiver is given nothing if the text of the document has no tokens
   * @param listener is told when that is done
   */
  void lookUp(
      String field,
      Consumer<Optional<PortableSketch>> receiver,
      Client client,
      ActionListener<?> listener) {
    SearchSourceBuilder fetched =
        new SearchSourceBuilder().fetchField(field, NeardupFieldType.SKETCH_FORMAT);
    SearchRequest where = new SearchRequest(index).allowPartialSearchResults(false);
    FoundDocument.find(
        client,
        "[near_duplicate]",
        id,
        where,
        fetched,
        ActionListener.map(
            listener,
            hit -> {
              receiver.accept(
                  Optional.ofNullable(hit.field(field))
                      .map(values -> PortableSketch.parse(values.getValue().toString())));
              return null; // all that the listener takes
            }));
  }

  private static PortableSketch sketch(String portable) {
    return portable == null ? null : PortableSketch.parse(portable);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(text);
    out.writeOptionalString(scope);
    out.writeOptionalString(index);
    out.writeOptionalString(id);
    out.writeOptionalString(sketch == null ? null : sketch.toString());
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    String[] names = {"text", "scope", "index", "id", "sketch"};
    Object[] values = {text, scope, index, id, sketch == null ? null : sketch.toString()};
    for (int i = 0; i < names.length; i++) {
      if (values[i] != null) {
        builder.field(names[i], values[i]);
      }
    }
    return builder;
  }
}
