// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Weight;

/**
 * Searches what {@link OneVersion#wrap} shows, and reads only the stretches of each segment that
 * have visible documents in them. Hits and scores are those of any other searcher over that reader.
 */
public class OneVersionSearcher extends IndexSearcher {
  /**
   * Searches the visible documents of an index on the thread of the caller.
   *
   * @param reader over all documents, or of {@link OneVersion}; then it is searched as it is
   */
  public OneVersionSearcher(DirectoryReader reader) throws IOException {
    this(reader, null);
  }

  /**
   * Searches the visible documents of an index.
   *
   * @param reader over all documents, or of {@link OneVersion}; then it is searched as it is
   * @param executor searches segments, and parts of large ones, at once; null for none
   */
  public OneVersionSearcher(DirectoryReader reader, Executor executor) throws IOException {
    super(OneVersion.isWrapped(reader) ? reader : OneVersion.wrap(reader), executor);
  }

  @Override
  protected void searchLeaf(
      LeafReaderContext leaf, int minDoc, int maxDoc, Weight weight, Collector collector)
      throws IOException {
    Weight byRuns =
        new RunsWeight(weight.getQuery(), weight, each -> OneVersion.runs(each.reader()), false);
    super.searchLeaf(leaf, minDoc, maxDoc, byRuns, collector);
  }
}
