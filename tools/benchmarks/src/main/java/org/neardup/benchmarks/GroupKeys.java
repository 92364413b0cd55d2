// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.ParallelCompositeReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.grouping.GroupingSearch;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.neardup.search.RecordedGroups;

/**
 * The groups of an index as Lucene's own grouping needs them: an exact key for each document, as
 * sorted doc values, in a second index with the same segments.
 */
final class GroupKeys {
  private static final String FIELD = "key";

  private GroupKeys() {}

  /** A reader of an index and its keys, which are written to a folder. */
  static ParallelCompositeReader write(DirectoryReader reader, Folder folder) throws IOException {
    int[] groups = new int[reader.maxDoc()];
    Arrays.setAll(groups, doc -> doc);
    new RecordedGroups(reader).forEachHidden((hidden, visible) -> groups[hidden] = visible);
    Directory directory = FSDirectory.open(folder.path());
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setRAMBufferSizeMB(1024); // a segment ends where that of the index ends
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          Document document = new Document();
          String key = Integer.toString(groups[leaf.docBase + doc]);
          document.add(new SortedDocValuesField(FIELD, new BytesRef(key)));
          writer.addDocument(document);
        }
        writer.flush();
      }
    }
    return new ParallelCompositeReader(reader, DirectoryReader.open(directory));
  }

  /**
   * Finds the best groups that match, one document of each.
   *
   * @param isCounted whether groups are counted
   * @return how many groups match; 0 if they are not counted
   */
  static int search(IndexSearcher searcher, Query query, int n, boolean isCounted)
      throws IOException {
    GroupingSearch search = new GroupingSearch(FIELD).setAllGroups(isCounted);
    Integer groups = search.<BytesRef>search(searcher, query, 0, n).totalGroupCount;
    return groups == null ? 0 : groups;
  }
}
