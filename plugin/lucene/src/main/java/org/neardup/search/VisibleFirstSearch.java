// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Searches twice, each time only the runs of the documents in question: first the visible ones,
 * which fill the page; then the hidden ones that can still enter it. If visible ones were skipped,
 * these are those with the score of the last hit at least, and Lucene skips most of them; else all
 * are counted, without scores, and only those are scored whose representative does not match.
 *
 * <p>Where the two kinds lie among each other it searches once, as that reads less.
 */
record VisibleFirstSearch(IndexSearcher searcher, Request request, int totalHitsThreshold) {

  OneVersionDocs search(Query query) throws IOException {
    Query rewritten = searcher.rewrite(query);
    ScoreMode mode =
        totalHitsThreshold < Integer.MAX_VALUE
            ? ScoreMode.TOP_SCORES
            : request.order().needsScores() ? ScoreMode.COMPLETE : ScoreMode.COMPLETE_NO_SCORES;
    Weight weight = weight(rewritten, mode);
    long known = count(weight);
    int toCount = known > totalHitsThreshold ? 0 : totalHitsThreshold;
    VersionMap versions = request.versions();
    TextRepresentatives texts = texts(query, rewritten);
    Runs[] ofTexts = texts == null ? new Runs[leaves().size()] : texts.firsts();
    Runs[] first = versions.areApart ? versions.visibleRuns : ofTexts;
    Runs[] ofHidden = texts == null ? versions.hiddenRuns : ofTexts;
    Runs[] hidden = versions.areApart ? ofHidden : new Runs[0];
    Pass visible =
        searcher.search(
            new RunsQuery(weight, first),
            Pass.manager(request, toCount, doc -> sameText(texts, doc)));
    List<LeafMatches> seen = new ArrayList<>(visible.matches());
    if (!Arrays.stream(hidden).allMatch(Runs::isEmpty)) {
      ScoreDoc last = visible.sawAll() ? null : last(visible.visible().scoreDocs);
      Weight again = last != null ? weight : weight(rewritten, ScoreMode.COMPLETE_NO_SCORES);
      seen.addAll(searcher.search(new RunsQuery(again, hidden), HiddenCollector.manager(last)));
    }
    QueryExecution searched = new QueryExecution(weight, leaves());
    return new ResultPage(request, new Matches(versions, texts, seen), searched)
        .fill(visible.visible(), visible.sawAll() && !searcher.timedOut(), known);
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

  /** The hit that a hidden document must come before to be on the page; null if any will do. */
  private ScoreDoc last(ScoreDoc[] visible) {
    ScoreDoc last = visible.length < request.numHits() ? null : visible[visible.length - 1];
    return last == null || last.score <= 0 ? null : last;
  }

  /** The texts of groups, if the query finds all documents of a text or none; else null. */
  private TextRepresentatives texts(Query query, Query rewritten) throws IOException {
    TextQueries textQueries = TextQueries.of(request.reader());
    return request.isRecorded() && (textQueries.include(query) || textQueries.include(rewritten))
        ? TextRepresentatives.of(request.reader(), request.versions())
        : null;
  }
}
