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
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.QueryBuilder;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersionSearcher;
import org.neardup.tools.experiment.TestCollection.Topic;
import org.neardup.tools.index.Fields;

/**
 * Searches an index for topics with BM25, in each way that there is to collapse. The words of a
 * topic are looked for in the text fields, and where sets are compared as they are among the
 * values; any of them is enough.
 *
 * @param analyzer of the index
 * @param depth how many documents to find for a topic, at least 1
 */
record Searches(OpenIndex index, Analyzer analyzer, int depth) {
  /** Of the runs, in their order. */
  static final List<String> NAMES = List.of("all", "hide", "best");

  /** A run without collapse, then one each way. */
  List<Run> run(List<Topic> topics) throws IOException {
    IndexSearcher all = new IndexSearcher(index.index().all());
    // Closing this one would close the other.
    IndexSearcher visible = new OneVersionSearcher(index.index().all());
    BestVersionSearch best = new BestVersionSearch(all);
    return List.of(
        run(NAMES.get(0), topics, query -> Arrays.asList(all.search(query, depth).scoreDocs)),
        run(NAMES.get(1), topics, query -> Arrays.asList(visible.search(query, depth).scoreDocs)),
        run(
            NAMES.get(2),
            topics,
            query -> best.search(query, depth).hits().stream().map(hit -> hit.doc()).toList()));
  }

  private Run run(String name, List<Topic> topics, IOFunction<Query, List<ScoreDoc>> search)
      throws IOException {
    Map<String, Map<String, Float>> rankings = new LinkedHashMap<>();
    for (Topic topic : topics) {
      rankings.put(topic.id(), ranking(search.apply(query(topic))));
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

  private Map<String, Float> ranking(List<ScoreDoc> found) {
    return Run.strict(
        found.stream()
            .filter(hit -> index.ids()[hit.doc] != null)
            .map(hit -> new Run.Hit(index.ids()[hit.doc], hit.score))
            .toList());
  }
}
