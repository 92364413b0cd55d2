// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;

/** What a search of ours, or a response, says beside its usual parts, in a section {@code ext}. */
public final class NeardupSearchExt extends SearchExtBuilder {
  /** The section of responses. */
  public static final String OF_RESPONSES = "neardup";

  private final String name;
  private final Map<String, Object> statements;

  /** A section with so many statements. */
  public NeardupSearchExt(String name, Map<String, Object> statements) {
    this.name = name;
    this.statements = statements;
  }

  /** What nodes need to pass a section on; requests of users may not contain it. */
  public static SearchExtSpec<NeardupSearchExt> spec(String name) {
    return new SearchExtSpec<>(
        name,
        in -> new NeardupSearchExt(name, in.readMap()),
        parser -> {
          throw new IllegalArgumentException("[ext." + name + "] is for internal use");
        });
  }

  /** By name. */
  public Map<String, Object> statements() {
    return statements;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(statements);
  }

  @Override
  public String getWriteableName() {
    return name;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(name, statements);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NeardupSearchExt that
        && name.equals(that.name)
        && statements.equals(that.statements);
  }

  @Override
  public int hashCode() {
    return statements.hashCode();
  }
}
