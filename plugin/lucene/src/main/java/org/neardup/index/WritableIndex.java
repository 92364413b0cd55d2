// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.record.RecordWriter;
import org.neardup.internal.upkeep.Resketcher;

/**
 * An index that is open for writing: all that writes it. Operations that need a pending document
 * write it first: the next change of its id, and every operation that runs alone.
 */
final class WritableIndex {
  private final OpenedIndex opened;
  private final FailStopWriter writer;
  private final WriterGuard guard = new WriterGuard();
  private final Decisions decisions;
  private final PendingWrites writes;
  private final DocumentChanges changes;
  private final Maintenance maintenance;
  private Map<String, String> commitData; // changed alone
  private boolean isPrepared; // a commit, changed alone

  WritableIndex(OpenedIndex opened, CollapseListener listener) throws IOException {
    this.opened = opened;
    writer = opened.writer();
    RecordWriter records = new RecordWriter(writer, opened.config().idField());
    decisions =
        new Decisions(
            new GroupTable(
                opened.groupSettings(),
                opened.sketcher(),
                records,
                listener::moved,
                listener::succeeded,
                opened.nextNumber(),
                opened.verdicts()),
            writer);
    writes = new PendingWrites(opened.maxHeldBytes());
    changes =
        new DocumentChanges(opened.config(), guard, writer, decisions, writes, records, listener);
    maintenance = new Maintenance(opened, records, decisions);
    commitData = opened.commitData();
  }

  /** Opens an index for documents to be written. */
  static WritableIndex forWriting(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener)
      throws IOException {
    WritableIndex index =
        new WritableIndex(
            OpenedIndex.open(directory, config, writerConfig, Purpose.WRITING), listener);
    return OpenedIndex.orClose(
        () -> {
          DiskFailures.named(directory, index::openAndJudge);
          return index;
        },
        index.decisions,
        index.writer::rollback);
  }

  private Void openAndJudge() throws IOException {
    if (openLatest()) {
      changeAll(maintenance::reconcile);
    }
    return null;
  }

  /**
   * Opens the reader over which decisions are taken, checks a sample of what it shows, and takes in
   * verdicts; returns whether any is new.
   */
  boolean openLatest() throws IOException {
    decisions.open();
    Resketcher.checkSample(decisions.reader(), config(), sketcher());
    return decisions.decide(
        groups -> {
          String before = groups.verdicts().toString();
          groups.judge(config().verdicts());
          return !groups.verdicts().toString().equals(before);
        });
  }

  CollapseConfig config() {
    return opened.config();
  }

  /** A sketcher of its own for each caller. */
  TextSketcher sketcher() throws IOException {
    return opened.sketcher();
  }

  FailStopWriter writer() {
    return writer;
  }

  Decisions decisions() {
    return decisions;
  }

  PendingWrites writes() {
    return writes;
  }

  DocumentChanges changes() {
    return changes;
  }

  Maintenance maintenance() {
    return maintenance;
  }

  /** A number that grows with each change. */
  long generation() {
    return guard.generation();
  }

  /** Runs what may change any documents, when all that was decided is written. */
  <T> T changeAll(IOSupplier<T> change) throws IOException {
    writes.writeHeld(); // before others have to wait
    return writer.reporting(() -> guard.changeAll(whenSettled(change)));
  }

  /** As {@link #changeAll}, what changes no document. */
  <T> T alone(IOSupplier<T> operation) throws IOException {
    writes.writeHeld();
    return writer.reporting(() -> guard.alone(whenSettled(operation)));
  }

  private <T> IOSupplier<T> whenSettled(IOSupplier<T> operation) {
    return () -> {
      writer.requireOpen();
      writes.settleAll();
      return operation.get();
    };
  }

  private static IOSupplier<Void> supplier(IORunnable operation) {
    return () -> {
      operation.run();
      return null;
    };
  }

  /** A reader, and the generation of the writer that it shows. */
  record Reopened(DirectoryReader reader, long generation) {}

  /** Opens a view of all documents. */
  Reopened openView(IOFunction<DirectoryReader, DirectoryReader> view) throws IOException {
    return alone(() -> shown(openAlone(), view));
  }

