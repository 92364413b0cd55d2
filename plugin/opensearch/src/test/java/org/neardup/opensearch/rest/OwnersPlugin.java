// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestHeaderDefinition;

/**
 * Document-level security as plugins do it: who names a user in the header {@code owner} sees
 * documents with that owner alone.
 */
public final class OwnersPlugin extends Plugin implements ActionPlugin {
  private static final String OWNER = "owner";

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(OWNER, false));
  }

  @Override
  public void onIndexModule(IndexModule index) {
    index.setReaderWrapper(
        service -> {
          ThreadContext context = service.getThreadPool().getThreadContext();
          return reader -> {
            String owner = context.getHeader(OWNER);
            return owner == null ? reader : new OwnersReader(reader, owner);
          };
        });
  }

  private static final class OwnersReader extends FilterDirectoryReader {
    private final String owner;

    OwnersReader(DirectoryReader in, String owner) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new OwnersLeaf(leaf, owner);
            }
          });
      this.owner = owner;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader reader) throws IOException {
      return new OwnersReader(reader, owner);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class OwnersLeaf extends FilterLeafReader {
    private final FixedBitSet visible;

    OwnersLeaf(LeafReader in, String owner) {
      super(in);
      visible = new FixedBitSet(in.maxDoc());
      Bits live = in.getLiveDocs();
      try {
        SortedSetDocValues owners = DocValues.getSortedSet(in, OWNER);
        while (owners.nextDoc() != SortedSetDocValues.NO_MORE_DOCS) {
          boolean isOwned = owners.lookupOrd(owners.nextOrd()).utf8ToString().equals(owner);
          if (isOwned && (live == null || live.get(owners.docID()))) {
            visible.set(owners.docID());
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Bits getLiveDocs() {
      return visible.asReadOnlyBits();
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
