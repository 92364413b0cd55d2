// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Searches for the matches that a page of groups needs. Where the query finds all documents of a
 * text or none, only the first of each text is looked at.
 *
 * <p>If all matches are counted, it searches the visible ones and then, without scores, the hidden
 * ones, and only those hidden ones are scored whose representative does not match; unless both lie
 * among each other. If matches are skipped, it searches once: beginning to read each run again
 * costs more than a higher score saves.
 */
record BestSearch(IndexSearcher searcher, Request request, int totalHitsThreshold) {

  BestVersionDocs search(Query query) throws IOException {
    Query rewritten = searcher.rewrite(query);
    boolean countsAll = totalHitsThreshold == Integer.MAX_VALUE;
    ScoreMode mode =
        countsAll
            ? request.order().needsScores() ? ScoreMode.COMPLETE : ScoreMode.COMPLETE_NO_SCORES
            : ScoreMode.TOP_SCORES;
    Weight weight = weight(rewritten, mode);
    long known = count(weight);
    int toCount = known > totalHitsThreshold ? 0 : totalHitsThreshold;
    TextRepresentatives texts = texts(query, rewritten);
    Parts parts = texts == null ? request.versions().parts : texts.parts();
    boolean isTwice = countsAll && parts.areApart();
    Pass first =
        searcher.search(
            new RunsQuery(weight, isTwice ? parts.visible() : parts.both()),
            Pass.manager(request, toCount, doc -> sameText(texts, doc)));
    List<LeafMatches> seen = new ArrayList<>(first.matches());
    if (isTwice) {
      Weight unscored = weight(rewritten, ScoreMode.COMPLETE_NO_SCORES);
      seen.addAll(
          searcher.search(new RunsQuery(unscored, parts.hidden()), HiddenCollector.MANAGER));
    }
    QueryExecution searched = new QueryExecution(weight, leaves());
    return new ResultPage(request, new Matches(request.versions(), texts, seen), searched)
        .fill(first.visible(), first.sawAll() && !searcher.timedOut(), known);
  }

  private int sameText(TextRepresentatives texts, int doc) {
    return texts == null ? 1 : 1 + texts.others(request.versions().rank(doc));
  }

  private List<LeafReaderContext> leaves() {
    return searcher.getTopReaderContext().leaves();
  }

  private Weight weight(Query rewritten, ScoreMode mode) throws IOException {
    Query query =
        mode.needsScores() ? rewritten : searcher.rewrite(new ConstantScoreQuery(rewritten));
    return searcher.createWeight(query, mode, 1);
  }

  /** How many documents match, if that is known without looking; else -1. */
  private long count(Weight weight) throws IOException {
    long all = 0;
    for (LeafReaderContext leaf : leaves()) {
      int count = weight.count(leaf);
      if (count < 0) {
        return -1;
      }
      all += count;
    }
    return all;
  }

  /** The texts of groups, if the query finds all documents of a text or none; else null. */
  private TextRepresentatives texts(Query query, Query rewritten) throws IOException {
    TextQueries textQueries = TextQueries.of(request.reader());
    return request.isRecorded() && (textQueries.include(query) || textQueries.include(rewritten))
        ? TextRepresentatives.of(request.reader(), request.versions())
        : null;
  }

  /**
   * Gives collectors only some of the matches of a weight, as if all other documents were deleted.
   * It takes a weight, so that searches of several parts make one. For one search; the searcher may
   * use several threads.
   */
  private static final class RunsQuery extends Query {
    private final Weight in;
    private final List<Runs> runs;

    /**
     * The matches of a weight among some documents.
     *
     * @param runs of live documents, by segment
     */
    RunsQuery(Weight in, List<Runs> runs) {
      this.in = in;
      this.runs = runs;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      return new RunsWeight(this, in, leaf -> runs.get(leaf.ord), true);
    }

    @Override
    public void visit(QueryVisitor visitor) {
      in.getQuery().visit(visitor);
    }

    @Override
    public String toString(String field) {
      return in.getQuery().toString(field);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
