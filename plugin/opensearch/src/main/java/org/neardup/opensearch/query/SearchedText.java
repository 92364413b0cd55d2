// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import org.neardup.opensearch.mapper.PortableSketch;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

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
        in.readOptionalWriteable(PortableSketch::new));
  }

  static SearchedText of(PortableSketch sketch) {
    return new SearchedText(null, null, null, null, sketch);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(text);
    out.writeOptionalString(scope);
    out.writeOptionalString(index);
    out.writeOptionalString(id);
    out.writeOptionalWriteable(sketch);
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
