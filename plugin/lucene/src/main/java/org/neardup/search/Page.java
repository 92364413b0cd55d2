// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/** Makes a page of the best visible matches and the best variants. For one thread and one page. */
final class Page {
  private final Matches matches;
  private final List<LeafReaderContext> leaves;
  private final int numHits;
  private final boolean byScore;
  private final Sort sort;
  private final HitOrder order;
  private final FieldDoc after;

  /**
   * A page of hits.
   *
   * @param sort null for by score
   * @param after null for the first page
   */
  Page(Matches matches, List<LeafReaderContext> leaves, int numHits, Sort sort, FieldDoc after) {
    this.matches = matches;
    this.leaves = leaves;
    this.numHits = numHits;
    this.byScore = sort == null;
    this.sort = sort == null ? Sort.RELEVANCE : sort;
    this.order = new HitOrder(this.sort, 1);
    this.after = after;
  }

  /**
   * Fills the page.
   *
   * @param visible the page if there were no variants; its hits are exact, its total may be a lower
   *     bound. Then not all matches were seen, but all that can be hits
   */
  OneVersionDocs fill(TopDocs visible) throws IOException {
    TotalHits.Relation relation = visible.totalHits.relation();
    Orphans orphans = matches.orphans();
    ScoreDoc[] page = visible.scoreDocs;
    long groups = visible.totalHits.value();
    if (orphans.count() > 0) {
      BestVariants best = new BestVariants(orphans, matches, leaves, sort);
      boolean complete = relation == TotalHits.Relation.EQUAL_TO;
      List<FieldDoc> candidates = candidates(best, page, complete);
      groups += complete ? best.groups().length : candidates.size();
      page = merge(page, candidates);
    }
    List<OneVersionDocs.Hit> hits = new ArrayList<>(page.length);
    for (ScoreDoc doc : page) {
      hits.add(hit(doc));
    }
    long documents = visible.totalHits.value() + matches.hiddenCount();
    return new OneVersionDocs(
        hits, new TotalHits(groups, relation), new TotalHits(documents, relation));
  }

  /** The variants that come after the page before and not after the last visible hit. */
  private List<FieldDoc> candidates(BestVariants best, ScoreDoc[] visible, boolean complete)
      throws IOException {
    FieldDoc last = visible.length < numHits ? null : fieldDoc(visible[numHits - 1]);
    MatchCursor representatives = complete ? null : matches.cursor();
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
    PriorityQueue<FieldDoc> merged = new PriorityQueue<>(order.reversed());
    for (ScoreDoc doc : visible) {
      merged.add(fieldDoc(doc));
    }
    for (FieldDoc candidate : candidates) {
      merged.add(candidate);
      if (merged.size() > numHits) {
        merged.remove();
      }
    }
    ScoreDoc[] page = new ScoreDoc[merged.size()];
    for (int i = page.length - 1; i >= 0; i--) {
      FieldDoc doc = merged.remove();
      page[i] = byScore ? new ScoreDoc(doc.doc, (Float) doc.fields[0]) : doc;
    }
    return page;
  }

  private FieldDoc fieldDoc(ScoreDoc doc) {
    return byScore ? scored(doc) : (FieldDoc) doc;
  }

  /** A hit as a search sorted by score gives it. */
  static FieldDoc scored(ScoreDoc doc) {
    return new FieldDoc(doc.doc, doc.score, new Object[] {doc.score});
  }

  private OneVersionDocs.Hit hit(ScoreDoc doc) {
    int representative = matches.versions().representative(doc.doc);
    int[] hidden = matches.versions().hiddenBehind(representative);
    int matching = hidden.length == 0 || matches.contains(representative) ? 1 : 0;
    for (int variant : hidden) {
      matching += matches.contains(variant) ? 1 : 0;
    }
    return new OneVersionDocs.Hit(doc, representative, hidden.length + 1, matching);
  }
}
