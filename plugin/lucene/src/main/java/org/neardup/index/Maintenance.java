// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOFunction;
import org.neardup.compare.TextSketcher;
import org.neardup.record.NearDupFields;

/**
 * Changes many documents at once. Called through {@link WriterGuard#alone} only, so that nothing
 * else is written in the meantime; only merges go on.
 */
final class Maintenance {
  private static final long NONE_SETTLED = 0; // no order number is less

  private final CollapseConfig config;
  private final CommitSettings settings;
  private final IndexWriter writer;
  private final IndexWrites writes;
  private final Decisions decisions;
  private final GroupTable groups;
  private final LatestReader latest;
  private final LongAdder deleted = new LongAdder();
  private final LongAdder purged = new LongAdder();

  Maintenance(
      CollapseConfig config,
      CommitSettings settings,
      IndexWriter writer,
      IndexWrites writes,
      Decisions decisions,
      GroupTable groups,
      LatestReader latest) {
    this.config = config;
    this.settings = settings;
    this.writer = writer;
    this.writes = writes;
    this.decisions = decisions;
    this.groups = groups;
    this.latest = latest;
  }

  /** Deletes the documents of ours that match a query; returns how many. */
  int delete(Query query) throws IOException {
    latest.refresh();
    FixedBitSet docs = matches(query);
    int count = docs.cardinality();
    if (count > 0) {
      decisions.take(
          () -> {
            settle(groups.deleteAll(docs).entrySet().iterator());
            return null;
          });
    }
    deleted.add(count);
    return count;
  }

  private void settle(Iterator<Map.Entry<Long, String>> orphaned) throws IOException {
    latest.reload(); // as the table of groups is of no use without what was deleted
    while (orphaned.hasNext()) {
      groups.settle(orphaned);
      if (orphaned.hasNext()) {
        latest.refresh();
      }
    }
  }

