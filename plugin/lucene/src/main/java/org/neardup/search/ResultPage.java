// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;

/** Makes a page of the best visible matches and the best variants. For one thread and one page. */
final class ResultPage {
  private final Request request;
  private final Matches matches;
  private final Weight weight;
  private final HitOrder order;

  /**
   * A page of what a search has seen.
   *
   * @param weight null if it is not known; needed if variants match without their representative
   */
  ResultPage(Request request, Matches matches, Weight weight) {
    this.request = request;
    this.matches = matches;
    this.weight = weight;
    order = new HitOrder(request.order(), 1);
  }

  /**
   * Fills the page.
   *
   * @param visible the page if there were no variants; its hits are exact, its total may be a lower
   *     bound. Then not all matches were seen, but all that can be hits, unless time ran out
   */
  OneVersionDocs fill(TopDocs visible) throws IOException {
    TotalHits.Relation relation = visible.totalHits.relation();
    // Of documents with one text and so one score the first goes before the others.
    Orphans orphans = request.sort() == null ? matches.orphans() : matches.allOrphans();
    ScoreDoc[] page = visible.scoreDocs;
    long groups = visible.totalHits.value();
    if (orphans.count() > 0) {
      BestVariants best = new BestVariants(request, orphans, weight);
      boolean complete = relation == TotalHits.Relation.EQUAL_TO;
      List<FieldDoc> candidates = candidates(best, page, complete);
      groups += complete ? best.groups().length : candidates.size();
      page = merge(page, candidates);
    }
    List<OneVersionDocs.Hit> hits = new ArrayList<>(page.length);
    for (ScoreDoc doc : page) {
      hits.add(hit(doc));
    }
    long known = relation == TotalHits.Relation.EQUAL_TO ? countAll() : -1;
    long documents = known >= 0 ? known : visible.totalHits.value() + matches.hiddenCount();
    return new OneVersionDocs(
        hits, new TotalHits(groups, relation), new TotalHits(documents, relation));
  }

  /** How many documents match, if that is known without looking; else -1. */
  private long countAll() throws IOException {
    long all = 0;
    for (LeafReaderContext leaf : request.reader().leaves()) {
      int count = weight == null ? -1 : DistinctTextsQuery.countAll(weight, leaf);
      if (count < 0) {
        return -1;
      }
      all += count;
    }
    return all;
  }

  /** The variants that come after the page before and not after the last visible hit. */
  private List<FieldDoc> candidates(BestVariants best, ScoreDoc[] visible, boolean complete)
      throws IOException {
    int numHits = request.numHits();
    FieldDoc after = request.after();
    FieldDoc last = visible.length < numHits ? null : request.fieldDoc(visible[numHits - 1]);
    MatchCursor representatives = complete ? null : new MatchCursor(request, weight);
    List<FieldDoc> candidates = new ArrayList<>();
    FieldDoc[] found = best.find();
    for (int i = 0; i < found.length; i++) {
      boolean isCandidate =
          (after == null || order.compare(found[i], after) > 0)
              && (last == null || order.compare(found[i], last) < 0)
              && (complete || !representatives.advance(best.groups()[i]));
      if (isCandidate) {
        candidates.add(found[i]);
      }
    }
    return candidates;
  }

  private ScoreDoc[] merge(ScoreDoc[] visible, List<FieldDoc> candidates) {
    candidates.sort(order);
    ScoreDoc[] page = new ScoreDoc[Math.min(request.numHits(), visible.length + candidates.size())];
    int fromVisible = 0;
    int fromCandidates = 0;
    for (int i = 0; i < page.length; i++) {
      boolean isCandidate =
          fromVisible == visible.length
              || (fromCandidates < candidates.size()
                  && order.compare(
                          candidates.get(fromCandidates), request.fieldDoc(visible[fromVisible]))
                      < 0);
      page[i] =
          isCandidate ? request.scoreDoc(candidates.get(fromCandidates++)) : visible[fromVisible++];
    }
    return page;
  }

  private OneVersionDocs.Hit hit(ScoreDoc doc) {
    VersionMap versions = request.versions();
    int representative = versions.representative(doc.doc);
    if (!versions.grouped.get(representative)) {
      return new OneVersionDocs.Hit(doc, representative, 1, 1);
    }
    return new OneVersionDocs.Hit(
        doc, representative, versions.size(representative), matches.matching(representative));
  }
}
