// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ReferenceManager;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.util.IOFunction;
import org.neardup.record.SearcherSource;

/**
 * The {@link SearcherManager} of a {@link CollapsingIndexWriter}: each searcher sees every
 * operation of the writer completely or not at all.
 *
 * <p>Call {@link #maybeRefresh} periodically, or have a {@link CollapsingRefreshThread} do so, by
 * which threads wait for their own changes.
 *
 * <p>Thread-safe. Close it before the writer.
 */
public final class CollapsingSearcherManager extends ReferenceManager<IndexSearcher> {
  private final CollapsingIndexWriter writer;
  private final IOFunction<DirectoryReader, DirectoryReader> view;
  private final SearcherFactory factory;

  /**
   * Opens the first searcher.
   *
   * @param view {@code OneVersion::wrap} to hide variants, {@code reader -> reader} to show all
   *     documents
   * @param factory creates searchers; null for those that suit the view: of {@code
   *     org.neardup.search.OneVersionSearcher} for {@code OneVersion::wrap}
   */
  public CollapsingSearcherManager(
      CollapsingIndexWriter writer,
      IOFunction<DirectoryReader, DirectoryReader> view,
      SearcherFactory factory)
      throws IOException {
    this.writer = writer;
    this.view = view;
    this.factory = factory == null ? new SuitableSearchers() : factory;
    current = SearcherManager.getSearcher(this.factory, writer.index().openView(view), null);
  }

  private static final class SuitableSearchers extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) throws IOException {
      return reader instanceof SearcherSource source
          ? source.newSearcher()
          : super.newSearcher(reader, previous);
    }
  }

  CollapsingIndexWriter writer() {
    return writer;
  }

  @Override
  protected IndexSearcher refreshIfNeeded(IndexSearcher searcher) throws IOException {
    DirectoryReader reader = (DirectoryReader) searcher.getIndexReader();
    DirectoryReader newer = writer.index().reopenView(reader, view);
    return newer == null ? null : SearcherManager.getSearcher(factory, newer, reader);
  }

  @Override
  protected boolean tryIncRef(IndexSearcher searcher) {
    return searcher.getIndexReader().tryIncRef();
  }

  @Override
  protected void decRef(IndexSearcher searcher) throws IOException {
    searcher.getIndexReader().decRef();
  }

  @Override
  protected int getRefCount(IndexSearcher searcher) {
    return searcher.getIndexReader().getRefCount();
  }
}
