// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.SuggesterSpec;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.suggest.Suggest;
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

  private final Map<String, ShardState> states; // by name of the index
  private final PackedSketches sketches;
  private Compared compared; // on the coordinating node alone

  /**
   * What comparing the hits of all shards found, before any was fetched.
   *
   * @param count of groups among the hits that were compared
   * @param isAtEnd whether these were all hits
   * @param isShort of memory, so that fewer hits were compared than were asked for
   */
  record Compared(int count, boolean isAtEnd, boolean isShort) {}

  private ShardStateSuggestion(Map<String, ShardState> states, PackedSketches sketches) {
    super(NAME, 1);
    this.states = states;
    this.sketches = sketches;
  }

  private ShardStateSuggestion(StreamInput in, SketchMemory memory) throws IOException {
    super(in);
    states = in.readMap(StreamInput::readString, ShardState::read);
    sketches = PackedSketches.read(in, memory);
  }

  /** What a node has to know to read it. The question is no suggestion: {@link ShardQuestions}. */
  static SuggesterSpec<TermSuggestionBuilder> spec(SketchMemory memory) {
    return new SuggesterSpec<>(
        NAME, in -> refuse(), parser -> refuse(), in -> new ShardStateSuggestion(in, memory));
  }

  private static TermSuggestionBuilder refuse() {
    throw new IllegalArgumentException("suggester [" + NAME + "] is for internal use");
  }

  /** Has a shard answer with its state and the sketches of its hits, beside its suggestions. */
  static SuggestionContext answer(
      SearchContext search, Asked asked, ShardState state, SketchMemory memory) {
    QueryShardContext shard = search.getQueryShardContext();
    Map<String, ShardState> states = Map.of(shard.getFullyQualifiedIndex().getName(), state);
    Suggester<SuggestionContext> suggester =
        new Suggester<>() {
          @Override
          protected ShardStateSuggestion innerExecute(
              String name, SuggestionContext context, IndexSearcher index, CharsRefBuilder spare)
              throws IOException {
            return new ShardStateSuggestion(states, sketches(search, asked, memory));
          }

          @Override
          protected ShardStateSuggestion emptySuggestion(
              String name, SuggestionContext context, CharsRefBuilder spare) {
            return new ShardStateSuggestion(states, PackedSketches.NONE);
          }
        };
    SuggestionContext context = new SuggestionContext(suggester, shard) {};
    context.setText(new BytesRef()); // required of all suggestions
    return context;
  }

  /** Those of the page alone if there is no memory for more, which are only counted. */
  private static PackedSketches sketches(SearchContext search, Asked asked, SketchMemory memory)
      throws IOException {
    ScoreDoc[] hits = search.queryResult().topDocs().topDocs.scoreDocs; // known by now
    int most = asked.sketches();
    if (asked.isCounted()) {
      try {
        return PackedSketches.of(
            hits, asked.sketches(), documents(search, asked), memory::takeSpare);
      } catch (CircuitBreakingException e) {
        most = search.request().source().size();
      }
    }
    return PackedSketches.of(hits, most, documents(search, asked), memory::take);
  }

  private static CallerGroups documents(SearchContext search, Asked asked) {
    NeardupFieldType field = NeardupFieldType.find(search.getQueryShardContext(), asked.field());
    return new CallerGroups(search.searcher().getIndexReader(), field, null);
  }

  /** That of a shard or of a response; null if it has none. */
  static ShardStateSuggestion in(Suggest suggest) {
    return suggest == null ? null : suggest.getSuggestion(NAME);
  }

  /** The sketches of the best hits of a shard, as many as were asked for; empty for none. */
  PackedSketches sketches() {
    return sketches;
  }

  /** Null if nothing has compared them. */
  Compared compared() {
    return compared;
  }

  void compared(Compared found) {
    compared = found;
  }

  /** By name of the index, with the alias of its cluster before it if it is remote. */
  Map<String, ShardState> states() {
    return states;
  }

  /** How many shards have no groups yet. */
  int deriving() {
    return states.values().stream().mapToInt(ShardState::deriving).sum();
  }

  @Override
  public Suggestion<Entry<Option>> reduce(List<Suggestion<Entry<Option>>> suggestions) {
    List<ShardStateSuggestion> shards =
        suggestions.stream().map(ShardStateSuggestion.class::cast).toList();
    ShardStateSuggestion all = new ShardStateSuggestion(states(shards), PackedSketches.NONE);
    shards.stream()
        .map(ShardStateSuggestion::compared)
        .filter(Objects::nonNull)
        .forEach(all::compared);
    return all;
  }

  /** Those of several shards. */
  static Map<String, ShardState> states(List<ShardStateSuggestion> shards) {
    Map<String, ShardState> all = new HashMap<>();
    for (ShardStateSuggestion shard : shards) {
      shard.states.forEach((index, state) -> all.merge(index, state, ShardState::and));
    }
    return all;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeMap(states, StreamOutput::writeString, (to, state) -> state.writeTo(to));
    sketches.writeTo(out);
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
