// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** What a reader that hides shows, and what it keeps when it is reopened. */
public class TestOneVersion extends LuceneTestCase {
  private Directory directory;
  private RandomVersions versions;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    versions =
        new RandomVersions(
            random(),
            directory,
            RandomVersions.config(newIndexWriterConfig(random(), RandomVersions.analyzer()))
                .setMergePolicy(NoMergePolicy.INSTANCE));
  }

  @Override
  public void tearDown() throws Exception {
    versions.writer().close();
    directory.close();
    super.tearDown();
  }

  public void testShowsTheVisibleDocuments() throws IOException {
    versions.add(200, 3);
    versions.change(60);
    try (DirectoryReader visible = OneVersion.wrap(DirectoryReader.open(versions.writer()))) {
      assertEquals(visibleIds(), ids(visible, MatchAllDocsQuery.INSTANCE));
      assertEquals(visibleIds().size(), visible.numDocs());
      assertEquals(
          visibleIds().size(), new IndexSearcher(visible).count(MatchAllDocsQuery.INSTANCE));
      for (LeafReaderContext leaf : visible.leaves()) {
        TestUtil.checkReader(leaf.reader());
      }
    }
  }

  public void testASearchOfAllVersionsRefusesTheView() throws IOException {
    if (random().nextBoolean()) { // else nothing is hidden yet
      versions.add(50, 3);
    }
    try (DirectoryReader visible = OneVersion.wrap(DirectoryReader.open(versions.writer()))) {
      for (DirectoryReader view : List.of(visible, new AssertingDirectoryReader(visible))) {
        for (ThrowingRunnable search :
            List.<ThrowingRunnable>of(
                () -> new BestVersionSearch(new IndexSearcher(view)),
                () -> new RecordedGroups(view).forEachHidden((doc, representative) -> {}))) {
          assertEquals(
              "reader must show hidden documents, got one of OneVersion.wrap; keep the reader that"
                  + " was wrapped, and pass that",
              expectThrows(IllegalArgumentException.class, search).getMessage());
        }
      }
    }
  }

  private Set<String> visibleIds() {
    return versions.live().values().stream()
        .filter(doc -> !doc.hidden)
        .map(doc -> doc.id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> ids(DirectoryReader reader, Query query) throws IOException {
    Set<String> ids = new TreeSet<>();
    for (ScoreDoc found : new IndexSearcher(reader).search(query, 10_000).scoreDocs) {
      ids.add(reader.storedFields().document(found.doc).get("id"));
    }
    return ids;
  }

  public void testReopeningLooksAtChangedSegmentsOnly() throws IOException {
    int cached = LeafVisibility.cached();
    versions.add(100, 3);
    versions.writer().flush();
    try (DirectoryReader older = OneVersion.wrap(DirectoryReader.open(versions.writer()))) {
      assertEquals(cached + older.leaves().size(), LeafVisibility.cached());
      versions.add(20, 3);
      versions.change(1);
      try (DirectoryReader newer = DirectoryReader.openIfChanged(older, versions.writer())) {
        assertEquals(visibleIds(), ids(newer, MatchAllDocsQuery.INSTANCE));
        Set<Object> changed = new HashSet<>();
        newer.leaves().forEach(leaf -> changed.add(key(leaf.reader())));
        older.leaves().forEach(leaf -> changed.remove(key(leaf.reader())));
        assertEquals(cached + older.leaves().size() + changed.size(), LeafVisibility.cached());
      }
    }
    versions.writer().close(); // it keeps readers of its own
    assertEquals("closed readers are forgotten", cached, LeafVisibility.cached());
  }

  /** What the reader below the view is known by. */
  private static Object key(LeafReader leaf) {
    LeafReader plain = leaf instanceof FilterLeafReader view ? view.getDelegate() : leaf;
    return plain.getReaderCacheHelper().getKey();
  }

  public void testSearcherManagerRefreshesTheView() throws IOException {
    versions.add(50, 3);
    try (SearcherManager manager =
        new SearcherManager(OneVersion.wrap(DirectoryReader.open(versions.writer())), null)) {
      for (int i = 0; i < 5; i++) {
        versions.add(1 + random().nextInt(10), 3);
        versions.change(random().nextInt(20));
        manager.maybeRefreshBlocking();
        IndexSearcher searcher = manager.acquire();
        try {
          assertEquals(visibleIds().size(), searcher.count(MatchAllDocsQuery.INSTANCE));
        } finally {
          manager.release(searcher);
        }
      }
    }
  }

  /** As applications keep what they know of a segment by that key. */
  public void testAnUnchangedSegmentKeepsItsKey() throws IOException {
    versions.add(100, 3);
    versions.writer().flush();
    try (DirectoryReader older = OneVersion.wrap(DirectoryReader.open(versions.writer()))) {
      versions.add(20, 3);
      versions.change(1);
      try (DirectoryReader newer = DirectoryReader.openIfChanged(older, versions.writer())) {
        Map<Object, Object> before = new HashMap<>();
        older.leaves().forEach(leaf -> before.put(key(leaf.reader()), ownKey(leaf.reader())));
        int unchanged = 0;
        for (LeafReaderContext leaf : newer.leaves()) {
          Object known = before.get(key(leaf.reader()));
          if (known != null) {
            assertSame(known, ownKey(leaf.reader()));
            unchanged++;
          }
        }
        assertTrue(unchanged > 0);
      }
    }
  }

  private static Object ownKey(LeafReader leaf) {
    return leaf.getReaderCacheHelper().getKey();
  }

  /** The test's directory refuses to close while files are open. */
  public void testAViewThatCannotBeReadIsNotHeldOpen() throws IOException {
    versions.add(50, 3);
    try (DirectoryReader all = DirectoryReader.open(versions.writer());
        DirectoryReader view = OneVersion.wrap(all, failingAfter(1))) {
      versions.add(1, 3);
      for (int i = 0; i < 2; i++) {
        IOException thrown =
            expectThrows(
                IOException.class, () -> DirectoryReader.openIfChanged(view, versions.writer()));
        assertEquals("the disk is gone", thrown.getMessage());
      }
    }
  }

  /** Groups of so many readers, which cannot be read later. */
  private static VersionGroups.Source failingAfter(int readers) {
    AtomicInteger left = new AtomicInteger(readers);
    return reader -> {
      RecordedGroups recorded = new RecordedGroups(reader);
      if (left.getAndDecrement() > 0) {
        return recorded;
      }
      return new VersionGroups() {
        @Override
        public boolean isHidden(int doc) throws IOException {
          return recorded.isHidden(doc);
        }

        @Override
        public int representative(int doc) throws IOException {
          return recorded.representative(doc);
        }

        @Override
        public int[] members(int doc) throws IOException {
          return recorded.members(doc);
        }

        @Override
        public void forEachHidden(HiddenVisitor visitor) throws IOException {
          throw new IOException("the disk is gone");
        }
      };
    };
  }
}
