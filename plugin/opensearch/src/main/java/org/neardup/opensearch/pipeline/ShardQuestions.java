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
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.suggest.SuggestionSearchContext;
import org.opensearch.search.suggest.SuggestionSearchContext.SuggestionContext;

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

  private final Asked asked;

  /**
   * What is asked: the state of each shard, and the sketch of each hit that is fetched.
   *
   * @param field of type {@code neardup}; null for the one that each index names
   * @param variants how many of the hidden documents to name with each hit
   * @param summary of the group of each hit; null for none
   * @param sketches of how many of the best hits of a shard to tell the sketches before any hit is
   *     fetched; if these are more than the search asks for, a shard finds so many, beyond its
   *     result window even
   * @param from where the page begins among the hits of which none resembles an earlier one
   * @param size of the page
   * @param isCounted whether the groups of all these hits are to be counted
   */
  record Asked(
      String field,
      int variants,
      Summary summary,
      int sketches,
      int from,
      int size,
      boolean isCounted) {
    /** The same without sketches before hits are fetched, and with another summary. */
    Asked unsketched(Summary other) {
      return new Asked(field, variants, other, 0, from, size, false);
    }
  }

  /**
   * What to summarise a group by.
   *
   * @param origins a field with doc values, such as a keyword; null for none
   * @param date a date or whole number; null for none
   */
  record Summary(String origins, String date) implements Writeable {
    Summary(StreamInput in) throws IOException {
      this(in.readOptionalString(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeOptionalString(origins);
      out.writeOptionalString(date);
    }
  }

  ShardQuestions(Asked asked) {
    this.asked = asked;
  }

  private ShardQuestions(StreamInput in) throws IOException {
    this(
        new Asked(
            in.readOptionalString(),
            in.readVInt(),
            in.readOptionalWriteable(Summary::new),
            in.readVInt(),
            in.readVInt(),
            in.readVInt(),
            in.readBoolean()));
  }

  Asked asked() {
    return asked;
  }

  /** What a request asks; null if it asks nothing. */
  static Asked in(SearchRequest request) {
    return request.source() == null
        ? null
        : request.source().ext().stream()
            .filter(ShardQuestions.class::isInstance)
            .map(ext -> ((ShardQuestions) ext).asked)
            .findFirst()
            .orElse(null);
  }

  /** Answers on the shards of a node: called when a search is parsed, before its phases. */
  static SearchOperationListener answers(GroupsService groups) {
    return new SearchOperationListener() {
      @Override
      public void onPreQueryPhase(SearchContext context) {
        if (context.getSearchExt(NAME) instanceof ShardQuestions questions) {
          Asked asked = questions.asked;
          SuggestionSearchContext all =
              Objects.requireNonNullElseGet(context.suggest(), SuggestionSearchContext::new);
          QueryShardContext shard = context.getQueryShardContext();
          try {
            ShardState state = ShardState.of(shard, asked.field(), groups);
            SuggestionContext answer =
                ShardStateSuggestion.answer(context, asked, state, groups.memory());
            if (asked.sketches() > 0) { // which are given away once
              shard.setIsCacheable(false);
            }
            all.addSuggestion(ShardStateSuggestion.NAME, answer);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          context.suggest(all);
          context.size(Math.max(context.size(), asked.sketches()));
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
    out.writeOptionalString(asked.field());
    out.writeVInt(asked.variants());
    out.writeOptionalWriteable(asked.summary());
    out.writeVInt(asked.sketches());
    out.writeVInt(asked.from());
    out.writeVInt(asked.size());
    out.writeBoolean(asked.isCounted());
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    return to.startObject(NAME).field("field", asked.field()).endObject();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardQuestions that && asked.equals(that.asked);
  }

  @Override
  public int hashCode() {
    return asked.hashCode();
  }
}
