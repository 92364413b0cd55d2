// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/** What a response says of itself, in its section {@code ext.neardup}. */
final class NeardupSearchExt extends SearchExtBuilder {
  private static final String NAME = "neardup";

  /** What nodes need to pass it on; requests may not contain it. */
  static final SearchExtSpec<NeardupSearchExt> SPEC =
      new SearchExtSpec<>(
          NAME,
          NeardupSearchExt::new,
          parser -> {
            throw new IllegalArgumentException("[ext." + NAME + "] is for responses");
          });

  private final Map<String, Object> statements;

  NeardupSearchExt(Map<String, Object> statements) {
    this.statements = statements;
  }

  private NeardupSearchExt(StreamInput in) throws IOException {
    statements = in.readMap();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(statements);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(NAME, statements);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NeardupSearchExt that && statements.equals(that.statements);
  }

  @Override
  public int hashCode() {
    return statements.hashCode();
  }
}
