// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOFunction;
import org.neardup.search.derived.ReaderDiff.GoneDoc;

/** Derives groups with a small window, as the main code does or with a fault that it once had. */
public final class SimulatedDerivers {
  private final String field;
  private final double threshold;
  private final DocumentOrder order;
  private final int window;

  /** Of one field, in an order without ties. */
  public SimulatedDerivers(String field, double threshold, DocumentOrder order, int window) {
    this.field = field;
    this.threshold = threshold;
    this.order = order;
    this.window = window;
  }

  /** The real one. */
  public IOFunction<IndexReader, DerivedGroups> real() {
    return new GroupDeriver(field, threshold, order, null, window)::groups;
  }

  /** Takes a segment for unchanged if as many of its documents live as before. */
  public IOFunction<IndexReader, DerivedGroups> thatCountsDeletions() {
    IOFunction<IndexReader, DerivedGroups> real = real();
    Map<CacheKey, Bits> before = new HashMap<>();
    return reader -> real.apply(new CountedDeletions((DirectoryReader) reader, before));
  }

  /** Does not see all that enters the window of a key when several of its documents are deleted. */
  public IOFunction<IndexReader, DerivedGroups> thatForgetsWindows() {
    return new Forgetful()::groups;
  }

  private final class Forgetful {
    private DerivedGroups last = DerivedGroups.NONE;

    DerivedGroups groups(IndexReader reader) throws IOException {
      ReaderDiff change = new ReaderDiff(last, reader.leaves(), field, order);
      change.find(true);
      boolean isGone = change.gone().stream().anyMatch(doc -> doc.wasVisible() && doc.doc() < 0);
      if (last.segments().isEmpty() || (last.isOverfull() && isGone)) {
        last = real().apply(reader);
      } else {
        last = update(reader, change);
      }
      return last;
    }

    private DerivedGroups update(IndexReader reader, ReaderDiff change) throws IOException {
      SegmentBuilders segments = SegmentBuilders.of(change.segments(), reader.maxDoc());
      GroupDirectory.Builder directory = change.directory();
      NeighbourReader neighbours = segments.neighbours(field, threshold, window);
      Derivation derivation = new Derivation(segments, directory, neighbours, false, false, window);
      FixedBitSet headless = new FixedBitSet(directory.end());
      for (GoneDoc doc : change.gone()) {
        if (doc.group() != 0) {
          derivation.shrink(doc.group());
          if (doc.wasVisible() && directory.size(doc.group()) > 0) {
            headless.set(doc.group());
          }
        }
      }
      for (GoneDoc doc : change.gone()) {
        if (doc.wasVisible() && last.isOverfull()) {
          derivation.removed(List.of(doc.doc())); // the fault: one after the other
        }
      }
      segments.all().forEach(segment -> segment.setMembersDirty(headless));
      derivation.run();
      CacheHelper helper = reader.getReaderCacheHelper();
      return new DerivedGroups(
          helper.getKey(),
          segments.all().stream().map(SegmentBuilder::finish).toList(),
          segments.starts(),
          segments.bySlot(),
          directory.finish(),
          derivation.hasTies(),
          derivation.isOverfull() || last.isOverfull());
    }
  }

  /** A reader whose segments seem unchanged if as many of their documents live as before. */
  private static final class CountedDeletions extends FilterDirectoryReader {
    private final Map<CacheKey, Bits> before;

    CountedDeletions(DirectoryReader in, Map<CacheKey, Bits> before) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              Bits live = leaf.getLiveDocs();
              Bits old = live == null ? null : before.get(leaf.getCoreCacheHelper().getKey());
              Bits seen = old != null && count(old) == count(live) ? old : live;
              before.put(leaf.getCoreCacheHelper().getKey(), seen);
              return new WithLiveDocs(leaf, seen);
            }
          });
      this.before = before;
    }

    private static int count(Bits live) {
      return FixedBitSet.copyOf(live).cardinality();
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
      return new CountedDeletions(other, before);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class WithLiveDocs extends FilterLeafReader {
    private final Bits live;

    WithLiveDocs(LeafReader in, Bits live) {
      super(in);
      this.live = live;
    }

    @Override
    public Bits getLiveDocs() {
      return live;
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
