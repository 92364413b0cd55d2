// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.QueryBuilder;
import org.neardup.index.CollapseConfig;
import org.neardup.search.OneVersionSearch;
import org.neardup.search.OneVersionSearcher;
import org.neardup.search.stored.StoredTextCollapse;
import org.neardup.search.stored.StoredTextSearch;
import org.neardup.sketch.Sketches;
import org.neardup.tools.experiment.TestCollection.Topic;
import org.neardup.tools.index.Fields;

/**
 * Searches an index for topics with BM25, in each way that there is to collapse. The words of a
 * topic are looked for in the text fields, and where sets are compared as they are among the
 * values; any of them is enough.
 */
final class Searches {
  /** Of the runs, in their order. */
  static final List<String> NAMES = List.of("all", "hide", "best", "query-time");

  private static final int REMEMBERED_TEXTS = 8192;

  /** Finds the best documents for a query. */
  @FunctionalInterface
  private interface Search {
    List<ScoreDoc> run(Query query) throws IOException;
  }

  private final OpenIndex index;
  private final Analyzer analyzer;
  private final int depth;

  /**
   * @param depth how many documents to find for a topic, at least 1
   */
  Searches(OpenIndex index, int depth) {
    this.index = index;
    this.analyzer = index.index().analyzer();
    this.depth = depth;
  }

  /** A run without collapse, then one each way. */
  List<Run> run(List<Topic> topics) throws IOException {
    IndexSearcher all = new IndexSearcher(index.index().all());
    // Closing this one would close the other.
    IndexSearcher visible = new OneVersionSearcher(index.index().all());
    OneVersionSearch best = new OneVersionSearch(all);
    StoredTextSearch atQueryTime = new StoredTextSearch(atQueryTime(), all, REMEMBERED_TEXTS);
    return List.of(
        run(NAMES.get(0), topics, query -> Arrays.asList(all.search(query, depth).scoreDocs)),
        run(NAMES.get(1), topics, query -> Arrays.asList(visible.search(query, depth).scoreDocs)),
        run(
            NAMES.get(2),
            topics,
            query -> best.search(query, depth).hits().stream().map(hit -> hit.doc()).toList()),
        run(
            NAMES.get(3),
            topics,
            query ->
                atQueryTime.pages(query, Sort.RELEVANCE).next(depth).stream()
                    .map(hit -> hit.doc())
                    .toList()));
  }

  /** As in an index that was written without sketches: it reads stored texts alone. */
  private StoredTextCollapse atQueryTime() {
    CollapseConfig config = index.index().config();
    return new StoredTextCollapse(
        analyzer,
        config.textFields(),
        config.shingling(),
        Sketches.fast(),
        config.threshold(),
        config.minElements());
  }

  private Run run(String name, List<Topic> topics, Search search) throws IOException {
    Map<String, Map<String, Float>> rankings = new LinkedHashMap<>();
    for (Topic topic : topics) {
      rankings.put(topic.id(), ranking(search.run(query(topic))));
    }
    return new Run(name, rankings);
  }

  private Query query(Topic topic) {
    QueryBuilder words = new QueryBuilder(analyzer);
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    try {
      for (String field : Fields.words(index.index().config())) {
        Query inField = words.createBooleanQuery(field, topic.text());
        if (inField != null) {
          any.add(inField, Occur.SHOULD);
        }
      }
      if (index.index().config().comparesValues()) {
        addValues(topic, any);
      }
    } catch (IndexSearcher.TooManyClauses e) {
      throw new IllegalArgumentException(
          "topic "
              + topic.id()
              + " must have at most "
              + IndexSearcher.getMaxClauseCount()
              + " words",
          e);
    }
    return any.build();
  }

  private void addValues(Topic topic, BooleanQuery.Builder any) {
    for (String word : topic.text().strip().split("\\s+", -1)) {
      for (String field : index.index().config().textFields()) {
        any.add(new TermQuery(new Term(field, word)), Occur.SHOULD);
      }
    }
  }

  /**
   * Programs that read runs sort them by score, and equal ones in ways of their own: so each score
   * is made a little less than the one before.
   */
  private Map<String, Float> ranking(List<ScoreDoc> found) {
    Map<String, Float> scores = new LinkedHashMap<>();
    float above = Float.POSITIVE_INFINITY;
    for (ScoreDoc hit : found) {
      String id = index.ids()[hit.doc];
      if (id != null) {
        above = Math.min(score(hit), Math.nextDown(above));
        scores.put(id, above);
      }
    }
    return scores;
  }

  /** A search that sorts leaves the score among the values that it sorted by. */
  private static float score(ScoreDoc hit) {
    return hit instanceof FieldDoc sorted ? (Float) sorted.fields[0] : hit.score;
  }
}
