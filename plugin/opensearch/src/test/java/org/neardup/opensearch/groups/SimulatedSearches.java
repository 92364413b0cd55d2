// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCache;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOFunction;
import org.neardup.opensearch.TermReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.query.SimulatedFilter;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.SimulatedDerivers;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;

/** The searches of a copy, in one process: its readers, and what is derived of them. */
final class SimulatedSearches {
  /** A numeric field: the number of the write. */
  static final String WRITE = "write";

  private static final QueryCachingPolicy ALWAYS =
      new QueryCachingPolicy() {
        @Override
        public void onUse(Query query) {
          // whatever was used before
        }

        @Override
        public boolean shouldCache(Query query) {
          return true;
        }
      };

  /** A term of some documents, which a caller sees alone. */
  static final Term SEEN = new Term("seen", "by the caller");

  private final ShardSimulation shard;
  private final Random random;
  private final NeardupFieldType type;
  private final GroupsService groups;
  private final QueryCache cache = new LRUQueryCache(1000, 1 << 20, leaf -> true, 1);
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final List<OpenSearchDirectoryReader> held = new ArrayList<>();
  private OpenSearchDirectoryReader reader;

  SimulatedSearches(ShardSimulation shard) {
    this.shard = shard;
    random = shard.random;
    SimulatedDerivers derivers = shard.texts.derivers();
    IOFunction<IndexReader, DerivedGroups> deriver =
        switch (shard.fault) {
          case FORGOTTEN_WINDOW -> derivers.thatForgetsWindows();
          case COUNTED_DELETIONS -> derivers.thatCountsDeletions();
          default -> derivers.real();
        };
    type = shard.texts.type;
    groups =
        new GroupsService(
            Settings.builder()
                .put(GroupsService.CHANGES_IN_SEARCH.getKey(), shard.changesInSearch)
                .build(),
            () -> background::add,
            () -> new NoopCircuitBreaker(GroupsService.BREAKER),
            ofType -> deriver);
    groups.created(SimulatedCopy.SHARD);
  }

  OpenSearchDirectoryReader reader() {
    return reader;
  }

  /** New searches see another reader. */
  void show(OpenSearchDirectoryReader newer) throws IOException {
    if (reader != null && shard.fault == SimulatedFault.LOST_REFRESH && random.nextInt(4) == 0) {
      newer.close();
      return;
    }
    if (reader != null) {
      reader.close();
    }
    reader = newer;
  }

  /** A search begins that goes on while the reader is replaced, or all such ones end. */
  void holdOrRelease() throws IOException {
    if (held.size() < 2) {
      reader.incRef();
      held.add(reader);
    } else {
      release();
    }
  }

  private void release() throws IOException {
    for (OpenSearchDirectoryReader old : held) {
      old.decRef();
    }
    held.clear();
  }

  /** The shard starts. */
  void derive() throws IOException {
    groups.started(SimulatedCopy.SHARD, type, reader);
  }

  void runBackground() {
    if (!background.isEmpty()) {
      background.remove().run();
    }
  }

  /** Searches by the current reader or one that is held. */
  void search() throws IOException {
    int which = random.nextInt(held.size() + 1);
    search(which == held.size() ? reader : held.get(which));
  }

  private void search(OpenSearchDirectoryReader by) throws IOException {
    SortedMap<Integer, SimulatedWrite> docs = docs(by);
    Optional<DerivedGroups> derived = groups.groups(SimulatedCopy.SHARD, type, by);
    Map<SimulatedWrite, SimulatedWrite> expected = shard.texts.groups(docs.values());
    if (derived.isEmpty()) {
      assertEquals("deriving", state());
      docs.values().forEach(write -> expected.put(write, write)); // each is shown meanwhile
    } else {
      docs.forEach(
          (doc, write) ->
              assertEquals(
                  "representative of " + write,
                  expected.get(write),
                  docs.get(derived.get().representative(doc))));
    }
    boolean isSecured = random.nextInt(3) == 0;
    DirectoryReader seen = isSecured ? new TermReader(by, SEEN) : by;
    boolean matchesAll = random.nextBoolean();
    List<SimulatedWrite> page = checkPage(seen, expected, matchesAll);
    if (derived.isPresent() && !isSecured && matchesAll && shard.texts.areAllCompared()) {
      checkNoneAreNear(page);
    }
  }

