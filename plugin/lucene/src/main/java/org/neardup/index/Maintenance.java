// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IORunnable;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.LastCommit;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.record.RecordWriter;
import org.neardup.internal.upkeep.AddedIndexes;
import org.neardup.internal.upkeep.MissedPairs;
import org.neardup.internal.upkeep.Reconciliation;
import org.neardup.internal.upkeep.Repair;
import org.neardup.internal.upkeep.StoredDocuments;

/** Changes many documents at once. To be called alone: only merges go on in the meantime. */
final class Maintenance {
  private final CollapseConfig config;
  private final CommitSettings settings;
  private final FailStopWriter writer;
  private final RecordWriter records;
  private final Decisions decisions;
  private final LongAdder deleted = new LongAdder();
  private final LongAdder purged = new LongAdder();

  Maintenance(OpenedIndex opened, RecordWriter records, Decisions decisions) {
    config = opened.config();
    settings = opened.settings();
    writer = opened.writer();
    this.records = records;
    this.decisions = decisions;
  }

  /** Documents that were deleted because they matched a query. */
  long deleted() {
    return deleted.sum();
  }

  long purged() {
    return purged.sum();
  }

  /** Deletes the documents that match a query; returns how many. */
  int delete(Query query) throws IOException {
    decisions.refresh();
    int count = delete(matches(query));
    deleted.add(count);
    return count;
  }

  /**
   * Deletes hidden documents that are too old, and returns how many.
   *
   * <p>Not left to merges: a document that a merge leaves out cannot be brought back by a decision
   * that is taken while the merge runs.
   */
  long purge() throws IOException {
    if (config.retention().isEmpty()) {
      return 0;
    }
    decisions.refresh();
    int count = delete(config.retention().get().expired(decisions.reader()));
    purged.add(count);
    return count;
  }

  /** Deletes documents by their numbers in the latest reader; returns how many. */
  private int delete(FixedBitSet docs) throws IOException {
    int count = docs.cardinality();
    if (count > 0) {
      Iterator<Map.Entry<Long, String>> unrepresented =
          decisions.decide(groups -> groups.deleteAll(docs)).entrySet().iterator();
      decisions.refresh(); // as the snapshot is of no use without what was deleted
      while (unrepresented.hasNext()) {
        decisions.apply(groups -> groups.rehome(unrepresented));
        decisions.refresh();
      }
    }
    return count;
  }