  /** The live documents of ours that match a query, by their numbers in the latest reader. */
  private FixedBitSet matches(Query query) throws IOException {
    FixedBitSet matches = new FixedBitSet(latest.get().maxDoc());
    IndexSearcher searcher = new IndexSearcher(latest.get());
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : latest.get().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null) {
        forEachOfOurs(leaf, scorer.iterator(), (id, doc) -> matches.set(doc));
      }
    }
    return matches;
  }

  /** Gives those of some documents of a segment that are live and have an id of ours. */
  private static void forEachOfOurs(
      LeafReaderContext leaf, DocIdSetIterator docs, ObjIntConsumer<BytesRef> action)
      throws IOException {
    BinaryDocValues ids = leaf.reader().getBinaryDocValues(NearDupFields.ID);
    Bits live = leaf.reader().getLiveDocs();
    for (int doc = docs.nextDoc(); ids != null && doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
      if ((live == null || live.get(doc)) && ids.advanceExact(doc)) {
        action.accept(ids.binaryValue(), leaf.docBase + doc);
      }
    }
  }

  /** Deletes all but the last of each id, and decides on every document anew. */
  Reconciled reconcile() throws IOException {
    deleteSuperseded(DuplicateIds.LAST);
    return reconcile(NONE_SETTLED, false, new MissedPairs(), drops());
  }

  /**
   * As {@link #reconcile}.
   *
   * <p>Decided is by the bands of the new threshold, or a check, which goes by these, might know of
   * near-duplicates that were missed. What becomes visible then gets bands afterwards.
   *
   * @param ranksAnew whether the preference of the configuration is a new one
   */
  Reconciled retune(boolean ranksAnew, BandRewriter bands) throws IOException {
    bands.make();
    Reconciled reconciled = reconcile(NONE_SETTLED, ranksAnew, new MissedPairs(), drops());
    bands.make();
    return reconciled;
  }

  /** As {@link GroupTable#reconcile}. */
  private Reconciled reconcile(
      long settledBelow, boolean ranksAnew, MissedPairs missed, boolean drops) throws IOException {
    return decisions.take(
        () -> {
          latest.reload();
          Reconciled reconciled =
              groups.reconcile(
                  StoredDocuments.numbered(latest.get())::get,
                  settledBelow,
                  ranksAnew,
                  missed,
                  drops);
          latest.reload();
          return reconciled;
        });
  }

  /**
   * Makes an index whole again of which no reader was opened yet.
   *
   * @param found in it
   */
  RepairReport repair(CheckReport found, TextSketcher sketcher, BandRewriter bands)
      throws IOException {
    int deleted = deleteSuperseded(DuplicateIds.LAST);
    Repair repair;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      repair = new Repair(reader, config, sketcher, writes);
      repair.run();
    }
    synchronized (groups) {
      groups.reserveNumbers(repair.nextNumber());
    }
    bands.make();
    latest.open();
    MissedPairs missed = new MissedPairs();
    Reconciled reconciled = reconcileExactly(missed);
    bands.make();
    return new RepairReport(
        found, deleted, repair.sketched(), repair.notRepaired(), missed.skipped(), reconciled);
  }

  /** Decides anew, until no two visible documents are near-duplicates that the bands missed. */
  private Reconciled reconcileExactly(MissedPairs missed) throws IOException {
    int changed = 0;
    Reconciled reconciled;
    boolean hasMore;
    do {
      reconciled = reconcile(NONE_SETTLED, false, missed, false);
      changed += reconciled.changed();
      List<Entry> visible = visible();
      synchronized (groups) {
        hasMore = groups.addMissed(visible, missed);
      }
    } while (hasMore);
    if (drops()) { // not before it is sure what stays visible
      reconciled = reconcile(NONE_SETTLED, false, missed, true);
    }
    return new Reconciled(reconciled.visible(), reconciled.hidden(), changed);
  }

  private boolean drops() {
    return config.variants() == Variants.DROP;
  }

  private List<Entry> visible() throws IOException {
    List<Entry> visible = new ArrayList<>();
    new StoredDocuments(latest.get(), config)
        .forEach(
            new StoredDocuments.Visitor() {
              @Override
              public void ours(Entry entry) {
                if (!entry.hidden) {
                  visible.add(entry);
                }
              }

              @Override
              public void foreign(int doc) {}
            });
    return visible;
  }

  private int deleteSuperseded(long unnumbered) throws IOException {
    return decisions.orClose(
        () -> deleteAll(reader -> DuplicateIds.superseded(reader, config.idField(), unnumbered)));
  }

  /**
   * Adds indexes, and decides on their documents as if these had arrived after ours: of ours only
   * those are decided on that an added one is preferred to or replaces, and what was hidden behind
   * them.
   */
  Reconciled addIndexes(Directory... directories) throws IOException {
    if (Arrays.asList(directories).contains(writer.getDirectory())) {
      throw new IllegalArgumentException("an index must not be added to itself");
    }
    long firstAdded;
    synchronized (groups) {
      firstAdded = groups.nextNumber();
    }
    try (AddedIndexes added = AddedIndexes.open(settings, firstAdded, directories)) {
      synchronized (groups) {
        groups.reserveNumbers(added.nextNumber());
      }
      add(added.segments(), firstAdded);
    }
    return reconcileAdded(firstAdded);
  }

  private void add(CodecReader[] segments, long firstAdded) throws IOException {
    if (segments.length == 0) {
      return;
    }
    latest.refresh(); // applies deletions, which would change the count, too
    int documents = liveDocuments();
    try {
      writer.addIndexes(segments);
    } catch (Throwable t) {
      if (writer.isOpen() && liveDocuments() != documents) { // merges that follow may have failed
        reconcileAfter(firstAdded, t);
      }
      throw t;
    }
  }

  private int liveDocuments() {
    return writer.getDocStats().numDocs;
  }

  private void reconcileAfter(long firstAdded, Throwable cause) {
    try {
      reconcileAdded(firstAdded);
    } catch (Throwable t) {
      cause.addSuppressed(t); // such as a writer that the cause closed
    }
  }

  private Reconciled reconcileAdded(long firstAdded) throws IOException {
    deleteSuperseded(firstAdded - 1); // what another writer put here came before what was added
    return reconcile(firstAdded, false, new MissedPairs(), drops());
  }

  /**
   * Deletes hidden documents that are too old, and returns how many.
   *
   * <p>Not left to merges: a document that a merge leaves out cannot be brought back by a decision
   * that is taken while the merge runs. Deleted here, under the lock, it is no variant any more,
   * and merges free its space as that of any other.
   */
  long purge(Retention retention) throws IOException {
    return decisions.orClose(
        () -> {
          int count = deleteAll(retention::expired);
          if (count > 0) {
            latest.reload(); // or the table of groups would keep them
          }
          purged.add(count);
          return (long) count;
        });
  }

  /** Documents that were deleted because they matched a query. */
  long deleted() {
    return deleted.sum();
  }

  long purged() {
    return purged.sum();
  }

  /**
   * Deletes documents by their numbers, as their ids may not be theirs alone; again if a merge took
   * them elsewhere. The table of groups does not hear of it before the next refresh, so whoever
   * fails in between has to close the writer.
   */
  private int deleteAll(IOFunction<DirectoryReader, List<Integer>> find) throws IOException {
    int deleted = 0;
    for (; ; ) {
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        List<Integer> docs = find.apply(reader);
        if (docs.isEmpty()) {
          return deleted;
        }
        for (int doc : docs) {
          deleted += writer.tryDeleteDocument(reader, doc) == -1 ? 0 : 1;
        }
      }
    }
  }
}
