// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Shows only documents with a term, as the readers of document-level security do for a user. Like
 * those, it leaves the cache keys of readers as they are, which OpenSearch demands.
 */
public final class TermReader extends FilterDirectoryReader {
  private final Term term;

  /** The documents of a reader that have a term. */
  public TermReader(DirectoryReader in, Term term) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader leaf) {
            try {
              return new TermLeaf(leaf, term);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    this.term = term;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
    return new TermReader(other, term);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  private static final class TermLeaf extends FilterLeafReader {
    private final FixedBitSet visible;

    TermLeaf(LeafReader in, Term term) throws IOException {
      super(in);
      visible = new FixedBitSet(in.maxDoc());
      Bits live = in.getLiveDocs();
      PostingsEnum postings = in.postings(term, PostingsEnum.NONE);
      while (postings != null && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(postings.docID())) {
          visible.set(postings.docID());
        }
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
