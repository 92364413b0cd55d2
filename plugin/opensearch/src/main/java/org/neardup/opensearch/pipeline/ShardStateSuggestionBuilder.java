// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.SuggesterSpec;
import org.opensearch.search.suggest.Suggester;
import org.opensearch.search.suggest.SuggestionBuilder;
import org.opensearch.search.suggest.SuggestionSearchContext.SuggestionContext;

/** Asks each shard for its state, which it answers with a {@link ShardStateSuggestion}. */
final class ShardStateSuggestionBuilder extends SuggestionBuilder<ShardStateSuggestionBuilder> {
  private final GroupsService groups; // of the node

  ShardStateSuggestionBuilder(String field, GroupsService groups) {
    super(field);
    this.groups = groups;
  }

  private ShardStateSuggestionBuilder(StreamInput in, GroupsService groups) throws IOException {
    super(in);
    this.groups = groups;
  }

  /** What a node has to know to read it; requests of users may not contain it. */
  static SuggesterSpec<ShardStateSuggestionBuilder> spec(GroupsService groups) {
    return new SuggesterSpec<>(
        ShardStateSuggestion.NAME,
        in -> new ShardStateSuggestionBuilder(in, groups),
        parser -> {
          throw new IllegalArgumentException(
              "suggester [" + ShardStateSuggestion.NAME + "] is for internal use");
        },
        ShardStateSuggestion::new);
  }

  /** The question, put to a shard. */
  SuggestionContext askOn(QueryShardContext shard) {
    try {
      return build(shard);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Called before the query is run. So if there are groups now, the filter of the query has them
   * too; if there are none, it may or may not have them.
   */
  @Override
  protected SuggestionContext build(QueryShardContext shard) throws IOException {
    int window = shard.getIndexSettings().getMaxResultWindow();
    MappedFieldType mapped = shard.fieldMapper(field);
    if (mapped == null) {
      return context(shard, new ShardState(null, 0, window, false));
    }
    NeardupFieldType type = NeardupFieldType.of(mapped, field);
    ShardId id = new ShardId(shard.getIndexSettings().getIndex(), shard.getShardId());
    boolean deriving = groups.groups(id, type, shard.getIndexReader()).isEmpty();
    if (deriving) {
      shard.setIsCacheable(false);
    }
    return context(
        shard, new ShardState(type.sketches().parameters(), type.threshold(), window, deriving));
  }

  private static Context context(QueryShardContext shard, ShardState state) {
    return new Context(shard, Map.of(shard.getFullyQualifiedIndex().getName(), state));
  }

  @Override
  protected void doWriteTo(StreamOutput out) {
    // the field is all there is
  }

  @Override
  public String getWriteableName() {
    return ShardStateSuggestion.NAME;
  }

  @Override
  protected XContentBuilder innerToXContent(XContentBuilder builder, Params params) {
    return builder;
  }

  @Override
  protected boolean doEquals(ShardStateSuggestionBuilder other) {
    return true;
  }

  @Override
  protected int doHashCode() {
    return 0;
  }

  private static final class Context extends SuggestionContext {
    private final Map<String, ShardState> states;

    Context(QueryShardContext shard, Map<String, ShardState> states) {
      super(new Answer(), shard);
      this.states = states;
      setText(new BytesRef()); // required of all suggestions
    }
  }

  private static final class Answer extends Suggester<Context> {
    @Override
    protected ShardStateSuggestion innerExecute(
        String name, Context context, IndexSearcher searcher, CharsRefBuilder spare) {
      return new ShardStateSuggestion(context.states);
    }

    @Override
    protected ShardStateSuggestion emptySuggestion(
        String name, Context context, CharsRefBuilder spare) {
      return new ShardStateSuggestion(context.states);
    }
  }
}