  /** The live documents that match a query, by their numbers in the latest reader. */
  private FixedBitSet matches(Query query) throws IOException {
    FixedBitSet matches = new FixedBitSet(decisions.reader().maxDoc());
    IndexSearcher searcher = new IndexSearcher(decisions.reader());
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : decisions.reader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null) {
        Bits live = leaf.reader().getLiveDocs();
        // Documents without an id, which a repair could not take in, stay.
        RecordReader documents = new RecordReader(leaf.reader());
        DocIdSetIterator docs = scorer.iterator();
        for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
          if ((live == null || live.get(doc)) && documents.isOurs(doc)) {
            matches.set(leaf.docBase + doc);
          }
        }
      }
    }
    return matches;
  }

  /** Decides on every document from scratch. */
  ReconcileReport reconcile() throws IOException {
    return reconcile(Reconciliation.Plan.ofAll(drops()));
  }

  /**
   * As {@link #reconcile}.
   *
   * <p>It needs the bands of the new threshold: otherwise a check, which uses them, might find
   * near-duplicates that were missed. What becomes visible then gets bands afterwards.
   *
   * @param ranksAgain whether the preference of the configuration is a new one
   * @param bands gives documents bands that lack them
   */
  ReconcileReport retune(boolean ranksAgain, IORunnable bands) throws IOException {
    Reconciliation.Plan all = Reconciliation.Plan.ofAll(drops());
    ReconcileReport reconciled = reconcile(ranksAgain ? all.rankedBy(config.preference()) : all);
    bands.run();
    return reconciled;
  }

  private ReconcileReport reconcile(Reconciliation.Plan plan) throws IOException {
    decisions.reload();
    ReconcileReport reconciled =
        decisions.decide(groups -> new Reconciliation(groups, plan, records).run());
    decisions.reload();
    return reconciled;
  }

  /**
   * Makes an index whole again of which no reader was opened yet.
   *
   * @param found in it
   */
  RepairReport repair(CheckReport found, TextSketcher sketcher, IORunnable bands)
      throws IOException {
    int superseded = deleteSuperseded();
    Repair repair;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      repair = new Repair(reader, config, sketcher, records);
      repair.run();
    }
    reserveNumbers(repair.nextNumber());
    bands.run();
    decisions.open();
    decisions.apply(
        groups -> {
          groups.judge(config.verdicts());
          groups.settleVerdicts(); // texts may have changed
        });
    MissedPairs missed = new MissedPairs();
    ReconcileReport reconciled = reconcileExactly(missed);
    bands.run();
    return new RepairReport(
        found, superseded, repair.sketched(), repair.notRepaired(), missed.skipped(), reconciled);
  }

  /** Decides again, until no two visible documents are near-duplicates that the bands missed. */
  private ReconcileReport reconcileExactly(MissedPairs missed) throws IOException {
    Reconciliation.Plan plan = Reconciliation.Plan.ofAll(false).withMissed(missed);
    ReconcileReport reconciled;
    do {
      reconciled = reconcile(plan);
    } while (addMissed(missed));
    int changed = reconciled.changed();
    if (drops()) { // not before it is sure what stays visible
      reconciled = reconcile(Reconciliation.Plan.ofAll(true).withMissed(missed));
    }
    return new ReconcileReport(reconciled.visible(), reconciled.hidden(), changed);
  }

  private boolean addMissed(MissedPairs missed) throws IOException {
    List<LiveDocument> visible = new StoredDocuments(decisions.reader(), config).visible();
    return decisions.decide(groups -> missed.addAll(visible, groups.finder()));
  }

  private boolean drops() {
    return config.variants() == Variants.DROP;
  }

  /**
   * Adds indexes, and decides on their documents as if these had arrived after those here: of the
   * latter only those are decided on that an added one is preferred to or replaces, and what was
   * hidden behind them.
   */
  ReconcileReport addIndexes(Directory... directories) throws IOException {
    if (Arrays.asList(directories).contains(writer.getDirectory())) {
      throw new IllegalArgumentException("an index must not be added to itself");
    }
    requireNoVerdicts(decisions.read(GroupTable::verdicts));
    long firstAdded = decisions.read(GroupTable::nextNumber);
    try (AddedIndexes added = AddedIndexes.open(this::checkAdded, firstAdded, directories)) {
      reserveNumbers(added.nextNumber());
      add(added.segments(), firstAdded);
    }
    return reconcileAdded(firstAdded);
  }

  private void checkAdded(LastCommit commit) throws IOException {
    settings.check(commit, CommitSettings.Purpose.WRITING);
    requireNoVerdicts(CommitSettings.verdicts(commit.data()));
  }

  /**
   * They are on the documents of one index: it would not tell which are on those that others add.
   */
  private static void requireNoVerdicts(Verdicts verdicts) throws IndexSettingsException {
    if (!verdicts.isEmpty()) {
      throw new IndexSettingsException(
          "indexes must have no verdicts to be added to each other; withdraw them first");
    }
  }

  private void reserveNumbers(long nextNumber) throws IOException {
    decisions.apply(groups -> groups.reserveNumbers(nextNumber));
  }

  private void add(CodecReader[] segments, long firstAdded) throws IOException {
    if (segments.length == 0) {
      return;
    }
    decisions.refresh(); // applies deletions, which would change the count, too
    int documents = liveDocuments();
    try {
      writer.addIndexes(segments);
    } catch (Throwable t) {
      if (writer.isOpen() && liveDocuments() != documents) { // merges that follow may have failed
        try {
          reconcileAdded(firstAdded);
        } catch (Throwable second) {
          t.addSuppressed(second); // such as a writer that the cause closed
        }
      }
      throw t;
    }
  }

  private int liveDocuments() {
    return writer.getDocStats().numDocs;
  }

  private ReconcileReport reconcileAdded(long firstAdded) throws IOException {
    deleteSuperseded();
    return reconcile(Reconciliation.Plan.ofAll(drops()).settledBelow(firstAdded));
  }

  /**
   * Deletes all but the last document of each id, by their numbers, and again if a merge took them
   * elsewhere. The table of groups hears of it with the next refresh, so if this fails the writer
   * closes.
   */
  private int deleteSuperseded() throws IOException {
    return writer.orClose(
        () -> {
          int count = 0;
          for (; ; ) {
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
              List<Integer> docs = new StoredDocuments(reader, config).superseded();
              if (docs.isEmpty()) {
                return count;
              }
              for (int doc : docs) {
                count += writer.tryDeleteDocument(reader, doc) == -1 ? 0 : 1;
              }
            }
          }
        });
  }
}
