// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestHeaderDefinition;

/**
 * A plugin for tests that shows each user some documents of an index, as document-level security
 * does: those with the user's name in the keyword field {@code readers}. Who says no name sees all.
 * Like the real one, it leaves the cache keys of readers as they are.
 */
public final class FilteredDocumentsPlugin extends Plugin implements ActionPlugin {
  /** The HTTP header with the name of the user. */
  static final String HEADER = "X-Test-User";

  static final String INDEX_SETTING = "index.documents_by_reader";

  private static final Setting<Boolean> ENABLED =
      Setting.boolSetting(INDEX_SETTING, false, Setting.Property.IndexScope);

  /** Made by the server. */
  public FilteredDocumentsPlugin() {}

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(ENABLED);
  }

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(HEADER, false));
  }

  @Override
  public void onIndexModule(IndexModule module) {
    if (ENABLED.get(module.getSettings())) {
      module.setReaderWrapper(
          service -> {
            ThreadContext context = service.getThreadPool().getThreadContext();
            return reader -> {
              String user = context.getHeader(HEADER);
              return user == null ? reader : new FilteredReader(reader, user);
            };
          });
    }
  }

  private static final class FilteredReader extends FilterDirectoryReader {
    private final String user;

    FilteredReader(DirectoryReader in, String user) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              try {
                return new FilteredLeaf(leaf, user);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      this.user = user;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
      return new FilteredReader(other, user);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class FilteredLeaf extends FilterLeafReader {
    private final FixedBitSet visible;

    FilteredLeaf(LeafReader in, String user) throws IOException {
      super(in);
      visible = new FixedBitSet(in.maxDoc());
      Bits live = in.getLiveDocs();
      PostingsEnum postings = in.postings(new Term("readers", user), PostingsEnum.NONE);
      while (postings != null && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(postings.docID())) {
          visible.set(postings.docID());
        }
      }
    }

    @Override
    public Bits getLiveDocs() {
      return visible;
    }

    @Override
    public int numDocs() {
      return visible.cardinality();
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }
}
