// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.neardup.opensearch.groups.GroupsService;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.suggest.SuggestionSearchContext;

/**
 * What a search asks of each shard beside the hits. It travels as a search extension, which changes
 * nothing of the request: a suggestion would have all shards searched that cannot match, and a
 * doc-value field would count against the limit of the index. A shard makes those of it.
 */
final class ShardQuestions extends SearchExtBuilder {
  static final String NAME = "neardup_questions";

  /** What a node has to know to read it; requests of users may not contain it. */
  static final SearchExtSpec<ShardQuestions> SPEC =
      new SearchExtSpec<>(
          NAME,
          ShardQuestions::new,
          parser -> {
            throw new IllegalArgumentException("[ext] " + NAME + " is for internal use");
          });

  private final String field;
  private final int variants;

  /**
   * Asks for the state of each shard and the sketch of each hit.
   *
   * @param field of type {@code neardup}; null for the one that each index names
   * @param variants how many of the hidden documents to name with each hit
   */
  ShardQuestions(String field, int variants) {
    this.field = field;
    this.variants = variants;
  }

  private ShardQuestions(StreamInput in) throws IOException {
    this(in.readOptionalString(), in.readVInt());
  }

  String field() {
    return field;
  }

  int variants() {
    return variants;
  }

  /** Whether a request asks them already. */
  static boolean areAskedBy(SearchRequest request) {
    return request.source() != null
        && request.source().ext().stream().anyMatch(ShardQuestions.class::isInstance);
  }

  /** Answers on the shards of a node: called when a search is parsed, before its phases. */
  static SearchOperationListener answers(GroupsService groups) {
    return new SearchOperationListener() {
      @Override
      public void onPreQueryPhase(SearchContext context) {
        if (context.getSearchExt(NAME) instanceof ShardQuestions asked) {
          SuggestionSearchContext all =
              Objects.requireNonNullElseGet(context.suggest(), SuggestionSearchContext::new);
          QueryShardContext shard = context.getQueryShardContext();
          try {
            ShardState state = ShardState.of(shard, asked.field, groups);
            all.addSuggestion(ShardStateSuggestion.NAME, ShardStateSuggestion.answer(shard, state));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          context.suggest(all);
        }
      }

      @Override
      public void onPreFetchPhase(SearchContext context) {
        if (context.getSearchExt(NAME) instanceof ShardQuestions) {
          FetchDocValuesContext given = context.docValuesContext();
          List<FieldAndFormat> fields = new ArrayList<>(given == null ? List.of() : given.fields());
          fields.add(HitSketchPhase.MARK);
          context.docValuesContext(new FetchDocValuesContext(fields));
        }
      }
    };
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(field);
    out.writeVInt(variants);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    return to.startObject(NAME).field("field", field).endObject();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardQuestions that
        && Objects.equals(field, that.field)
        && variants == that.variants;
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, variants);
  }
}