  private Object state() {
    return groups.statistics(SimulatedCopy.SHARD).values().iterator().next().get("state");
  }

  /** The page of what some or all documents match that a reader shows. */
  private List<SimulatedWrite> checkPage(
      DirectoryReader by, Map<SimulatedWrite, SimulatedWrite> representatives, boolean matchesAll)
      throws IOException {
    Map<SimulatedWrite, SimulatedWrite> expected = new HashMap<>(); // by representative
    List<SimulatedWrite> matching =
        docs(by).values().stream().filter(w -> matchesAll || random.nextInt(3) > 0).toList();
    matching.forEach(write -> expected.merge(representatives.get(write), write, this::preferred));
    long[] numbers = matching.stream().mapToLong(SimulatedWrite::number).toArray();
    List<SimulatedWrite> shown =
        filtered(
            by,
            matchesAll
                ? MatchAllDocsQuery.INSTANCE
                : NumericDocValuesField.newSlowSetQuery(WRITE, numbers));
    assertEquals("one of each group", Set.copyOf(expected.values()), new HashSet<>(shown));
    assertEquals(expected.size(), shown.size());
    return shown;
  }

  /** What the filter shows, in a searcher that caches all that may be. */
  private List<SimulatedWrite> filtered(DirectoryReader by, Query of) throws IOException {
    IndexSearcher searcher = new IndexSearcher(by);
    searcher.setQueryCache(cache);
    searcher.setQueryCachingPolicy(ALWAYS);
    Query filter = SimulatedFilter.of(groups, SimulatedCopy.SHARD, type, of);
    boolean isCached = shard.fault == SimulatedFault.CACHED_FILTER;
    SortedMap<Integer, SimulatedWrite> docs = docs(by);
    List<SimulatedWrite> shown = new ArrayList<>();
    TopDocs found =
        searcher.search(
            isCached ? SimulatedFilter.thatIsCached(filter) : filter,
            Math.max(1, by.maxDoc()),
            Sort.INDEXORDER);
    for (ScoreDoc hit : found.scoreDocs) {
      shown.add(docs.get(hit.doc));
    }
    return shown;
  }

  private void checkNoneAreNear(List<SimulatedWrite> page) {
    for (int i = 0; i < page.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertFalse("near on a page", shard.texts.areNear(page.get(i), page.get(j)));
      }
    }
  }

  private SimulatedWrite preferred(SimulatedWrite a, SimulatedWrite b) {
    return shard.texts.byOrder().compare(a, b) < 0 ? a : b;
  }

  /** The live documents of a reader, by their numbers. */
  private SortedMap<Integer, SimulatedWrite> docs(DirectoryReader by) throws IOException {
    SortedMap<Integer, SimulatedWrite> docs = new TreeMap<>();
    for (LeafReaderContext leaf : by.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      NumericDocValues writes = leaf.reader().getNumericDocValues(WRITE);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          writes.advanceExact(doc);
          docs.put(leaf.docBase + doc, shard.writes.get((int) writes.longValue()));
        }
      }
    }
    return docs;
  }

  /** Ends what goes on, and gives the representative of each document. */
  Map<SimulatedWrite, SimulatedWrite> settle() throws IOException {
    release();
    search();
    while (!background.isEmpty()) {
      runBackground();
      search();
    }
    SortedMap<Integer, SimulatedWrite> docs = docs(reader);
    DerivedGroups derived = groups.groups(SimulatedCopy.SHARD, type, reader).orElseThrow();
    assertEquals("ready", state());
    assertEquals("references to the reader", 1, reader.getRefCount());
    Map<SimulatedWrite, SimulatedWrite> representatives = new HashMap<>();
    docs.forEach((doc, write) -> representatives.put(write, docs.get(derived.representative(doc))));
    return representatives;
  }
}
