// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOUtils;
import org.neardup.internal.record.SearcherSource;

/**
 * Searches a collapsed index as if hidden documents were deleted, so that any Lucene code sees one
 * version of each: totals, facets, sorting and paging are right, at no cost per query.
 *
 * <p>Search it with {@link OneVersionSearcher}, which finds the same as Lucene's searcher and reads
 * less.
 *
 * <p>A hidden document that matches a query that its representative does not match is not found
 * this way; {@link BestVersionSearch} finds it.
 *
 * <p>Which documents of a segment are visible is read once, in a pass over its hidden documents,
 * and kept until the segment's reader closes: one bit a document, two if some are deleted.
 */
public final class OneVersion {
  private OneVersion() {}

  /**
   * A view of {@code in} without its hidden documents. Closing it closes {@code in}; {@link
   * DirectoryReader#openIfChanged(DirectoryReader)} gives such a view again, and looks only at
   * segments that changed.
   *
   * <p>So it suits {@link org.apache.lucene.search.SearcherManager} over the commits of a
   * directory. A reader opened from a writer may show half an operation: both of two
   * near-duplicates, say, or neither; {@code org.neardup.index.CollapsingSearcherManager} does not.
   *
   * @param in not one of these already. A reader that removes documents for other reasons, such as
   *     soft deletions, belongs below this one: above, it keeps look-ups by id from finding hidden
   *     documents
   */
  public static DirectoryReader wrap(DirectoryReader in) throws IOException {
    return new HidingReader(in, LeafVisibility.of(leaves(in)), OneVersion::wrap);
  }

  /**
   * The same for an index that does not record its groups.
   *
   * @param in a plain reader over all documents
   * @param source of the groups of it, and of each reader that is opened from this one
   */
  public static DirectoryReader wrap(DirectoryReader in, VersionGroups.Source source)
      throws IOException {
    VersionGroups groups = source.groups(in);
    groups.requireOf(in);
    return new HidingReader(
        in, LeafVisibility.of(leaves(in), groups), newer -> wrap(newer, source));
  }

  private static List<LeafReader> leaves(DirectoryReader reader) {
    return reader.leaves().stream().map(LeafReaderContext::reader).toList();
  }

  /**
   * Refuses a reader that {@link #wrap} made, for code that looks for hidden documents: it would
   * count wrong, in silence.
   *
   * @throws IllegalArgumentException if it is one, or is around one
   */
  public static void requireAllVersions(IndexReader reader) {
    if ((reader instanceof DirectoryReader directory && isWrapped(directory))
        || reader.leaves().stream().anyMatch(leaf -> isWrapped(leaf.reader()))) {
      throw new IllegalArgumentException(
          "reader must show hidden documents, got one of OneVersion.wrap; keep the reader that was"
              + " wrapped, and pass that");
    }
  }

  /** Whether {@link #wrap} made a reader, or one that it is around. */
  static boolean isWrapped(DirectoryReader reader) {
    DirectoryReader in = reader;
    while (in instanceof FilterDirectoryReader filter && !(in instanceof HidingReader)) {
      in = filter.getDelegate();
    }
    return in instanceof HidingReader;
  }

  private static boolean isWrapped(LeafReader leaf) {
    return runs(leaf) != null;
  }

  /** The runs of visible documents of a leaf of {@link #wrap}; null if it has no hidden ones. */
  static Runs runs(LeafReader leaf) {
    LeafReader in = leaf;
    while (in instanceof FilterLeafReader filter) {
      if (in instanceof HidingLeaf hiding) {
        return hiding.runs;
      }
      in = filter.getDelegate();
    }
    return null;
  }

  /**
   * What the leaf of a reader has without this class: its live documents are the visible ones and
   * the hidden ones. What other filters remove stays removed.
   */
  static LeafReader withHidden(LeafReader leaf) {
    LeafReader below = leaf;
    while (below instanceof FilterLeafReader filter
        && (filter instanceof HidingLeaf || takesNoneAway(filter))) {
      below = filter.getDelegate();
    }
    return below;
  }

