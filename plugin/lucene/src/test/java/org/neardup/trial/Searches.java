// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersion;
import org.neardup.trial.Snapshot.Shown;

/** What searches find, beside what they should by the definition of their queries. */
final class Searches {
  private final Snapshot snapshot;
  private final Map<Integer, Shown> byDoc = new HashMap<>();
  private final Map<Integer, List<Shown>> groups = new HashMap<>(); // by representative

  Searches(Snapshot snapshot) {
    this.snapshot = snapshot;
    for (Shown shown : snapshot.all()) {
      byDoc.put(shown.doc(), shown);
      groups.computeIfAbsent(representative(shown), doc -> new ArrayList<>()).add(shown);
    }
  }

  private int representative(Shown shown) {
    return snapshot.representative(shown).doc();
  }

  /** Compares all kinds of searches. */
  void check(TrialQuery query, int pageSize) throws IOException {
    IndexSearcher searcher = new IndexSearcher(snapshot.reader());
    List<ScoreDoc> ranked = ranked(searcher, query.toLucene());
    Set<Integer> matching = new TreeSet<>();
    for (Shown shown : snapshot.all()) {
      if (query.matches(shown.document())) {
        matching.add(shown.doc());
      }
    }
    assertEquals(
        query.toString(),
        matching,
        ranked.stream().map(hit -> hit.doc).collect(Collectors.toSet()));
    checkView(query, matching);
    checkOneVersion(searcher, query, ranked, pageSize);
  }

  private List<ScoreDoc> ranked(IndexSearcher searcher, Query query) throws IOException {
    TopDocs all = searcher.search(query, Math.max(1, snapshot.reader().maxDoc()));
    return List.of(all.scoreDocs);
  }

  /** A reader over one version finds what matches and is visible. */
  private void checkView(TrialQuery query, Set<Integer> matching) throws IOException {
    DirectoryReader view = OneVersion.wrap(snapshot.reader()); // shares the reader
    IndexSearcher searcher = new IndexSearcher(view);
    Set<Integer> expected = new TreeSet<>(matching);
    expected.removeIf(doc -> byDoc.get(doc).isVariant());
    assertEquals(query.toString(), expected.size(), searcher.count(query.toLucene()));
    Set<Integer> found = new TreeSet<>();
    ranked(searcher, query.toLucene()).forEach(hit -> found.add(hit.doc));
    assertEquals(query.toString(), expected, found);
  }

  /**
   * A search over one version shows one of each group that matches: the visible one if that
   * matches, else the first of the others; all in the order of a plain search, page by page.
   */
  private void checkOneVersion(
      IndexSearcher searcher, TrialQuery query, List<ScoreDoc> ranked, int pageSize)
      throws IOException {
    Map<Integer, List<Integer>> matchingByGroup = new HashMap<>();
    for (ScoreDoc hit : ranked) {
      matchingByGroup
          .computeIfAbsent(representative(byDoc.get(hit.doc)), doc -> new ArrayList<>())
          .add(hit.doc);
    }
    List<Integer> expected = new ArrayList<>();
    for (ScoreDoc hit : ranked) {
      int representative = representative(byDoc.get(hit.doc));
      List<Integer> matching = matchingByGroup.get(representative);
      if (hit.doc == (matching.contains(representative) ? representative : matching.getFirst())) {
        expected.add(hit.doc);
      }
    }
    List<Integer> found = new ArrayList<>();
    BestVersionSearch search = new BestVersionSearch(searcher);
    ScoreDoc after = null;
    BestVersionDocs page;
    do {
      page = search.searchAfter(after, query.toLucene(), pageSize);
      assertTotal(query, matchingByGroup.size(), page.groups());
      assertTotal(query, ranked.size(), page.documents());
      for (BestVersionDocs.Hit hit : page.hits()) {
        after = hit.doc();
        found.add(hit.doc().doc);
        int representative = representative(byDoc.get(hit.doc().doc));
        assertEquals(query.toString(), representative, hit.representative());
        assertEquals(query.toString(), groups.get(representative).size(), hit.versions());
        assertEquals(
            query.toString(), matchingByGroup.get(representative).size(), hit.matchingVersions());
      }
    } while (!page.hits().isEmpty());
    assertEquals(query.toString(), expected, found);
  }

  private static void assertTotal(TrialQuery query, int expected, TotalHits total) {
    assertTrue(query.toString(), total.relation() == TotalHits.Relation.EQUAL_TO);
    assertEquals(query.toString(), expected, total.value());
  }
}
