// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopFieldDocs;

/** One-version search the plain way: all matches in order, and a map of groups. */
final class VersionModel {
  private final IndexSearcher searcher;
  private final RandomVersions.Doc[] byNumber;
  private final Map<Long, Integer> representatives = new HashMap<>();
  private final Map<Long, Integer> sizes = new HashMap<>();

  /** What should be found. */
  record Found(List<BestVersionDocs.Hit> hits, long documents) {}

  VersionModel(DirectoryReader reader, Map<String, RandomVersions.Doc> live) throws IOException {
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    byNumber = new RandomVersions.Doc[reader.maxDoc()];
    int all = Math.max(1, reader.maxDoc());
    for (ScoreDoc found : searcher.search(new FieldExistsQuery("text"), all).scoreDocs) {
      RandomVersions.Doc doc = live.get(searcher.storedFields().document(found.doc).get("id"));
      byNumber[found.doc] = doc;
      sizes.merge(doc.group, 1, Integer::sum);
      if (!doc.hidden) {
        representatives.put(doc.group, found.doc);
      }
    }
  }

  /** All hits of a query, as one page. */
  Found search(Query query, Sort sort) throws IOException {
    int all = Math.max(1, byNumber.length);
    TopFieldDocs found = searcher.search(query, all, sort);
    Map<Long, Integer> matching = new HashMap<>();
    Map<Long, FieldDoc> best = new HashMap<>();
    for (ScoreDoc scoreDoc : found.scoreDocs) {
      RandomVersions.Doc doc = byNumber[scoreDoc.doc];
      matching.merge(doc.group, 1, Integer::sum);
      if (!doc.hidden) {
        best.put(doc.group, (FieldDoc) scoreDoc);
      } else {
        best.putIfAbsent(doc.group, (FieldDoc) scoreDoc);
      }
    }
    List<BestVersionDocs.Hit> hits = new ArrayList<>();
    for (ScoreDoc scoreDoc : found.scoreDocs) {
      long group = byNumber[scoreDoc.doc].group;
      if (best.get(group).doc == scoreDoc.doc) {
        hits.add(
            new BestVersionDocs.Hit(
                scoreDoc, representatives.get(group), sizes.get(group), matching.get(group)));
      }
    }
    return new Found(hits, found.scoreDocs.length);
  }
}
