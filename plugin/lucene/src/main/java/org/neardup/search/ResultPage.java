// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/** Makes a page of the best visible matches and the best variants. For one thread and one page. */
record ResultPage(Request request, Matches matches, QueryExecution searched, HitOrder order) {
  /**
   * A page of what a search has seen.
   *
   * @param searched its weight is needed if variants match without their representative
   */
  ResultPage(Request request, Matches matches, QueryExecution searched) {
    this(request, matches, searched, new HitOrder(request.order(), 1));
  }

  /**
   * Fills the page.
   *
   * @param visible the page if there were no variants, and how many visible matches were seen
   * @param sawAll whether all matches were seen; else all that can be hits, unless time ran out
   * @param known how many documents match; -1 if only what was seen is known
   */
  BestVersionDocs fill(TopDocs visible, boolean sawAll, long known) throws IOException {
    ScoreDoc[] page = visible.scoreDocs;
    long groups = visible.totalHits.value();
    UnrepresentedMatches unrepresented = matches.unrepresented();
    if (unrepresented.count() > 0) {
      FieldDoc last = last(page);
      BestVariants variants = variants(unrepresented, last);
      List<FieldDoc> candidates = candidates(variants.find(), last, sawAll);
      groups += sawAll ? variants.groups() : candidates.size();
      page = merge(page, candidates);
    }
    long documents = known >= 0 ? known : matches.documents(visible.totalHits.value());
    List<BestVersionDocs.Hit> hits = new ArrayList<>(page.length);
    for (ScoreDoc doc : page) {
      hits.add(hit(doc));
    }
    TotalHits.Relation relation =
        sawAll ? TotalHits.Relation.EQUAL_TO : TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO;
    return new BestVersionDocs(
        hits, new TotalHits(groups, relation), new TotalHits(documents, relation));
  }

  /** The last hit of a full page, or null. */
  private FieldDoc last(ScoreDoc[] visible) {
    int numHits = request.numHits();
    return visible.length < numHits ? null : request.fieldDoc(visible[numHits - 1]);
  }

  private BestVariants variants(UnrepresentedMatches unrepresented, FieldDoc last)
      throws IOException {
    boolean isByScore = request.sort() == null;
    // Of documents with one text and so one score the first goes before the others.
    UnrepresentedMatches all = isByScore ? unrepresented : matches.withUnseen(unrepresented);
    ScoreDoc worst = isByScore && last != null ? request.scoreDoc(last) : null;
    return new BestVariants(request, all, searched, worst);
  }

  /** The variants that come after the page before and not after the last visible hit. */
  private List<FieldDoc> candidates(
      SortedMap<Integer, FieldDoc> variants, FieldDoc last, boolean sawAll) throws IOException {
    FieldDoc after = request.after();
    MatchCursor representatives =
        sawAll || variants.isEmpty() ? null : new MatchCursor(searched, variants.size());
    List<FieldDoc> candidates = new ArrayList<>();
    for (Map.Entry<Integer, FieldDoc> variant : variants.entrySet()) {
      boolean isCandidate =
          (after == null || order.compare(variant.getValue(), after) > 0)
              && (last == null || order.compare(variant.getValue(), last) < 0)
              && (sawAll || !representatives.advance(variant.getKey()));
      if (isCandidate) {
        candidates.add(variant.getValue());
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

  private BestVersionDocs.Hit hit(ScoreDoc doc) {
    VersionMap versions = request.versions();
    int representative = versions.representative(doc.doc);
    if (!versions.grouped.get(representative)) {
      return new BestVersionDocs.Hit(doc, representative, 1, 1);
    }
    return new BestVersionDocs.Hit(
        doc, representative, versions.size(representative), matches.matching(representative));
  }
}
