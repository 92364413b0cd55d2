// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;

/**
 * Groups of several documents, largest first. Component names are the keys of the JSON.
 *
 * @param total how many there are
 * @param page which of the pages this is, from 1
 * @param groups on this page
 */
public record GroupsReport(int total, int page, List<StatsReport.Group> groups) {
  /** How many groups a page has. */
  public static final int ON_PAGE = 50;

  /**
   * A page of groups.
   *
   * @param query null for all groups, else those with a document that matches, hidden or not
   * @param page from 1
   */
  public static GroupsReport of(NeardupIndex index, Query query, int page) throws IOException {
    Map<Long, Integer> hidden = index.hiddenByGroup();
    if (query != null) {
      hidden.keySet().retainAll(matching(index, query));
    }
    return new GroupsReport(
        hidden.size(), page, StatsReport.groups(index, hidden, (page - 1) * ON_PAGE, ON_PAGE));
  }

  private static Set<Long> matching(NeardupIndex index, Query query) throws IOException {
    Set<Long> groups = new HashSet<>();
    IndexSearcher searcher = new IndexSearcher(index.all());
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      Scorer scorer = weight.scorer(leaf);
      DocIdSetIterator docs = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        int number = leaf.docBase + doc;
        if ((live == null || live.get(doc)) && index.groups().hasGroup(number)) {
          groups.add(index.groups().group(number));
        }
      }
    }
    return groups;
  }

  /** The number of the last page. */
  public int pages() {
    return Math.max(1, Math.ceilDiv(total, ON_PAGE));
  }
}