  /** Opens a reader of all documents. */
  DirectoryReader openReader() throws IOException {
    return alone(this::openAlone);
  }

  private DirectoryReader openAlone() throws IOException {
    updateContainment();
    return withVerdicts(writer.orClose(() -> DirectoryReader.open(writer)));
  }

  /** Has a reader tell which verdicts hold, as a commit of what it shows would. */
  private DirectoryReader withVerdicts(DirectoryReader reader) {
    SegmentInfos segments = ((StandardDirectoryReader) reader).getSegmentInfos(); // its own copy
    Map<String, String> data = new HashMap<>(segments.getUserData()); // of the last commit
    CommitSettings.putVerdicts(data, verdicts());
    segments.setUserData(data, false);
    return reader;
  }

  private String verdicts() {
    return decisions.read(groups -> groups.verdicts().toString());
  }

  /** Settles what waits for all that was decided to be written. */
  private void updateContainment() throws IOException {
    if (config().contained() == ContainedTexts.HIDE) {
      decisions.updateContainment();
    }
  }

  /**
   * Opens a view again if anything changed since; otherwise the reader is null.
   *
   * @param reader a view of this writer's documents
   */
  Reopened reopenView(DirectoryReader reader, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    DirectoryReader all = FilterDirectoryReader.unwrap(reader);
    return alone(
        () -> {
          updateContainment();
          DirectoryReader newer = writer.orClose(() -> DirectoryReader.openIfChanged(all, writer));
          return newer == null
              ? new Reopened(null, generation())
              : shown(withVerdicts(newer), view);
        });
  }

  /** A view may fail, which is no failure of the writer. */
  private Reopened shown(DirectoryReader all, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    return OpenedIndex.orClose(() -> new Reopened(view.apply(all), generation()), all);
  }

  /** Brings what decisions are taken over up to what was written. */
  void refresh() throws IOException {
    alone(supplier(decisions::refresh));
  }

  void setCommitData(Map<String, String> data) throws IOException {
    alone(supplier(() -> commitData = data));
  }

  void commit() throws IOException {
    changeAll(supplier(this::commitAlone));
  }

  void prepareCommit() throws IOException {
    changeAll(
        supplier(
            () -> {
              requireUnprepared();
              prepareAlone();
            }));
  }

  private void requireUnprepared() {
    if (isPrepared) {
      throw new IllegalStateException("a commit is prepared: call commit or rollback first");
    }
  }

  private void prepareAlone() throws IOException {
    maintenance.purge();
    updateContainment();
    prepareWriter();
    isPrepared = true;
  }

  private void prepareWriter() throws IOException {
    long nextNumber = decisions.read(GroupTable::nextNumber);
    String verdicts = verdicts();
    // Asked for when all is written that the commit is of.
    writer.setLiveCommitData(() -> userData(nextNumber, verdicts).entrySet().iterator());
    writer.orClose(writer::prepareCommit);
  }

  private Map<String, String> userData(long nextNumber, String verdicts) {
    int documents = writer.getDocStats().numDocs;
    Map<String, String> userData = opened.settings().userData(nextNumber, verdicts, documents);
    userData.putAll(commitData);
    return userData;
  }

  private void commitAlone() throws IOException {
    if (!isPrepared) {
      prepareAlone();
    }
    writer.orClose(writer::commit);
    isPrepared = false;
  }

  void rollback() throws IOException {
    closing(
        () -> {
          writer.noteRollback();
          IOUtils.close(decisions, writer::rollback);
        });
  }

  void close() throws IOException {
    if (!opened.writerConfig().getCommitOnClose()) {
      rollback();
      return;
    }
    closing(
        () -> {
          boolean isOpen = writer.isOpen();
          if (isOpen) {
            requireUnprepared();
          }
          try {
            if (isOpen) {
              writes.writeHeld();
              writes.settleAll();
              commitAlone();
            } else {
              writer.requireReported();
            }
          } finally {
            IOUtils.close(decisions, writer::rollback);
          }
        });
  }

  /** Runs what closes the writer, even if it is closed, and leaves unwritten what is. */
  private void closing(IORunnable operation) throws IOException {
    try {
      writer.reporting(() -> guard.alone(supplier(operation)));
    } finally {
      writes.clear();
    }
  }
}