  /** Such as a filter that ends slow searches, which may be around one of this class. */
  @SuppressWarnings("ReferenceEquality") // it returns what it is given, or bits of its own
  private static boolean takesNoneAway(FilterLeafReader filter) {
    return filter.getLiveDocs() == filter.getDelegate().getLiveDocs();
  }

  /**
   * Lucene's number of a document that is not deleted, hidden or not.
   *
   * @param id an indexed term that no other document has
   */
  public static OptionalInt find(IndexReader reader, Term id) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum docs = leaf.reader().postings(id, PostingsEnum.NONE);
      Bits live = withHidden(leaf.reader()).getLiveDocs();
      for (int doc = next(docs); doc != NO_MORE_DOCS; doc = next(docs)) {
        if (live == null || live.get(doc)) {
          return OptionalInt.of(leaf.docBase + doc);
        }
      }
    }
    return OptionalInt.empty();
  }

  private static int next(PostingsEnum docs) throws IOException {
    return docs == null ? NO_MORE_DOCS : docs.nextDoc();
  }

  /** A key other than the wrapped reader's, as the live documents differ. */
  static CacheHelper ownKey(CacheHelper wrapped) {
    return wrapped == null ? null : HidingReader.keyAround(wrapped);
  }

  private static final class HidingReader extends FilterDirectoryReader implements SearcherSource {
    private final CacheHelper cacheHelper;
    private final IOFunction<DirectoryReader, DirectoryReader> wrapper;

    /**
     * A reader of leaves that hide documents.
     *
     * @param visibility of each leaf
     * @param wrapper makes such a reader of a newer one
     */
    HidingReader(
        DirectoryReader in,
        List<LeafVisibility> visibility,
        IOFunction<DirectoryReader, DirectoryReader> wrapper)
        throws IOException {
      super(in, new Wrapper(visibility));
      this.wrapper = wrapper;
      cacheHelper = ownKey(in.getReaderCacheHelper());
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader reader) throws IOException {
      try {
        return wrapper.apply(reader);
      } catch (Throwable t) { // nobody else has the newer reader
        IOUtils.closeWhileHandlingException(reader);
        throw t;
      }
    }

    @Override
    public IndexSearcher newSearcher() throws IOException {
      return new OneVersionSearcher(this);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return cacheHelper;
    }

    private static CacheHelper keyAround(CacheHelper wrapped) {
      return new DelegatingCacheHelper(wrapped) {};
    }
  }

  /** Hides documents of all leaves of a reader, by which of them are visible. */
  private static final class Wrapper extends FilterDirectoryReader.SubReaderWrapper {
    private final List<LeafVisibility> visibility;

    Wrapper(List<LeafVisibility> visibility) {
      this.visibility = visibility;
    }

    @Override
    protected LeafReader[] wrap(List<? extends LeafReader> leaves) {
      LeafReader[] wrapped = new LeafReader[leaves.size()];
      Arrays.setAll(wrapped, i -> HidingLeaf.of(leaves.get(i), visibility.get(i)));
      return wrapped;
    }

    @Override
    public LeafReader wrap(LeafReader leaf) {
      throw new AssertionError("leaves are wrapped together");
    }
  }

  private static final class HidingLeaf extends FilterLeafReader {
    private final Runs runs;
    private final int numDocs;
    private final CacheHelper cacheHelper;

    private HidingLeaf(LeafReader in, LeafVisibility visibility) {
      super(in);
      runs = visibility.runs();
      numDocs = visibility.count();
      cacheHelper = visibility.key();
    }

    static LeafReader of(LeafReader leaf, LeafVisibility visibility) {
      return visibility.runs() == null ? leaf : new HidingLeaf(leaf, visibility);
    }

    @Override
    public Bits getLiveDocs() {
      return runs.docs();
    }

    @Override
    public int numDocs() {
      return numDocs;
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper(); // what is cached by core leaves live docs out of account
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return cacheHelper;
    }
  }
}
