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
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.opensearch.groups.FieldStatistics.State;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.SimulatedDerivers;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;

/** The searches of a copy, in one process: its readers, and what is derived of them. */
final class SimulatedSearches {
  /** A numeric field: the number of the write. */
  static final String WRITE = "write";

  private final ShardSimulation shard;
  private final Random random;
  private final FieldGroups groups;
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final List<OpenSearchDirectoryReader> held = new ArrayList<>();
  private OpenSearchDirectoryReader reader;

  SimulatedSearches(ShardSimulation shard) {
    this.shard = shard;
    random = shard.random;
    SimulatedDerivers derivers = shard.texts.derivers();
    groups =
        new FieldGroups(
            SimulatedTexts.FIELD,
            SimulatedTexts.THRESHOLD,
            shard.texts.order,
            shard.changesInSearch,
            background::add,
            switch (shard.fault) {
              case FORGOTTEN_WINDOW -> derivers.thatForgetsWindows();
              case COUNTED_DELETIONS -> derivers.thatCountsDeletions();
              default -> derivers.real();
            });
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
    groups.derive(reader);
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
    Optional<DerivedGroups> derived = groups.of(by);
    if (derived.isEmpty()) {
      assertEquals(State.DERIVING, groups.statistics().state());
      return;
    }
    Map<SimulatedWrite, SimulatedWrite> expected = shard.texts.groups(docs.values());
    docs.forEach(
        (doc, write) ->
            assertEquals(
                "representative of " + write,
                expected.get(write),
                docs.get(derived.get().representative(doc))));
    checkPage(by, derived.get(), docs, expected, random.nextBoolean());
  }

  /** The page of what some or all documents match, as the filter makes it. */
  private void checkPage(
      OpenSearchDirectoryReader by,
      DerivedGroups derived,
      SortedMap<Integer, SimulatedWrite> docs,
      Map<SimulatedWrite, SimulatedWrite> representatives,
      boolean matchesAll) {
    List<LeafReaderContext> leaves = by.leaves();
    FixedBitSet[] page = new FixedBitSet[leaves.size()];
    Map<SimulatedWrite, SimulatedWrite> expected = new HashMap<>(); // by representative
    for (LeafReaderContext leaf : leaves) {
      page[leaf.ord] = new FixedBitSet(leaf.reader().maxDoc());
      docs.subMap(leaf.docBase, leaf.docBase + leaf.reader().maxDoc())
          .forEach(
              (doc, write) -> {
                if (matchesAll || random.nextInt(3) > 0) {
                  page[leaf.ord].set(doc - leaf.docBase);
                  expected.merge(representatives.get(write), write, this::preferred);
                }
              });
    }
    derived.keepOneVersion(page);
    List<SimulatedWrite> shown = new ArrayList<>();
    docs.forEach(
        (doc, write) -> {
          LeafReaderContext leaf = leaves.get(leafOf(doc, leaves));
          if (page[leaf.ord].get(doc - leaf.docBase)) {
            shown.add(write);
          }
        });
    Set<SimulatedWrite> once = new HashSet<>(shown);
    assertEquals("one of each group", Set.copyOf(expected.values()), once);
    assertEquals(once.size(), shown.size());
    for (int i = 0; matchesAll && shard.texts.areAllCompared() && i < shown.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertFalse("near on a page", shard.texts.areNear(shown.get(i), shown.get(j)));
      }
    }
  }

  private SimulatedWrite preferred(SimulatedWrite a, SimulatedWrite b) {
    return shard.texts.byOrder().compare(a, b) < 0 ? a : b;
  }

  private static int leafOf(int doc, List<LeafReaderContext> leaves) {
    int leaf = leaves.size() - 1;
    while (leaves.get(leaf).docBase > doc) {
      leaf--;
    }
    return leaf;
  }

  /** The live documents of a reader, by their numbers. */
  private SortedMap<Integer, SimulatedWrite> docs(OpenSearchDirectoryReader by) throws IOException {
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
    DerivedGroups derived = groups.of(reader).orElseThrow();
    assertEquals(State.READY, groups.statistics().state());
    assertEquals("references to the reader", 1, reader.getRefCount());
    Map<SimulatedWrite, SimulatedWrite> representatives = new HashMap<>();
    docs.forEach((doc, write) -> representatives.put(write, docs.get(derived.representative(doc))));
    return representatives;
  }
}
