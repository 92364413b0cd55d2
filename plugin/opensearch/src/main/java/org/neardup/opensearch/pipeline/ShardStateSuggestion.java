// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.SuggesterSpec;
import org.opensearch.search.suggest.Suggest.Suggestion;
import org.opensearch.search.suggest.Suggest.Suggestion.Entry;
import org.opensearch.search.suggest.Suggest.Suggestion.Entry.Option;
import org.opensearch.search.suggest.Suggester;
import org.opensearch.search.suggest.SuggestionSearchContext.SuggestionContext;
import org.opensearch.search.suggest.term.TermSuggestionBuilder;

/**
 * The states of the shards that answered. It has the form of a suggestion because each shard makes
 * its suggestions once, with the query, whether or not it has hits, and the answers are reduced.
 * The response processor takes it out of the response.
 */
final class ShardStateSuggestion extends Suggestion<Entry<Option>> {
  /** The name of the suggester and of the suggestion. */
  static final String NAME = "neardup_state";

  /** What a node has to know to read it. The question is no suggestion: {@link ShardQuestions}. */
  static final SuggesterSpec<TermSuggestionBuilder> SPEC =
      new SuggesterSpec<>(NAME, in -> refuse(), parser -> refuse(), ShardStateSuggestion::new);

  private final Map<String, ShardState> states; // by name of the index

  ShardStateSuggestion(Map<String, ShardState> states) {
    super(NAME, 1);
    this.states = states;
  }

  ShardStateSuggestion(StreamInput in) throws IOException {
    super(in);
    states = in.readMap(StreamInput::readString, ShardState::read);
  }

  private static TermSuggestionBuilder refuse() {
    throw new IllegalArgumentException("suggester [" + NAME + "] is for internal use");
  }

  /** Has a shard answer with its state, beside its suggestions. */
  static SuggestionContext answer(QueryShardContext shard, ShardState state) {
    Map<String, ShardState> states = Map.of(shard.getFullyQualifiedIndex().getName(), state);
    Suggester<SuggestionContext> suggester =
        new Suggester<>() {
          @Override
          protected ShardStateSuggestion innerExecute(
              String name, SuggestionContext context, IndexSearcher index, CharsRefBuilder spare) {
            return new ShardStateSuggestion(states);
          }

          @Override
          protected ShardStateSuggestion emptySuggestion(
              String name, SuggestionContext context, CharsRefBuilder spare) {
            return new ShardStateSuggestion(states);
          }
        };
    SuggestionContext context = new SuggestionContext(suggester, shard) {};
    context.setText(new BytesRef()); // required of all suggestions
    return context;
  }

  /** By name of the index, with the alias of its cluster before it if it is remote. */
  Map<String, ShardState> states() {
    return states;
  }

  @Override
  public Suggestion<Entry<Option>> reduce(List<Suggestion<Entry<Option>>> suggestions) {
    Map<String, ShardState> all = new HashMap<>();
    for (Suggestion<Entry<Option>> suggestion : suggestions) {
      ((ShardStateSuggestion) suggestion)
          .states.forEach((index, state) -> all.merge(index, state, ShardState::and));
    }
    return new ShardStateSuggestion(all);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeMap(states, StreamOutput::writeString, (to, state) -> state.writeTo(to));
  }

  @Override
  protected Entry<Option> newEntry(StreamInput in) {
    throw new AssertionError("there are no entries");
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
